import type { Node, NodeAPI } from 'node-red';
import type { ConnectionState, ConnectionStatus } from '../bridge';
import { BoundedMap } from '../bridge/bounded-map';
import { SlicedQueue } from '../bridge/slices';
import { systemClock } from '../bridge/clock';
import { sanitizeText, isBridgeError } from '../bridge/errors';
import type { BridgeError, BridgeErrorCode } from '../bridge/errors';
import { getNestedMember } from '../resources/members';
import { unitLengths } from '../units/duration';

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
  #said: BoundedMap<string, true> | undefined;

  constructor(
    private readonly context: NodeStatusContext,
    private readonly pending: PendingMessageCount,
  ) {}

  /** Replaces the last result while the node is idle. An error from before the first lasting status is shown first. */
  setLasting(lasting: IdleNodeStatus): void {
    if (this.#lasting === undefined && this.#current.fill === 'red')
      this.#showResultFor(errorDuration);
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
    this.#said ??= new BoundedMap(maxSaidSentences);
    this.#said.set(error.message, true);
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
  let text = translations.get(cacheKey);
  if (text === undefined) {
    text = RED._(`${catalogueKey}.${key}`, values);
    if (translations.size >= maxTranslations) translations.clear();
    translations.set(cacheKey, text);
  }
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

/** Below `status` in the catalogue. */
export interface TranslatableStatusText {
  key: string;
  values?: Record<string, string | number>;
  /** Name, if the node has several bridges. */
  bridge?: string | undefined;
  /** Of a result; green if missing. */
  fill?: 'yellow';
}

/** Most texts are replaced before they are shown, so they need not be created. */
export type LazyStatusText = TranslatableStatusText | (() => TranslatableStatusText);

export interface NodeStatusContent {
  readonly fill: 'grey' | 'blue' | 'green' | 'yellow' | 'red';
  readonly shape: 'ring' | 'dot';
  readonly text: LazyStatusText;
}

export const idleStatus: NodeStatusContent = { fill: 'grey', shape: 'ring', text: { key: 'idle' } };

export const createDotStatus = (
  fill: NodeStatusContent['fill'],
  text: LazyStatusText,
): NodeStatusContent => ({ fill, shape: 'dot', text });

export const createResultStatus = (text: LazyStatusText): NodeStatusContent =>
  createDotStatus((typeof text === 'function' ? undefined : text.fill) ?? 'green', text);

export const makeStatusText = (text: LazyStatusText): TranslatableStatusText =>
  typeof text === 'function' ? text() : text;

export const createErrorStatus = (error: Error): NodeStatusContent => ({
  fill: 'red',
  shape: 'ring',
  text: {
    key: `failed.${errorStatusKey(error)}`,
    bridge: isBridgeError(error) ? error.cause.bridgeName : undefined,
  },
});

const createWorkingStatus = (count: number): NodeStatusContent =>
  createDotStatus('blue', count > 1 ? { key: 'workingOn', values: { count } } : { key: 'working' });

/**
 * @param bridge name, if the node has several bridges
 * @param messages pending messages of the node
 * @returns undefined without a problem
 */
function createConnectionStatus(
  { kind, since, reason, lastContact }: ConnectionState,
  messages: number,
  bridge?: string,
): NodeStatusContent | undefined {
  if (kind === 'waiting' || kind === 'away') {
    const obstacle =
      lastContact === undefined && messages === 0 ? findConnectionObstacle(reason) : undefined;
    if (obstacle !== undefined)
      return { fill: 'yellow', shape: 'ring', text: { key: `neverReached.${obstacle}`, bridge } };
    const values = { count: messages, since: formatTimeOrDate(since) };
    const text = { key: messages > 0 ? `${kind}With` : kind, values, bridge };
    return { fill: 'yellow', shape: 'ring', text };
  }
  const isRefused = kind === 'unauthorized' || kind === 'untrusted';
  if (!isRefused || reason === undefined) return undefined;
  const { text, ...status } = createErrorStatus(reason);
  return { ...status, text: bridge === undefined ? text : addBridgeToStatusText(text, bridge) };
}

export const addBridgeToStatusText = (text: LazyStatusText, bridge: string): LazyStatusText =>
  typeof text === 'function' ? () => ({ ...text(), bridge }) : { ...text, bridge };

/** Returns the end of the catalogue key: the code, or the reason of wrong settings. */
function errorStatusKey(error: Error | BridgeError): string {
  if (!('code' in error) || typeof error.code !== 'string') return 'ERR_BRIDGE_UNEXPECTED_ERROR';
  const { code } = error;
  const reason = getNestedMember(error.cause, 'reason');
  const isSettingError =
    code === 'ERR_BRIDGE_NOT_CONFIGURED' ||
    (code === 'ERR_BRIDGE_INVALID_COMMAND' && reason === 'WRONG_SETTING');
  return isSettingError && typeof reason === 'string' ? reason : code;
}

const transientCodes: ReadonlySet<string> = new Set<BridgeErrorCode>([
  'ERR_BRIDGE_UNREACHABLE',
  'ERR_BRIDGE_TIMEOUT',
  'ERR_BRIDGE_UNTRUSTED',
  'ERR_BRIDGE_TOO_MANY_REQUESTS',
  'ERR_BRIDGE_BUSY',
  'ERR_BRIDGE_UNAUTHORIZED',
  'ERR_BRIDGE_FORBIDDEN',
  'ERR_BRIDGE_EXPIRED',
]);

/** True for errors of the connection, false for those of the command or the settings. */
const isTransient = (error: Error): boolean =>
  isBridgeError(error) && transientCodes.has(error.code);

/** Reasons of nodes; the bridge node reports others. */
const reasonsOfNodes: ReadonlySet<unknown> = new Set(['NO_BRIDGE', 'NO_TYPE', 'NO_TARGET']);

const lastingCodes: ReadonlySet<string> = new Set<BridgeErrorCode>([
  'ERR_BRIDGE_UNKNOWN_TARGET',
  'ERR_BRIDGE_NOT_FOUND',
  'ERR_BRIDGE_INVALID_COMMAND',
  'ERR_BRIDGE_METHOD_NOT_ALLOWED',
  'ERR_BRIDGE_UNEXPECTED_ERROR',
]);

/** True if only a change of the node, such as its target, ends the error. */
const needsChangeOfNode = (error: Error): boolean =>
  isBridgeError(error) &&
  (lastingCodes.has(error.code) ||
    (error.code === 'ERR_BRIDGE_NOT_CONFIGURED' && reasonsOfNodes.has(error.cause.reason)));

/** Why the bridge was never reached; end of the key of the status text. */
type ConnectionObstacle = 'notListening' | 'unknownHost' | 'noRoute' | 'noAnswer' | 'noHttps';

/** By the code of the underlying error. Node.js documentation, common system errors. */
const obstacles: Readonly<Record<string, ConnectionObstacle>> = {
  ECONNREFUSED: 'notListening',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  FORBIDDEN_ADDRESS: 'unknownHost',
  EHOSTUNREACH: 'noRoute',
  ENETUNREACH: 'noRoute',
  EHOSTDOWN: 'noRoute',
  ENETDOWN: 'noRoute',
  ETIMEDOUT: 'noAnswer',
  EPROTO: 'noHttps',
};

/** Returns undefined if the error does not give the reason. */
function findConnectionObstacle(error: BridgeError | undefined): ConnectionObstacle | undefined {
  if (error === undefined) return undefined;
  const { reason = '' } = error.cause;
  if (error.code === 'ERR_BRIDGE_TIMEOUT') return 'noAnswer';
  return reason.startsWith('ERR_SSL_') ? 'noHttps' : obstacles[reason];
}

const padTwoDigits = (part: number): string => String(part).padStart(2, '0');

/** Returns local time as `hh:mm:ss`. */
export const formatTimeWithSeconds = (time: Date): string =>
  [time.getHours(), time.getMinutes(), time.getSeconds()].map(padTwoDigits).join(':');

/** Returns local time as `hh:mm`; as `yyyy-mm-dd` if more than a day ago. */
export function formatTimeOrDate(since: Date, now = new Date()): string {
  const [hours, minutes] = [since.getHours(), since.getMinutes()].map(padTwoDigits);
  if (now.getTime() - since.getTime() < unitLengths.day) return `${hours}:${minutes}`;
  return `${since.getFullYear()}-${padTwoDigits(since.getMonth() + 1)}-${padTwoDigits(since.getDate())}`;
}
