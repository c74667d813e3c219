import { pairTargetsWithBridges } from '../message/resolve-target-setting';
import type { DeployedBridge } from '../bridge/deployed-bridges';
import { evaluateWatchedTarget, listAddresses, parseTargetAddress } from './watched-address';
import type { NodeContext } from './watched-address';
import type { WatchedTargetSettings } from '../settings/target-settings';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import { formatSettingPath } from '../settings/node-errors';
import { splitBridgeFromAddress } from '../message/find-named-bridge';

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
