import type { NodeMessage } from 'node-red';
import { isReadPayload } from '../../vocabulary/parsing/read-payload';

/** Why a node leaves out what a payload says. */
export const leftOutReason = 'left out, the dialog of this node says what to do.';

/** Returns true for a payload that says nothing, but makes a node do what its dialog says: none, `true`, `"get"` or a time. */
export const isTriggerPayload = (payload: unknown): boolean =>
  payload === true || isReadPayload(payload);

/**
 * Returns a warning about the payload of a message, for a node whose dialog says all.
 *
 * @returns undefined for a payload that says nothing
 */
export function warnOfUnusedPayload(message: NodeMessage): string | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(message, 'payload');
  const payload: unknown = descriptor?.value;
  return isTriggerPayload(payload) ? undefined : `payload: ${leftOutReason}`;
}
