import type { NodeMessage } from 'node-red';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import { isReadPayload } from '../../vocabulary/parsing/read-payload';
import type { CommandWarning } from '../../vocabulary/parsing/parse-result';

export const ignoredPayloadReason =
  'ignored, because the settings of this node say what to do. To let messages say it, change these settings.';

/** True for a payload that only triggers a node: none, `true`, `"get"` or a time. */
export const isTriggerPayload = (payload: unknown): boolean =>
  payload === true || isReadPayload(payload);

export const onlyReadsReason = 'ignored, because this node only reads.';

/**
 * Returns a warning about a payload that the node does not use.
 *
 * @param reason reason of the warning; if missing, that the dialog sets everything
 * @returns undefined for a payload that only triggers the node
 */
export function warnOfUnusedPayload(
  message: NodeMessage,
  reason: string = ignoredPayloadReason,
): string | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(message, 'payload');
  const payload: unknown = descriptor?.value;
  return isTriggerPayload(payload) ? undefined : `payload: ${reason}`;
}

/** Adds a warning to the `bridge` of a message to send; undefined adds none. */
export function addWarningToMessage(
  message: NodeMessage,
  warning: string | undefined,
): NodeMessage {
  if (warning === undefined) return message;
  const present = getNestedMember(message, 'bridge');
  const bridge = { ...(isObject(present) ? present : {}), warnings: [warning] };
  return Object.assign(message, { bridge });
}

/** Adds a warning about an unread payload to the metadata of an answer. */
export function addUnusedPayloadWarning<
  Meta extends { readonly warnings: readonly CommandWarning[] },
>(meta: Meta, message: NodeMessage): Meta {
  const warning = warnOfUnusedPayload(message);
  return warning === undefined ? meta : { ...meta, warnings: [warning, ...meta.warnings] };
}
