import type { NodeMessage } from 'node-red';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import type { SourceContext, SourceStarter } from '../watching/source-context';
import { restartOnDeploy } from '../node-lifecycle/restart-on-deploy';
import { mayTargetNameBridge } from '../watching/watched-address';
import type { WatchedTargetSettings } from '../settings/target-settings';
import { openBridgeById } from '../session/bridge-node';
import type { DeployedBridge } from '../session/deployed-bridges';
import { findWatchedTarget } from './watched-bridge-targets';
import type { WatchedBridgeTargets } from './watched-bridge-targets';

/** Something that runs until it is stopped. */
interface Running {
  stop(): void;
}

const nothing: Running = { stop: () => undefined };

/**
 * Starts what a node sends by itself, on each bridge that its target names, else on the bridge of the node. Where a deploy replaces one of them, only
 * what runs there starts anew. Where one of them is not found, `context.onError` is called and the others are started.
 *
 * @param context of the bridge of the node
 * @returns ends all of it; undefined where the settings ask for nothing
 * @throws {BridgeError} as `findWatchedTarget`, and as `startSource` on the bridge of the node
 */
export async function startOnBridges<Def extends WatchedTargetSettings>(
  def: Def,
  context: SourceContext,
  startSource: SourceStarter<Def>,
): Promise<Running | undefined> {
  if (!mayTargetNameBridge(def)) return startSource(def, context);
  const { RED, node, onError } = context;
  const startPart = async ({ named, addresses }: WatchedBridgeTargets): Promise<Running> => {
    const partDef = { ...def, ...toTargetSettings(addresses) };
    if (named === undefined) return (await startSource(partDef, context)) ?? nothing;
    return restartOnDeploy(RED, named.id, {
      async start(signal) {
        const bridge = await openBridgeById(RED, named.id);
        signal.throwIfAborted();
        const send: SourceContext['send'] = (messages) =>
          context.send(messages.map((message) => withBridgeName(message, named)));
        const isStopped = (): boolean => signal.aborted || context.isStopped();
        return (await startSource(partDef, { ...context, bridge, send, isStopped })) ?? nothing;
      },
      onStartFailed: onError,
    });
  };
  const running: Running[] = [];
  const stop = (): void => {
    for (const each of running) each.stop();
  };
  const { parts, problem } = await findWatchedTarget(RED, node, def);
  try {
    for (const part of parts) running.push(await startPart(part));
  } catch (error) {
    // Nobody else could stop what runs on the other bridges.
    stop();
    throw error;
  }
  if (problem !== undefined) onError(problem);
  return { stop };
}

/** The target of a part, as the settings of a node hold it. */
const toTargetSettings = (addresses: WatchedBridgeTargets['addresses']): WatchedTargetSettings => ({
  target: addresses.join(','),
  targetType: 'str',
  targetBridges: [],
});

/** A message that says which bridge it is of. */
function withBridgeName(message: NodeMessage | null, { name }: DeployedBridge): NodeMessage | null {
  const bridge = getNestedMember(message, 'bridge');
  return message !== null && isObject(bridge)
    ? Object.assign(message, { bridge: { ...bridge, bridgeName: name } })
    : message;
}
