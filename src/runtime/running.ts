import type { NodeMessage, Node, NodeAPI } from 'node-red';
import { idPattern } from '../resources/identifiers';
import { getNestedMember, isObject } from '../resources/members';
import { mayTargetNameBridge, parseNonEmptyText } from './stored-settings';
import { RunOnBridge } from './run-on-bridge';
import { getNameAmongSeveralBridges, openBridgeById } from './bridge/deployed';
import type { DeployedBridge } from './bridge/deployed';
import type { Bridge } from './bridge/bridge';
import { findTargetsOnStart } from './target';
import type { TargetsOnBridge } from './target';
import { addBridgeToError, toNodeError } from './errors';
import type { StoredTarget } from './stored-settings';
import { addBridgeToStatusText, idleStatus, makeStatusText } from './status';
import type { IdleNodeStatus, NodeStatusTracker, NodeStatusContent } from './status';
import type { MessageFormat } from './message-format';

/** What a node needs for what it does by itself on one bridge. */
export interface RunContext {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly bridge: Bridge;
  /** Undefined for plain words. */
  readonly format: MessageFormat | undefined;
  /** If not the node's bridge. */
  readonly bridgeName?: string | undefined;
  /** Bridges of the node; one if missing. */
  readonly bridgeCount?: number;
  /** One for each output. */
  readonly send: (messages: (NodeMessage | null)[]) => void;
  readonly onError: (error: Error) => void;
  readonly isStopped: () => boolean;
  readonly status: Pick<
    NodeStatusTracker,
    'setLasting' | 'setTemporary' | 'refresh' | 'setConnection' | 'forgetConnection'
  >;
}

/** Sends in the format of the node. */
export const sendInFormat = ({ format, bridge, send }: RunContext): RunContext['send'] =>
  format === undefined
    ? send
    : (messages) =>
        send(
          messages.map(
            (message) => message && format.formatMessage(bridge.client.stateCache, message),
          ),
        );

/** Starts what a node does by itself on one bridge; returns undefined if its settings ask for nothing. */
export type StartRunning<Def, Instance extends Running = Running> = (
  def: Def,
  context: RunContext,
) => Promise<Instance | undefined>;

/** What runs until it is stopped. */
export interface Running {
  stop(): void;
}

export interface BridgePart<Instance extends Running> {
  /** Missing for the node's bridge. */
  readonly named: DeployedBridge | undefined;
  /**
   * Undefined if the settings ask for nothing.
   *
   * @throws {BridgeError} the error of a failed start
   */
  current(): Promise<Instance | undefined>;
  stop(): void;
}

export interface RunningOnBridges<Instance extends Running = Running> extends Running {
  readonly parts: readonly BridgePart<Instance>[];
  /** Undefined if the target names only other bridges. */
  readonly own: BridgePart<Instance> | undefined;
}

export type RunningNodeSettings = StoredTarget & {
  readonly bridge?: unknown;
  readonly format?: unknown;
  readonly colorNames?: unknown;
};

/**
 * Starts a part on each bridge of the target, or on the node's bridge if the target names none. If a deploy
 * replaces another bridge, only its part restarts. If a bridge is not found, `context.onError` is called and the
 * other parts start. If the part on the node's bridge fails to start, `context.onError` is called and all parts
 * stop.
 *
 * @param isTargetReadOnStart the target, also one from a context, is read once at the start of the node
 * @throws {BridgeError} as `findTargetsOnStart`
 */
export async function startOnBridges<Def extends RunningNodeSettings, Instance extends Running>(
  def: Def,
  context: RunContext,
  startOne: StartRunning<Def, Instance>,
  isTargetReadOnStart = false,
): Promise<RunningOnBridges<Instance>> {
  const parts: BridgePart<Instance>[] = [];
  const stop = (): void => {
    for (const part of parts) part.stop();
  };
  const startOnOwn = (partDef: Def, partContext: RunContext): BridgePart<Instance> =>
    createOwnPart(startOne(partDef, partContext), (error) => {
      // Once the caller has this error, it cannot stop the other parts: they are stopped here.
      stop();
      if (!context.isStopped()) context.onError(error);
    });
  if (!mayTargetNameBridge(def, isTargetReadOnStart)) {
    const own = startOnOwn(def, context);
    parts.push(own);
    return { parts, own, stop };
  }
  const watched = await findTargetsOnStart(context, def);
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
        : startOnNamedBridge(partDef, partContext, startOne, named),
    );
  }
  if (watched.problem !== undefined) context.onError(watched.problem);
  return { parts, own: parts.find(({ named }) => named === undefined), stop };
}

/** The part restarts with the node. */
function createOwnPart<Instance extends Running>(
  starting: Promise<Instance | undefined>,
  onFailed: (error: Error) => void,
): BridgePart<Instance> {
  starting.catch((error: unknown) => onFailed(toNodeError(error)));
  return {
    named: undefined,
    current: () => starting,
    stop() {
      void starting.then(
        (instance) => instance?.stop(),
        () => undefined,
      );
    },
  };
}

function startOnNamedBridge<Def, Instance extends Running>(
  def: Def,
  context: RunContext,
  startOne: StartRunning<Def, Instance>,
  named: DeployedBridge,
): BridgePart<Instance> {
  const { RED, status } = context;
  const { id, name } = named;
  const onError = (error: Error): void => context.onError(addBridgeToError(error, name));
  const run = new RunOnBridge(RED, id, {
    async start(signal) {
      const bridge = await openBridgeById(RED, id);
      signal.throwIfAborted();
      const isStopped = (): boolean => signal.aborted || context.isStopped();
      const send: RunContext['send'] = (messages) =>
        context.send(messages.map((message) => message && addBridgeToMessage(message, name)));
      const connection = bridge.showConnection(status, name);
      try {
        const partContext = { ...context, bridge, bridgeName: name, send, onError, isStopped };
        const instance = await startOne(def, partContext);
        return {
          instance,
          stop() {
            connection.stop();
            instance?.stop();
          },
        };
      } catch (error) {
        connection.stop();
        throw error;
      }
    },
    onStartFailed: onError,
  });
  return {
    named,
    current: async () => (await run.current()).instance,
    stop: () => run.stop(),
  };
}

/** Returns empty settings for the whole bridge. */
function toTargetSettings(addresses: TargetsOnBridge['addresses']): StoredTarget {
  const isText = addresses.length === 1 || addresses.every((address) => idPattern.test(address));
  if (addresses.includes('')) return { target: '', targetType: 'str', targetBridges: [] };
  return isText
    ? { target: addresses.join(','), targetType: 'str', targetBridges: [] }
    : { target: addresses, targetType: 'json', targetBridges: [] };
}

export function addBridgeToMessage(message: NodeMessage, name: string): NodeMessage {
  const bridge = getNestedMember(message, 'bridge');
  return isObject(bridge)
    ? Object.assign(message, { bridge: { ...bridge, bridgeName: name } })
    : message;
}

type PartStatus = RunContext['status'];

/** Most urgent first. */
const urgency: readonly NodeStatusContent['fill'][] = ['red', 'yellow', 'blue', 'green', 'grey'];

/** Shows the most urgent status of a node's bridges. */
class JoinedLastingStatus implements IdleNodeStatus {
  readonly #lasting = new Map<string | undefined, IdleNodeStatus>();

  constructor(private readonly tracker: PartStatus) {}

  createPart(bridgeName: string | undefined): PartStatus {
    const tracker = this.tracker;
    return {
      setLasting: (lasting) => {
        this.#lasting.set(bridgeName, lasting);
        tracker.setLasting(this);
      },
      setTemporary: (temporary) => tracker.setTemporary(temporary),
      refresh: () => tracker.refresh(),
      setConnection: (state, name) => tracker.setConnection(state, name),
      forgetConnection: (name) => tracker.forgetConnection(name),
    };
  }

  choose(resultAt: number): NodeStatusContent | undefined {
    const shown = [...this.#lasting].map(([bridgeName, lasting]) => ({
      bridgeName,
      content: lasting.choose(resultAt) ?? idleStatus,
    }));
    const [first] = shown.toSorted(
      (one, other) => urgency.indexOf(one.content.fill) - urgency.indexOf(other.content.fill),
    );
    if (first === undefined) return undefined;
    const { bridgeName, content } = first;
    const isSameOnAll = shown.every((one) => isSame(one.content, content));
    return isSameOnAll || bridgeName === undefined
      ? content
      : { ...content, text: addBridgeToStatusText(content.text, bridgeName) };
  }
}

const isSame = (one: NodeStatusContent, other: NodeStatusContent): boolean =>
  serialize(one) === serialize(other);

const serialize = ({ fill, shape, text }: NodeStatusContent): string =>
  JSON.stringify([fill, shape, makeStatusText(text)]);
