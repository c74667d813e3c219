import type { BridgeClient, Mirror } from '../../bridge';
import { member } from '../../resources';
import type { Resource } from '../../resources';

/** What a bridge says of itself; null for what it does not say. */
export interface BridgeAbout {
  name: string | null;
  /** 16 hex digits. */
  bridgeId: string | null;
  model: string | null;
  softwareVersion: string | null;
}

/** What is known of the bridge without asking it. */
export function knownAbout(mirror: Mirror): BridgeAbout {
  const [bridge] = mirror.byType('bridge');
  const owner = member(bridge, 'owner', 'rid');
  return aboutOf(bridge, typeof owner === 'string' ? mirror.get(owner) : undefined);
}

/**
 * Asks the bridge for its name and version.
 *
 * @throws {BridgeError} when it does not answer, or has no resource for itself
 */
export async function readAbout(client: BridgeClient): Promise<BridgeAbout> {
  const [bridge] = (await client.list('bridge')).data;
  const rid = member(bridge, 'owner', 'rid');
  if (typeof rid !== 'string') return aboutOf(bridge, undefined);
  return aboutOf(bridge, (await client.get('device', rid)).data);
}

const aboutOf = (
  bridge: Partial<Resource> | undefined,
  device: object | undefined,
): BridgeAbout => ({
  name: textOf(member(device, 'metadata', 'name')),
  bridgeId: textOf(member(bridge, 'bridge_id')),
  model: textOf(member(device, 'product_data', 'model_id')),
  softwareVersion: textOf(member(device, 'product_data', 'software_version')),
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
