import type { BridgeError } from '../../bridge/errors/bridge-error';

/** Why a bridge was never reached; the last part of the key of its status text. */
export type ConnectionObstacle =
  | 'notListening'
  | 'unknownHost'
  | 'noRoute'
  | 'noAnswer'
  | 'noHttps';

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

/** @returns undefined when the error of a connection does not say why it could not be established */
export function findConnectionObstacle(
  error: BridgeError | undefined,
): ConnectionObstacle | undefined {
  if (error === undefined) return undefined;
  const { reason = '' } = error.cause;
  if (error.code === 'ERR_BRIDGE_TIMEOUT') return 'noAnswer';
  return reason.startsWith('ERR_SSL_') ? 'noHttps' : obstacles[reason];
}
