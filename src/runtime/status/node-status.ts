import type { Node, NodeAPI } from 'node-red';
import type { ConnectionState, BridgeClient, ConnectionStatus } from '../../bridge';
import { evictOldest } from '../../bridge/bounded-map';
import { SlicedQueue } from '../../bridge/slices';
import { systemClock } from '../../bridge/clock';
import {
  createConnectionStatus,
  createErrorStatus,
  createResultStatus,
  createWorkingStatus,
  idleStatus,
  isTransient,
  makeStatusText,
  needsChangeOfNode,
} from './status-content';
import type { LazyStatusText, NodeStatusContent, TranslatableStatusText } from './status-content';
import { sanitizeText } from '../../bridge/errors';

/**
 * In ms, for one node. The interval grows to the maximum while the status keeps changing, because each update goes to
 * every open editor.
 */
const minUpdateInterval = 200;
const maxUpdateInterval = 1_000;
const updateIntervalGrowth = 1.25;

/** In ms, up to the longest. Limits the updates of all nodes together. */
const intervalPerBusyNode = 50;
const longestBusyInterval = 5_000;

const maxSaidSentences = 20;

/** Nodes that wait for the interval after an update. */
const busyNodes = new Set<NodeStatusTracker>();

/** After a pause, in ms. Skips shorter states, and does not delay a request. */
const initialDelay = 40;

interface NodeStatusContext {
  RED: Pick<NodeAPI, '_'>;
  node: Pick<Node, 'status' | 'error'>;
}

interface PendingMessageCount {
  readonly count: number;
}

/** For a node whose status does not depend on messages. */
export const noPendingMessages: PendingMessageCount = Object.freeze({ count: 0 });

export interface IdleNodeStatus {
  /**
   * Called only if the status is to be shown.
   *
   * @param resultAt of the last result, in ms as `performance.now()`
   * @returns undefined if nothing newer than the result is known
   */
  choose(resultAt: number): NodeStatusContent | undefined;
}

/** In ms, for a result or an error instead of the lasting status. */
const resultDuration = 3_000;
const errorDuration = 10_000;

/** Shows activity, the last result and the connection. Limits the rate of updates and always shows the last status. */
export class NodeStatusTracker {
  /**
   * By bridge name, undefined for the only bridge. Created for the first connection that is not connected or has
   * moved.
   */
  #connections: Map<string | undefined, ShownConnection> | undefined;
  /** Ignores pending messages and connection problems. */
  #current = idleStatus;
  /** As `#current`, without transient errors, which end with the next connection. */
  #persistent = idleStatus;
  /** Not translated: comparing is cheaper. */
  #lastSignature = '';
  #needsUpdate = false;
  /** In ms. */
  #updateInterval = minUpdateInterval;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #lasting: IdleNodeStatus | undefined;
  #temporary: NodeStatusContent | undefined;
  #resultTimer: NodeJS.Timeout | undefined;
  #resultAt = -Infinity;
  #said: Set<string> | undefined;

  constructor(
    private readonly context: NodeStatusContext,
    private readonly pending: PendingMessageCount,
  ) {}

  /** Replaces the last result while the node is idle. */
  setLasting(lasting: IdleNodeStatus): void {
    this.#lasting = lasting;
    this.refresh();
  }

  /** Replaces the lasting status; undefined removes it. */
  setTemporary(temporary: NodeStatusContent | undefined): void {
    this.#temporary = temporary;
    this.refresh();
  }

  succeed(text: LazyStatusText): void {
    this.#setPersistent(createResultStatus(text));
    if (this.#lasting !== undefined) {
      this.#resultAt = performance.now();
      this.#showResultFor(resultDuration);
    }
    this.refresh();
  }

  /** Also logs the error, which belongs to no message. */
  report(error: Error): void {
    this.fail(error);
    this.say(error);
  }

  /** Logs each error once, if somebody must fix the node. The connection or the bridge node reports other errors. */
  say(error: Error): void {
    if (this.#stopped || !needsChangeOfNode(error) || this.#said?.has(error.message)) return;
    this.#said ??= new Set();
    this.#said.add(error.message);
    evictOldest(this.#said, maxSaidSentences);
    this.context.node.error(error.message);
  }

  /** Shows the error of a message, which reports the error itself. */
  fail(error: Error): void {
    const status = createErrorStatus(error);
    this.#current = status;
    // The earlier result is outdated when the cause of the error ends.
    this.#persistent = isTransient(error) ? idleStatus : status;
    if (this.#lasting !== undefined) this.#showResultFor(errorDuration);
    this.refresh();
  }

  /** @param bridge name, if the node has several bridges */
  setConnection(state: ConnectionState, bridge?: string): void {
    const { kind, movedTo } = state;
    if (movedTo !== undefined && movedTo !== this.#connections?.get(bridge)?.movedTo) {
      const values = { address: movedTo };
      this.#setPersistent(createResultStatus({ key: 'movedTo', values, bridge }));
      if (this.#lasting !== undefined) this.#showResultFor(resultDuration);
    }
    if (kind === 'connected' && this.#current !== this.#persistent) {
      this.#current = this.#persistent;
      this.#endResult();
    }
    if (kind === 'connected' && movedTo === undefined) this.#connections?.delete(bridge);
    else
      (this.#connections ??= new Map()).set(bridge, {
        disconnection: kind === 'connected' ? undefined : state,
        movedTo,
      });
    this.refresh();
  }

  forgetConnection(bridge?: string): void {
    if (this.#connections?.delete(bridge) === true) this.refresh();
  }

  refresh(): void {
    this.#needsUpdate = true;
    if (!this.#stopped) this.#timer ??= setTimeout(showNow, initialDelay, this).unref();
  }

  /** Skips a status that is already shown. */
  show(): void {
    this.#timer = undefined;
    if (this.#stopped) return;
    if (!this.#needsUpdate) {
      this.#updateInterval = minUpdateInterval;
      busyNodes.delete(this);
      return;
    }
    this.#needsUpdate = false;
    const { fill, shape, text } = this.#choose();
    const statusText = makeStatusText(text);
    const { key, values, bridge = '' } = statusText;
    const signature = `${fill} ${shape} ${key} ${bridge} ${JSON.stringify(values)}`;
    if (signature === this.#lastSignature) {
      busyNodes.delete(this);
      return;
    }
    this.#lastSignature = signature;
    this.context.node.status({ fill, shape, text: translateStatus(this.context.RED, statusText) });
    busyNodes.add(this);
    const sharedInterval = Math.min(busyNodes.size * intervalPerBusyNode, longestBusyInterval);
    const interval = Math.max(this.#updateInterval, sharedInterval);
    this.#timer = setTimeout(showNow, interval, this).unref();
    this.#updateInterval = Math.min(updateIntervalGrowth * this.#updateInterval, maxUpdateInterval);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    busyNodes.delete(this);
    this.#endResult();
  }

  endResult(): void {
    this.#endResult();
    this.refresh();
  }

  #showResultFor(duration: number): void {
    this.#endResult();
    if (!this.#stopped) this.#resultTimer = setTimeout(endResult, duration, this).unref();
  }

  #endResult(): void {
    clearTimeout(this.#resultTimer);
    this.#resultTimer = undefined;
  }

  #choose(): NodeStatusContent {
    const { count } = this.pending;
    for (const [bridge, { disconnection }] of this.#connections ?? []) {
      const problem = disconnection && createConnectionStatus(disconnection, count, bridge);
      if (problem !== undefined) return problem;
    }
    if (count > 0) return createWorkingStatus(count);
    if (this.#resultTimer !== undefined) return this.#current;
    return this.#temporary ?? this.#lasting?.choose(this.#resultAt) ?? this.#current;
  }

  #setPersistent(status: NodeStatusContent): void {
    this.#current = status;
    this.#persistent = status;
  }
}

interface ShownConnection {
  /** Undefined while connected, because each connected state is a separate object. */
  readonly disconnection: ConnectionState | undefined;
  readonly movedTo: string | undefined;
}

/** After a deploy, thousands of statuses may be due at once. */
const showing = new SlicedQueue(systemClock, (error) => {
  throw error;
});

const showNow = (status: NodeStatusTracker): void => showing.run(() => status.show());
const endResult = (status: NodeStatusTracker): void => status.endResult();

/** In nodes/locales/<language>/bridge-config.json. */
const catalogueKey = '@lighting-bridge/node-red/bridge-config:status';

/** By Node-RED: `RED._` is slow, and the language does not change. */
const translationCaches = new WeakMap<object, Map<string, string>>();
const maxTranslations = 500;
/** A status shows about 20 characters. */
const maxBridgeNameLength = 12;

function translateStatus(
  RED: Pick<NodeAPI, '_'>,
  { key, values, bridge }: TranslatableStatusText,
): string {
  const translations = translationCaches.get(RED) ?? new Map<string, string>();
  translationCaches.set(RED, translations);
  const cacheKey = `${key} ${JSON.stringify(values)}`;
  const text = translations.get(cacheKey) ?? RED._(`${catalogueKey}.${key}`, values);
  if (translations.size >= maxTranslations) translations.clear();
  translations.set(cacheKey, text);
  return bridge === undefined ? text : `${sanitizeText(bridge, maxBridgeNameLength)}: ${text}`;
}

export function isConnectionLost(kind: ConnectionStatus): boolean | undefined {
  switch (kind) {
    case 'away':
    case 'unauthorized':
    case 'untrusted':
      return true;
    case 'connected':
    case 'waiting':
      return false;
    default:
      return undefined;
  }
}

/**
 * @param bridgeName if the node has several bridges
 * @returns stops the updates
 */
export function showConnection(
  client: Pick<BridgeClient, 'connectionState' | 'onConnectionChange'>,
  status: Pick<NodeStatusTracker, 'setConnection' | 'forgetConnection'>,
  bridgeName?: string,
): () => void {
  const show = (state: ConnectionState): void => status.setConnection(state, bridgeName);
  const unsubscribe = client.onConnectionChange(show);
  show(client.connectionState);
  return () => {
    unsubscribe();
    status.forgetConnection(bridgeName);
  };
}
