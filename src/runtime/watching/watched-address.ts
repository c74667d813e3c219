import type { Node, NodeAPI } from 'node-red';
import { toCommandError, formatSettingPath } from '../node-errors';
import { parseNonEmptyText, isUnset, evaluateSetting, unwrap } from '../settings/evaluate-setting';

/** The target setting of a node that watches without an input message. */
export interface TargetSettings {
  target?: unknown;
  targetType?: unknown;
}

/** Types of settings whose value no message changes. */
const fixedTypes: ReadonlySet<unknown> = new Set([undefined, '', 'resource', 'str', 'env']);

/** True when the target is chosen, and the same whatever a message says. */
export const isTargetFixed = ({ target, targetType }: TargetSettings): boolean =>
  !isUnset(target) && fixedTypes.has(targetType);

/**
 * Evaluates the address of what a node watches.
 *
 * @returns id, name or `Room/Name`; empty when nothing is chosen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no text
 */
export async function evaluateWatchedAddress(
  RED: NodeAPI,
  node: Node,
  { target, targetType }: TargetSettings,
): Promise<string> {
  if (isUnset(target)) return '';
  const path = formatSettingPath('target');
  const setting = { value: target, type: parseNonEmptyText(targetType) ?? 'resource' };
  const address = unwrap(await evaluateSetting({ RED, node }, {}, setting, path));
  if (typeof address === 'string' && address.trim() !== '') return address.trim();
  throw toCommandError({ path, expected: 'an id, a name or Room/Name', received: address });
}
