import type { Node, NodeAPI } from 'node-red';
import { commandError, settingPath } from './command-error';
import { givenText, isUnset } from './given-setting';
import { evaluateSetting, needed } from './setting';

/** The setting that says what a node without a message watches. */
export interface WatchedTarget {
  target?: unknown;
  targetType?: unknown;
}

/**
 * Works out what a node watches.
 *
 * @returns id, name or `Room/Name`; empty when nothing is chosen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no text
 */
export async function watchedAddress(
  RED: NodeAPI,
  node: Node,
  { target, targetType }: WatchedTarget,
): Promise<string> {
  if (isUnset(target)) return '';
  const path = settingPath('target');
  const setting = { value: target, type: givenText(targetType) ?? 'resource' };
  const address = needed(await evaluateSetting({ RED, node }, {}, setting, path));
  if (typeof address === 'string' && address.trim() !== '') return address.trim();
  throw commandError({ path, expected: 'an id, a name or Room/Name', received: address });
}
