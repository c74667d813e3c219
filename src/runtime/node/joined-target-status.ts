import type { TargetResolver } from '../../vocabulary/lookup';
import { BridgeDependentSupervisor } from '../bridge/deploy/restart-on-deploy';
import { openBridgeById } from '../bridge/bridge-node';
import { findWatchedTarget } from '../dialog-target';
import type { WatchedTargetSettings } from '../settings/target-settings';
import type { IdleNodeStatus, NodeStatusTracker } from '../status/node-status';
import type { Running, SourceContext } from '../running';
import type { NodeStatusContent } from '../status/status-content';
import { createLitCountStatus } from '../status/resource-status';
import { TargetNodeStatusObserver } from './target-node-status-observer';
import type { OpenedBridge } from '../bridge/open-bridge-client';

class JoinedTargetStatus implements IdleNodeStatus {
  /** By position in the target. */
  readonly #parts = new Map<number, TargetNodeStatusObserver>();

  add(index: number, part: TargetNodeStatusObserver): () => void {
    this.#parts.set(index, part);
    return () => {
      if (this.#parts.get(index) === part) this.#parts.delete(index);
    };
  }

  choose(resultAt: number): NodeStatusContent | undefined {
    const [only, ...others] = this.#parts.values();
    if (only === undefined) return undefined;
    if (others.length === 0) return only.choose(resultAt);
    const counts = [only, ...others].map((part) => part.count(resultAt));
    const problem = counts.find((count) => count !== undefined && 'problem' in count);
    if (problem !== undefined && 'problem' in problem) return problem.problem;
    let [on, all] = [0, 0];
    for (const count of counts) {
      if (count === undefined || 'problem' in count) return undefined;
      on += count.on;
      all += count.all;
    }
    return createLitCountStatus(on, all);
  }
}

/**
 * Shows each target on its bridge. Starts again on a bridge that a deploy replaces.
 *
 * @throws {BridgeError} see `findWatchedTarget`; ERR_BRIDGE_UNKNOWN_TARGET if the bridge of a target is not found
 */
export async function showJoinedTargetStatus(
  context: SourceContext,
  tracker: NodeStatusTracker,
  resolve: TargetResolver,
  settings: WatchedTargetSettings,
): Promise<Running> {
  const { RED, bridge } = context;
  const { parts, problem } = await findWatchedTarget(context, settings);
  if (problem !== undefined) throw problem;
  const joined = new JoinedTargetStatus();
  const running = parts.map(({ named, addresses }, index): Running => {
    const start = (on: OpenedBridge): Running => {
      const status = new TargetNodeStatusObserver(on, { addresses, resolve }, tracker);
      const forget = joined.add(index, status);
      tracker.refresh();
      return {
        stop() {
          forget();
          status.stop();
        },
      };
    };
    if (named === undefined) return start(bridge);
    return new BridgeDependentSupervisor(RED, named.id, {
      async start(signal) {
        const opened = await openBridgeById(RED, named.id);
        signal.throwIfAborted();
        return start(opened);
      },
      onStartFailed: (error) => tracker.report(error),
    });
  });
  tracker.setLasting(joined);
  return {
    stop() {
      for (const each of running) each.stop();
    },
  };
}
