import type { ConnectionState } from '../../bridge';
import { isBridgeError } from '../../bridge/errors';
import type { BridgeError, BridgeErrorCode } from '../../bridge/errors';
import { getNestedMember } from '../../resources/values/member-access';
import { unitLengths } from '../../units/duration';

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

export const createWorkingStatus = (count: number): NodeStatusContent =>
  createDotStatus('blue', count > 1 ? { key: 'workingOn', values: { count } } : { key: 'working' });

/**
 * @param bridge name, if the node has several bridges
 * @param messages pending messages of the node
 * @returns undefined without a problem
 */
export function createConnectionStatus(
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
export const isTransient = (error: Error): boolean =>
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
export const needsChangeOfNode = (error: Error): boolean =>
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
