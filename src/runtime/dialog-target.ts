import type { Node, NodeAPI } from 'node-red';
import { isBridgeError } from '../bridge/errors';
import type { BridgeError } from '../bridge/errors';
import type { DeployedBridge } from './bridge/deployed-bridges';
import { splitBridgeFromAddress } from './message/find-named-bridge';
import {
  assertTargetsInBounds,
  pairTargetsWithBridges,
  splitTargetAddresses,
  mayNameBridge,
  toAddressText,
} from './message/resolve-target-setting';
import {
  parseNonEmptyText,
  isSettingUnset,
  evaluateSetting,
  getSettingValueOrThrow,
} from './settings/evaluate-setting';
import { toCommandError, formatSettingPath } from './settings/node-errors';
import { isTargetFromMessage } from './settings/target-settings';
import type { WatchedTargetSettings } from './settings/target-settings';

/** The node whose dialog holds the target. */
export interface NodeContext {
  readonly RED: NodeAPI;
  readonly node: Node;
}

/** The value is the same for every message. */
const fixedTypes: ReadonlySet<unknown> = new Set([undefined, '', 'resource', 'str', 'env']);

/** True for a target that is set, and independent of messages. */
export const isTargetFixed = ({ target, targetType }: WatchedTargetSettings): boolean =>
  !isSettingUnset(target) && fixedTypes.has(targetType);

/** The value may change between two reads. */
const contextTypes: ReadonlySet<unknown> = new Set(['flow', 'global']);

/**
 * Returns true if the target may name a bridge other than that of the node.
 *
 * @param isReadOnStart the target, also one from a context, is read once at the start of the node
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

const targetPath = formatSettingPath('target');

/**
 * @returns id, name or `Room/Name`; empty without a target
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting gives no text
 */
export async function evaluateWatchedAddressSetting(
  context: NodeContext,
  settings: WatchedTargetSettings,
): Promise<string> {
  if (isSettingUnset(settings.target)) return '';
  return parseTargetAddress(await evaluateWatchedTarget(context, settings), targetPath);
}

/**
 * Reads the target that a node watches in addition to those of its messages.
 *
 * @returns id, name or `Room/Name`; empty without a target, or if each message names its own
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting gives no text
 */
export const evaluateSourceAddressSetting = async (
  context: NodeContext,
  settings: WatchedTargetSettings,
): Promise<string> =>
  isTargetFromMessage(settings) ? '' : evaluateWatchedAddressSetting(context, settings);

/**
 * @returns ids, names or `Room/Name`; empty without a target
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting gives neither a text nor a list of texts
 */
export async function evaluateWatchedAddressesSetting(
  context: NodeContext,
  settings: WatchedTargetSettings,
): Promise<readonly string[]> {
  if (isSettingUnset(settings.target)) return [];
  return listAddresses(await evaluateWatchedTarget(context, settings), targetPath).map(
    ({ address, at }) => parseTargetAddress(address, at),
  );
}

interface LocatedAddress {
  readonly address: unknown;
  readonly at: string;
}

/**
 * @param value an address, a list, or ids separated by commas
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an empty list, and for values above the bounds
 */
function listAddresses(value: unknown, at: string): readonly LocatedAddress[] {
  assertTargetsInBounds(value, at);
  const addresses = splitTargetAddresses(value);
  if (addresses === undefined) return [{ address: value, at }];
  if (addresses.length === 0) throw refuseAddress(value, at);
  return addresses.map((address, index) => ({ address, at: `${at}[${index}]` }));
}

/** Reads the target at the start of the node. */
const evaluateWatchedTarget = async (
  context: NodeContext,
  { target, targetType }: WatchedTargetSettings,
): Promise<unknown> => {
  const setting = { value: target, type: parseNonEmptyText(targetType) ?? 'resource' };
  const value = getSettingValueOrThrow(await evaluateSetting(context, {}, setting, targetPath));
  assertTargetsInBounds(value, targetPath);
  return value;
};

/**
 * Returns id, name or `Room/Name`.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for anything else
 */
function parseTargetAddress(value: unknown, at: string): string {
  const address = toAddressText(value);
  if (typeof address === 'string' && address.trim() !== '') return address.trim();
  throw refuseAddress(value, at);
}

const refuseAddress = (received: unknown, at: string): BridgeError =>
  toCommandError({ path: at, expected: 'an id, a name or Room/Name', received });

export interface WatchedBridgeTargets {
  /** Missing for the node's bridge. */
  readonly named: DeployedBridge | undefined;
  /** Ids, names or `Room/Name`; an empty text for the whole bridge. */
  readonly addresses: readonly string[];
}

interface WatchedTargetsByBridge {
  /** In the order of the target. */
  readonly parts: readonly WatchedBridgeTargets[];
  readonly problem: Error | undefined;
}

/**
 * Leaves out targets on unknown bridges.
 *
 * @param settings their target does not depend on messages
 * @throws {BridgeError} errors of evaluating the setting, and as `splitByBridge`
 */
export async function findWatchedTarget(
  context: NodeContext,
  settings: WatchedTargetSettings,
): Promise<WatchedTargetsByBridge> {
  const target = await evaluateWatchedTarget(context, settings);
  const paired =
    typeof target === 'string' ? pairTargetsWithBridges(target, settings.targetBridges) : target;
  let problem: Error | undefined;
  const parts = splitByBridge(paired, formatSettingPath('target'), (error) => {
    problem ??= error;
  });
  return { parts, problem };
}

/**
 * Returns one entry for each bridge, in the order of the addresses.
 *
 * @param value an address, or a list
 * @param onUnknownBridge its address is left out
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an invalid address; errors that `onUnknownBridge` throws
 */
export function splitByBridge(
  value: unknown,
  path: string,
  onUnknownBridge: (error: Error) => void,
): readonly WatchedBridgeTargets[] {
  const parts = new Map<string, WatchedBridgeTargets>();
  for (const { address, at } of listAddresses(value, path)) {
    try {
      const named = splitBridgeFromAddress(address, at);
      const isAll = named !== undefined && named.address === undefined;
      const text = isAll
        ? ''
        : parseTargetAddress(named === undefined ? address : named.address, at);
      const key = named?.id ?? '';
      const listed = parts.get(key)?.addresses ?? [];
      parts.set(key, { named, addresses: [...listed, text] });
    } catch (error) {
      if (!isBridgeError(error) || error.code !== 'ERR_BRIDGE_UNKNOWN_TARGET') throw error;
      onUnknownBridge(error);
    }
  }
  return [...parts.values()];
}
