import type { NodeMessage } from 'node-red';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import { isReadPayload } from '../../vocabulary/read-payload';
import { readReceivedValue } from './received-value';
import type { CommandWarning } from '../../vocabulary/parse-result';

export const ignoredPayloadReason =
  'ignored, because the settings of this node say what to do. To let messages say it, change these settings.';

/** True for none, `true`, `"get"` or a time. */
export const isTriggerPayload = (payload: unknown): boolean =>
  payload === true || isReadPayload(payload);

/** Returns undefined for a payload that only triggers the node. */
function warnOfUnusedPayload(message: NodeMessage, reason: string): string | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(message, 'payload');
  const payload = readReceivedValue(descriptor?.value);
  return isTriggerPayload(payload) ? undefined : `payload: ${reason}`;
}

/** Warns in the answer's `bridge`, for a node that only reads. */
export function addReadOnlyWarning(answer: NodeMessage, message: NodeMessage): NodeMessage {
  const warning = warnOfUnusedPayload(message, 'ignored, because this node only reads.');
  if (warning === undefined) return answer;
  const present = getNestedMember(answer, 'bridge');
  const bridge = { ...(isObject(present) ? present : {}), warnings: [warning] };
  return Object.assign(answer, { bridge });
}

export function addUnusedPayloadWarning<
  Meta extends { readonly warnings: readonly CommandWarning[] },
>(meta: Meta, message: NodeMessage): Meta {
  const warning = warnOfUnusedPayload(message, ignoredPayloadReason);
  return warning === undefined ? meta : { ...meta, warnings: [warning, ...meta.warnings] };
}
