import type { NodeMessage } from 'node-red';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import { isReadPayload } from '../../vocabulary/parsing/read-payload';

/** Why a node ignores what a payload says. */
export const ignoredPayloadReason =
  'ignored, because the settings of this node say what to do. To let messages say it, change these settings.';

/** Returns true for a payload that says nothing, but makes a node do what its dialog says: none, `true`, `"get"` or a time. */
export const isTriggerPayload = (payload: unknown): boolean =>
  payload === true || isReadPayload(payload);

/** Why a node that only reads ignores what a payload says. */
export const onlyReadsReason = 'ignored, because this node only reads.';

/**
 * Returns a warning about the payload of a message, for a node that does not look at it.
 *
 * @param reason why not; that its dialog says all when missing
 * @returns undefined for a payload that says nothing
 */
export function warnOfUnusedPayload(
  message: NodeMessage,
  reason: string = ignoredPayloadReason,
): string | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(message, 'payload');
  const payload: unknown = descriptor?.value;
  return isTriggerPayload(payload) ? undefined : `payload: ${reason}`;
}

/** Sets a warning in the `bridge` of a message that is to be sent; undefined stands for none. */
export function addWarningToMessage(
  message: NodeMessage,
  warning: string | undefined,
): NodeMessage {
  if (warning === undefined) return message;
  const origin = getNestedMember(message, 'bridge');
  const bridge = { ...(isObject(origin) ? origin : {}), warnings: [warning] };
  return Object.assign(message, { bridge });
}

/** Adds a warning about a payload that nothing has read to what an answer says of its request. */
export function addUnusedPayloadWarning<Meta extends { readonly warnings: readonly string[] }>(
  meta: Meta,
  message: NodeMessage,
): Meta {
  const warning = warnOfUnusedPayload(message);
  return warning === undefined ? meta : { ...meta, warnings: [warning, ...meta.warnings] };
}
