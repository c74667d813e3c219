import type { Node, NodeAPI } from 'node-red';
import { pairTargetsWithBridges } from '../message/resolve-target-setting';
import type { DeployedBridge } from '../bridge/deployed-bridges';
import { evaluateWatchedTarget, listAddresses, parseAddress } from './watched-address';
import type { WatchedTargetSettings } from '../settings/target-settings';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import { formatSettingPath } from '../settings/node-errors';
import { splitBridgeFromAddress } from '../message/find-named-bridge';

/** What a node watches on one bridge. */
export interface WatchedBridgeTargets {
  /** Missing for the bridge of the node. */
  readonly named: DeployedBridge | undefined;
  /** Ids, names or `Room/Name`; an empty text for all of the bridge. */
  readonly addresses: readonly string[];
}

/** What a node watches by itself. */
interface WatchedTargetsByBridge {
  /** One for each bridge, in the order in which the target names them. */
  readonly parts: readonly WatchedBridgeTargets[];
  /** Why a bridge that the target names was not found; undefined where all were. */
  readonly problem: Error | undefined;
}

/**
 * Says what a node watches by itself on which bridge. What names a bridge that is not found is left out.
 *
 * @param settings a target that no message changes
 * @throws {BridgeError} what evaluating the setting throws, and as `splitByBridge`
 */
export async function findWatchedTarget(
  RED: NodeAPI,
  node: Node,
  settings: WatchedTargetSettings,
): Promise<WatchedTargetsByBridge> {
  const target = await evaluateWatchedTarget(RED, node, settings);
  const paired =
    typeof target === 'string' ? pairTargetsWithBridges(target, settings.targetBridges) : target;
  let problem: Error | undefined;
  const parts = splitByBridge(paired, formatSettingPath('target'), (error) => {
    problem ??= error;
  });
  return { parts, problem };
}

/**
 * Sorts addresses by their bridges.
 *
 * @param value an address in any form, or a list of these
 * @param path of the value, for errors
 * @param onUnknownBridge called for a bridge that is not found, whose address is left out
 * @returns one for each bridge, in the order in which they are named
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for what is no address; what `onUnknownBridge` throws
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
      const text = isAll ? '' : parseAddress(named === undefined ? address : named.address, at);
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
