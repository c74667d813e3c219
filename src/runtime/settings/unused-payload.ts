import type { NodeMessage } from 'node-red';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import { isReadPayload } from '../../vocabulary/parsing/read-payload';
import type { CommandWarning } from '../../vocabulary/parsing/parse-result';

export const ignoredPayloadReason =
  'ignored, because the settings of this node say what to do. To let messages say it, change these settings.';

/** True for a payload that only triggers a node: none, `true`, `"get"` or a time. */
export const isTriggerPayload = (payload: unknown): boolean =>
  payload === true || isReadPayload(payload);

/** Returns a warning about a payload that the node does not use; undefined if the payload only triggers the node. */
function warnOfUnusedPayload(message: NodeMessage, reason: string): string | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(message, 'payload');
  const payload: unknown = descriptor?.value;
  return isTriggerPayload(payload) ? undefined : `payload: ${reason}`;
}

/** Adds a warning about an unused payload to the `bridge` of the answer of a node that only reads. */
export function addReadOnlyWarning(answer: NodeMessage, message: NodeMessage): NodeMessage {
  const warning = warnOfUnusedPayload(message, 'ignored, because this node only reads.');
  if (warning === undefined) return answer;
  const present = getNestedMember(answer, 'bridge');
  const bridge = { ...(isObject(present) ? present : {}), warnings: [warning] };
  return Object.assign(answer, { bridge });
}

/** Adds a warning about an unread payload to the metadata of an answer. */
export function addUnusedPayloadWarning<
  Meta extends { readonly warnings: readonly CommandWarning[] },
>(meta: Meta, message: NodeMessage): Meta {
  const warning = warnOfUnusedPayload(message, ignoredPayloadReason);
  return warning === undefined ? meta : { ...meta, warnings: [warning, ...meta.warnings] };
}
