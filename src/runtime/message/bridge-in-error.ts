import { BridgeError } from '../../bridge/errors/bridge-error';
import { toNodeError } from '../settings/node-errors';

/** An error of a node with several bridges, which says of which one it is. */
export function addBridgeToError(thrown: unknown, bridgeName: string): BridgeError {
  const { code, message, cause } = toNodeError(thrown);
  if (cause.bridgeName !== undefined) return toNodeError(thrown);
  const { error } = cause;
  const facts = { ...cause, bridgeName, ...(error === undefined ? {} : { error }) };
  // A name that was picked in a dialog says its bridge already.
  const isNamed = message.startsWith(`${bridgeName}:`);
  return new BridgeError(code, isNamed ? message : `${bridgeName}: ${message}`, facts);
}
