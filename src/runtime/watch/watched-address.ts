import type { Node, NodeAPI } from 'node-red';
import type { BridgeError } from '../../bridge/errors/bridge-error';
import {
  assertTargetsInBounds,
  pairTargetsWithBridges,
  splitTargetAddresses,
  mayNameBridge,
  toAddressText,
} from '../message/resolve-target-setting';
import { toCommandError, formatSettingPath } from '../settings/node-errors';
import {
  parseNonEmptyText,
  isSettingUnset,
  evaluateSetting,
  getSettingValueOrThrow,
} from '../settings/evaluate-setting';
import { isTargetFromMessage } from '../settings/target-settings';
import type { WatchedTargetSettings } from '../settings/target-settings';

/** Types of settings whose value no message changes. */
const fixedTypes: ReadonlySet<unknown> = new Set([undefined, '', 'resource', 'str', 'env']);

/** True when the target is chosen, and the same whatever a message says. */
export const isTargetFixed = ({ target, targetType }: WatchedTargetSettings): boolean =>
  !isSettingUnset(target) && fixedTypes.has(targetType);

/** Types of settings whose value may be another one each time it is read. */
const contextTypes: ReadonlySet<unknown> = new Set(['flow', 'global']);

/**
 * True when the target is chosen and may name another bridge than that of the node.
 *
 * @param isReadOnStart true for a target that is read once, when the node starts, also from a context
 */
export const mayTargetNameBridge = (
  settings: WatchedTargetSettings,
  isReadOnStart = false,
): boolean =>
  (isReadOnStart && !isSettingUnset(settings.target) && contextTypes.has(settings.targetType)) ||
  (isTargetFixed(settings) &&
    (settings.targetType === 'env' ||
      mayNameBridge(settings.target) ||
      (typeof settings.target === 'string' &&
        pairTargetsWithBridges(settings.target, settings.targetBridges) !== settings.target)));

const path = formatSettingPath('target');

/**
 * Evaluates the address of what a node watches.
 *
 * @returns id, name or `Room/Name`; empty when nothing is chosen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no text
 */
export async function evaluateWatchedAddressSetting(
  RED: NodeAPI,
  node: Node,
  settings: WatchedTargetSettings,
): Promise<string> {
  if (isSettingUnset(settings.target)) return '';
  return parseAddress(await evaluateWatchedTarget(RED, node, settings), path);
}

/**
 * Evaluates the address of what a node watches beside the targets of its messages.
 *
 * @returns id, name or `Room/Name`; empty when nothing is chosen, and where each message names its own target
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no text
 */
export const evaluateSourceAddressSetting = async (
  RED: NodeAPI,
  node: Node,
  settings: WatchedTargetSettings,
): Promise<string> =>
  isTargetFromMessage(settings) ? '' : evaluateWatchedAddressSetting(RED, node, settings);

/**
 * Evaluates the addresses of what a node watches, where that may be several.
 *
 * @returns ids, names or `Room/Name`; empty when nothing is chosen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives neither a text nor a list of texts
 */
export async function evaluateWatchedAddressesSetting(
  RED: NodeAPI,
  node: Node,
  settings: WatchedTargetSettings,
): Promise<readonly string[]> {
  if (isSettingUnset(settings.target)) return [];
  return listAddresses(await evaluateWatchedTarget(RED, node, settings), path).map(
    ({ address, at }) => parseAddress(address, at),
  );
}

/** One of the addresses of a setting or a message, and its path. */
interface LocatedAddress {
  readonly address: unknown;
  readonly at: string;
}

/**
 * The addresses of one or several resources.
 *
 * @param value an address in any form, or a list of these, or ids with commas between them
 * @param at path of the value
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an empty list, and for what is longer than the bounds
 */
export function listAddresses(value: unknown, at: string): readonly LocatedAddress[] {
  assertTargetsInBounds(value, at);
  const addresses = splitTargetAddresses(value);
  if (addresses === undefined) return [{ address: value, at }];
  if (addresses.length === 0) throw refuseAddress(value, at);
  return addresses.map((address, index) => ({ address, at: `${at}[${index}]` }));
}

/** The value of the target that a node reads when it starts. */
export const evaluateWatchedTarget = async (
  RED: NodeAPI,
  node: Node,
  { target, targetType }: WatchedTargetSettings,
): Promise<unknown> => {
  const setting = { value: target, type: parseNonEmptyText(targetType) ?? 'resource' };
  const value = getSettingValueOrThrow(await evaluateSetting({ RED, node }, {}, setting, path));
  assertTargetsInBounds(value, path);
  return value;
};

/**
 * The text of an address in any form: id, name or `Room/Name`.
 *
 * @param at path of the value, for the error
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for anything else
 */
export function parseAddress(value: unknown, at: string): string {
  const address = toAddressText(value);
  if (typeof address === 'string' && address.trim() !== '') return address.trim();
  throw refuseAddress(value, at);
}

const refuseAddress = (received: unknown, at: string): BridgeError =>
  toCommandError({ path: at, expected: 'an id, a name or Room/Name', received });
