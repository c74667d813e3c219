import { BridgeError } from '../../bridge/errors/bridge-error';
import { toNodeError } from '../settings/node-errors';

/** Returns the error of a node with several bridges, with the name of the bridge. */
export function addBridgeToError(thrown: unknown, bridgeName: string): BridgeError {
  const { code, message, cause } = toNodeError(thrown);
  if (cause.bridgeName !== undefined) return toNodeError(thrown);
  const { error } = cause;
  const facts = { ...cause, bridgeName, ...(error === undefined ? {} : { error }) };
  // A picked name already contains its bridge.
  const isNamed = message.startsWith(`${bridgeName}:`);
  return new BridgeError(code, isNamed ? message : `${bridgeName}: ${message}`, facts);
}
