import type { NodeMessage } from 'node-red';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import type { Running, SourceContext, SourceStarter } from './source-context';
import { showConnection } from '../status/show-connection';
import { restartOnDeploy } from '../bridge/deploy/restart-on-deploy';
import { toNodeError } from '../settings/node-errors';
import { idPattern } from '../../resources/values/id-pattern';
import { parseNonEmptyText } from '../settings/evaluate-setting';
import { mayTargetNameBridge } from './watched-address';
import type { WatchedTargetSettings } from '../settings/target-settings';
import { openBridgeById } from '../bridge/bridge-node';
import { getNameAmongSeveralBridges } from '../bridge/deployed-bridges';
import type { DeployedBridge } from '../bridge/deployed-bridges';
import { addBridgeToError } from '../message/bridge-in-error';
import { JoinedLastingStatus } from './joined-lasting-status';
import { findWatchedTarget } from './watched-bridge-targets';
import type { WatchedBridgeTargets } from './watched-bridge-targets';

/** What a node runs on one bridge. */
export interface BridgePart<Instance extends Running> {
  /** Missing for the bridge of the node. */
  readonly named: DeployedBridge | undefined;
  /**
   * What runs there, once it has started; undefined where it asks for nothing.
   *
   * @throws {BridgeError} why it did not start
   */
  current(): Promise<Instance | undefined>;
  stop(): void;
}

/** What a node runs on all its bridges. */
export interface RunningOnBridges<Instance extends Running = Running> extends Running {
  readonly parts: readonly BridgePart<Instance>[];
  /** The part on the bridge of the node; undefined if the target names other bridges only. */
  readonly own: BridgePart<Instance> | undefined;
}

/** Settings of a node that runs on the bridges of its target. */
export type SourceSettings = WatchedTargetSettings & { readonly bridge?: unknown };

/**
 * Starts what a node sends by itself, on each bridge that its target names, else on the bridge of the node. Where a deploy
 * replaces one of the others, only what runs there starts anew. `context.onError` is called where one of them is not found,
 * and the others are started; and where it cannot start on the bridge of the node, which ends all of it.
 *
 * @param context of the bridge of the node
 * @param isTargetReadOnStart true for a target that is read once, when the node starts, also from a context
 * @returns says what runs where, and ends it
 * @throws {BridgeError} as `findWatchedTarget`
 */
export async function startOnBridges<Def extends SourceSettings, Instance extends Running>(
  def: Def,
  context: SourceContext,
  startSource: SourceStarter<Def, Instance>,
  isTargetReadOnStart = false,
): Promise<RunningOnBridges<Instance>> {
  const parts: BridgePart<Instance>[] = [];
  const stop = (): void => {
    for (const part of parts) part.stop();
  };
  const startOnOwn = (partDef: Def, partContext: SourceContext): BridgePart<Instance> =>
    new OwnBridgePart(startSource(partDef, partContext), (error) => {
      // Nobody else could stop what runs on the other bridges.
      stop();
      if (!context.isStopped()) context.onError(error);
    });
  if (!mayTargetNameBridge(def, isTargetReadOnStart)) {
    parts.push(startOnOwn(def, context));
    return { parts, own: parts[0], stop };
  }
  const watched = await findWatchedTarget(context.RED, context.node, def);
  const joined = watched.parts.length > 1 ? new JoinedLastingStatus(context.status) : undefined;
  for (const { named, addresses } of watched.parts) {
    const partDef = { ...def, ...toTargetSettings(addresses) };
    const name = named?.name ?? getNameAmongSeveralBridges(parseNonEmptyText(def.bridge));
    const partContext = {
      ...context,
      bridgeCount: watched.parts.length,
      status: joined?.createPart(name) ?? context.status,
    };
    parts.push(
      named === undefined
        ? startOnOwn(partDef, partContext)
        : startOnNamedBridge(partDef, partContext, startSource, named),
    );
  }
  if (watched.problem !== undefined) context.onError(watched.problem);
  return { parts, own: parts.find(({ named }) => named === undefined), stop };
}

/** What runs on the bridge of the node, which is started anew with the node. */
class OwnBridgePart<Instance extends Running> implements BridgePart<Instance> {
  readonly named = undefined;
  readonly #starting: Promise<Instance | undefined>;
  #instance: Instance | undefined;
  #isStopped = false;

  constructor(starting: Promise<Instance | undefined>, onFailed: (error: Error) => void) {
    this.#starting = starting;
    void this.#keep(onFailed);
  }

  async #keep(onFailed: (error: Error) => void): Promise<void> {
    try {
      this.#instance = await this.#starting;
      if (this.#isStopped) this.#instance?.stop();
    } catch (error) {
      onFailed(toNodeError(error));
    }
  }

  current(): Promise<Instance | undefined> {
    return this.#starting;
  }

  stop(): void {
    this.#isStopped = true;
    this.#instance?.stop();
  }
}

/**
 * Starts what a node runs on another bridge than its own; anew when a deploy replaces that.
 *
 * @param context of the bridge of the node
 */
function startOnNamedBridge<Def, Instance extends Running>(
  def: Def,
  context: SourceContext,
  startSource: SourceStarter<Def, Instance>,
  named: DeployedBridge,
): BridgePart<Instance> {
  const { RED, status } = context;
  const { id, name } = named;
  const onError = (error: Error): void => context.onError(addBridgeToError(error, name));
  const supervisor = restartOnDeploy(RED, id, {
    async start(signal) {
      const bridge = await openBridgeById(RED, id);
      signal.throwIfAborted();
      const isStopped = (): boolean => signal.aborted || context.isStopped();
      const send: SourceContext['send'] = (messages) =>
        context.send(messages.map((message) => message && addBridgeToMessage(message, name)));
      const stopShowing = showConnection(bridge.client, status, name);
      try {
        const partContext = { ...context, bridge, bridgeName: name, send, onError, isStopped };
        const instance = await startSource(def, partContext);
        return {
          instance,
          stop() {
            stopShowing();
            instance?.stop();
          },
        };
      } catch (error) {
        stopShowing();
        throw error;
      }
    },
    onStartFailed: onError,
  });
  return {
    named,
    current: async () => (await supervisor.current()).instance,
    stop: () => supervisor.stop(),
  };
}

/** The target of a part, as the settings of a node hold it; nothing where it is all of the bridge. */
function toTargetSettings(addresses: WatchedBridgeTargets['addresses']): WatchedTargetSettings {
  const isText = addresses.length === 1 || addresses.every((address) => idPattern.test(address));
  if (addresses.includes('')) return { target: '', targetType: 'str', targetBridges: [] };
  return isText
    ? { target: addresses.join(','), targetType: 'str', targetBridges: [] }
    : { target: addresses, targetType: 'json', targetBridges: [] };
}

/** A message that says which bridge it is of. */
export function addBridgeToMessage(message: NodeMessage, name: string): NodeMessage {
  const bridge = getNestedMember(message, 'bridge');
  return isObject(bridge)
    ? Object.assign(message, { bridge: { ...bridge, bridgeName: name } })
    : message;
}
