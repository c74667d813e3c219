import type { Node, NodeAPI } from 'node-red';
import { showConnection } from '../status/show-connection';
import { restartOnDeploy } from '../bridge/deploy/restart-on-deploy';
import type { BridgeDependentSupervisor } from '../bridge/deploy/restart-on-deploy';
import type { NodeStatusTracker } from '../status/node-status';
import { openBridgeById } from '../bridge/bridge-node';
import { getNameAmongSeveralBridges, serializeDeployedBridges } from '../bridge/deployed-bridges';
import { parseNonEmptyText } from '../settings/evaluate-setting';
import { mayTargetNameBridge } from './watched-address';
import type { Running, SourceContext, SourceStarter } from './source-context';
import type { RunningOnBridges, SourceSettings } from './start-on-bridges';

/** A node that does nothing but run on the bridges of its target. */
interface SourceNode {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly status: SourceContext['status'] & Pick<NodeStatusTracker, 'report'>;
}

/**
 * Runs a node on the bridges of its target, and shows their connections. It starts anew when a deploy replaces the bridge of
 * the node; where the target may name others, also when a deploy adds, removes or renames a bridge.
 *
 * @param load loads what starts it on one bridge
 */
export function runOnBridges<Def extends SourceSettings, Instance extends Running>(
  { RED, node, status }: SourceNode,
  def: Def,
  load: () => Promise<SourceStarter<Def, Instance>>,
): BridgeDependentSupervisor<RunningOnBridges<Instance>> {
  const id = parseNonEmptyText(def.bridge);
  const mayNameBridge = mayTargetNameBridge(def, true);
  let stopShowing: (() => void) | undefined;
  const supervisor = restartOnDeploy<RunningOnBridges<Instance>>(RED, id, {
    async start(signal) {
      stopShowing?.();
      const [bridge, { startOnBridges }] = await Promise.all([
        openBridgeById(RED, id),
        import('./start-on-bridges.js'),
      ]);
      signal.throwIfAborted();
      const bridgeName = mayNameBridge ? getNameAmongSeveralBridges(id) : undefined;
      stopShowing = showConnection(bridge.client, status, bridgeName);
      // The connection is shown whatever is wrong with the settings.
      const startSource = await load();
      signal.throwIfAborted();
      const context: SourceContext = {
        RED,
        node,
        bridge,
        send: node.send.bind(node),
        onError: (error) => status.report(error),
        isStopped: () => signal.aborted,
        status,
      };
      const running = await startOnBridges(def, context, startSource, true);
      await running.parts.find(({ named }) => named === undefined)?.current();
      return running;
    },
    dependency: () => (mayNameBridge ? serializeDeployedBridges() : undefined),
    onStartFailed: (error) => status.report(error),
  });
  return {
    current: () => supervisor.current(),
    stop() {
      stopShowing?.();
      supervisor.stop();
    },
  };
}
