import type { Node, NodeAPI } from 'node-red';
import type { BridgeError } from '../../bridge/errors/bridge-error';
import {
  assertTargetsInBounds,
  pairTargetsWithBridges,
  splitTargetAddresses,
  mayNameBridge,
  toAddressText,
} from '../targets/resolve-target-setting';
import { toCommandError, formatSettingPath } from '../node-errors';
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

/** True when the target is chosen and may name another bridge than that of the node. */
export const mayTargetNameBridge = (settings: WatchedTargetSettings): boolean =>
  isTargetFixed(settings) &&
  (settings.targetType === 'env' ||
    mayNameBridge(settings.target) ||
    (typeof settings.target === 'string' &&
      pairTargetsWithBridges(settings.target, settings.targetBridges) !== settings.target));

/** Reads an address: its text, where it has one. */
export type AddressReader = (address: unknown, at: string) => unknown;

const path = formatSettingPath('target');

/**
 * Evaluates the address of what a node watches.
 *
 * @param read reads it; what it throws is thrown
 * @returns id, name or `Room/Name`; empty when nothing is chosen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no text
 */
export async function evaluateWatchedAddressSetting(
  RED: NodeAPI,
  node: Node,
  settings: WatchedTargetSettings,
  read: AddressReader = toAddressText,
): Promise<string> {
  if (isSettingUnset(settings.target)) return '';
  return parseAddress(await evaluateTarget(RED, node, settings), path, read);
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
 * @param read reads each; what it throws is thrown
 * @returns ids, names or `Room/Name`; empty when nothing is chosen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives neither a text nor a list of texts
 */
export async function evaluateWatchedAddressesSetting(
  RED: NodeAPI,
  node: Node,
  settings: WatchedTargetSettings,
  read?: AddressReader,
): Promise<readonly string[]> {
  if (isSettingUnset(settings.target)) return [];
  return parseResourceAddresses(await evaluateTarget(RED, node, settings), path, read);
}

/**
 * Parses the addresses of one or several resources.
 *
 * @param value an id, a name, `Room/Name`, `{room, name}` or a reference, or a list of these
 * @param at path of the value, for the error
 * @param read reads each; what it throws is thrown
 * @returns ids, names or `Room/Name`
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when it is neither an address nor a list of addresses
 */
export function parseResourceAddresses(
  value: unknown,
  at: string,
  read: AddressReader = toAddressText,
): readonly string[] {
  assertTargetsInBounds(value, at);
  const addresses = splitTargetAddresses(value);
  if (addresses === undefined) return [parseAddress(value, at, read)];
  if (addresses.length === 0) throw refuseAddress(value, at);
  return addresses.map((address, index) => parseAddress(address, `${at}[${index}]`, read));
}

const evaluateTarget = async (
  RED: NodeAPI,
  node: Node,
  { target, targetType }: WatchedTargetSettings,
): Promise<unknown> => {
  const setting = { value: target, type: parseNonEmptyText(targetType) ?? 'resource' };
  const value = getSettingValueOrThrow(await evaluateSetting({ RED, node }, {}, setting, path));
  assertTargetsInBounds(value, path);
  return value;
};

function parseAddress(value: unknown, at: string, read: AddressReader): string {
  const address = read(value, at);
  if (typeof address === 'string' && address.trim() !== '') return address.trim();
  throw refuseAddress(value, at);
}

const refuseAddress = (received: unknown, at: string): BridgeError =>
  toCommandError({ path: at, expected: 'an id, a name or Room/Name', received });
