import type { BridgeClient, StateCache } from '../../bridge';
import { getNestedMember } from '../../resources';
import type { Resource } from '../../resources';

/** Null for a value that the bridge does not report. */
export interface BridgeInfo {
  name: string | null;
  /** 16 hex digits. */
  bridgeId: string | null;
  model: string | null;
  softwareVersion: string | null;
}

export function getCachedBridgeInfo(stateCache: StateCache): BridgeInfo {
  const [bridge] = stateCache.byType('bridge');
  const owner = bridge === undefined ? undefined : stateCache.ownerRid(bridge);
  return toBridgeInfo(bridge, owner === undefined ? undefined : stateCache.get(owner));
}

/** @throws {BridgeError} when a request fails */
export async function fetchBridgeInfo(client: BridgeClient): Promise<BridgeInfo> {
  const [bridge] = (await client.list('bridge')).data;
  const rid = getNestedMember(bridge, 'owner', 'rid');
  if (typeof rid !== 'string') return toBridgeInfo(bridge, undefined);
  return toBridgeInfo(bridge, (await client.get('device', rid)).data);
}

const toBridgeInfo = (
  bridge: Partial<Resource> | undefined,
  device: object | undefined,
): BridgeInfo => ({
  name: stringOrNull(getNestedMember(device, 'metadata', 'name')),
  bridgeId: stringOrNull(getNestedMember(bridge, 'bridge_id')),
  model: stringOrNull(getNestedMember(device, 'product_data', 'model_id')),
  softwareVersion: stringOrNull(getNestedMember(device, 'product_data', 'software_version')),
});

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
