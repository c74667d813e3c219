import { getNestedMember } from '../../resources';
import type { Resource } from '../../resources';
import { createMotionZoneSensor, isMotionZoneServiceType } from '../../resources/motion-zones';
import type { OpenedBridge } from '../bridge/open-bridge-client';

type ReadOptions = Parameters<OpenedBridge['client']['get']>[2];

/**
 * Reads the other resources that decide what the sensor of a MotionAware zone shows.
 *
 * @param read as it was just read; any resource
 * @returns the sensor of the zone; `read` itself if it is no such sensor
 * @throws {BridgeError} if the bridge cannot be read
 */
export async function completeMotionZoneSensor(
  { client, stateReader }: OpenedBridge,
  read: Resource,
  options: ReadOptions,
): Promise<Resource> {
  if (!isMotionZoneServiceType(read.type)) return read;
  const { stateCache } = stateReader;
  const known = stateCache.get(stateCache.ownerRid(read) ?? '', 'motion_area_configuration');
  if (known === undefined) return read;
  const { data: zone } = await client.get('motion_area_configuration', known.id, options);
  const services = (zone.services ?? []).map(async (reference): Promise<Resource | undefined> => {
    const [rid, rtype] = ['rid', 'rtype'].map((name) => getNestedMember(reference, name));
    if (rid === read.id) return read;
    if (typeof rid !== 'string' || typeof rtype !== 'string' || !isMotionZoneServiceType(rtype))
      return undefined;
    return (await client.get(rtype, rid, options)).data;
  });
  const present = (await Promise.all(services)).filter((service) => service !== undefined);
  return createMotionZoneSensor(read, zone, present);
}
