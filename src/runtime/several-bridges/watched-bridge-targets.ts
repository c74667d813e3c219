import type { Node, NodeAPI } from 'node-red';
import {
  pairTargetsWithBridges,
  splitAddresses,
  toAddressText,
} from '../targets/resolve-target-setting';
import type { DeployedBridge } from '../session/deployed-bridges';
import { evaluateWatchedAddressSetting } from '../watching/watched-address';
import type { WatchedTargetSettings } from '../settings/target-settings';
import { toNodeError } from '../node-errors';
import { splitBridgeFromAddress } from './find-named-bridge';

/** What a node watches on one bridge. */
export interface WatchedBridgeTargets {
  /** Missing for the bridge of the node. */
  readonly named: DeployedBridge | undefined;
  /** Ids, names or `Room/Name`. */
  readonly addresses: readonly string[];
}

/** What a node watches by itself. */
export interface WatchedTargetsByBridge {
  /** One for each bridge, in the order in which the target names them. */
  readonly parts: readonly WatchedBridgeTargets[];
  /** Why a bridge that the target names was not found; undefined where all were. */
  readonly problem: Error | undefined;
}

/**
 * Says what a node watches by itself on which bridge. What names a bridge that is not found is left out.
 *
 * @param settings a target that no message changes
 * @throws {BridgeError} as `evaluateWatchedAddressSetting`
 */
export async function findWatchedTarget(
  RED: NodeAPI,
  node: Node,
  settings: WatchedTargetSettings,
): Promise<WatchedTargetsByBridge> {
  const target = await evaluateWatchedAddressSetting(RED, node, settings);
  const paired = pairTargetsWithBridges(target, settings.targetBridges);
  const addresses: readonly unknown[] = Array.isArray(paired)
    ? paired
    : typeof paired === 'string'
      ? splitAddresses(paired)
      : [paired];
  const parts = new Map<string, WatchedBridgeTargets>();
  let problem: Error | undefined;
  for (const address of addresses) {
    try {
      const named = splitBridgeFromAddress(address);
      const key = named?.id ?? '';
      const listed = parts.get(key)?.addresses ?? [];
      const text = toText(named === undefined ? address : named.address);
      parts.set(key, { named, addresses: [...listed, text] });
    } catch (error) {
      problem ??= toNodeError(error);
    }
  }
  return { parts: [...parts.values()], problem };
}

function toText(address: unknown): string {
  const text = toAddressText(address);
  return typeof text === 'string' ? text : '';
}
