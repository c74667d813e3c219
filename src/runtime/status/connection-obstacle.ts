import type { BridgeError } from '../../bridge/errors/bridge-error';

/** Reason why a bridge was never reached; last part of the key of the status text. */
type ConnectionObstacle = 'notListening' | 'unknownHost' | 'noRoute' | 'noAnswer' | 'noHttps';

/** Reasons by the code of the underlying error. Node.js documentation, common system errors. */
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

/** @returns undefined if the error of a connection does not give the reason */
export function findConnectionObstacle(
  error: BridgeError | undefined,
): ConnectionObstacle | undefined {
  if (error === undefined) return undefined;
  const { reason = '' } = error.cause;
  if (error.code === 'ERR_BRIDGE_TIMEOUT') return 'noAnswer';
  return reason.startsWith('ERR_SSL_') ? 'noHttps' : obstacles[reason];
}
