import { getSensorReportValue } from './definitions/sensor-report-definition';
import type { Resource } from './definitions/resource-definition';
import {
  compareMotionZoneServiceTypes,
  motionZoneServiceTypes,
  omitFurtherMotionZoneParts,
} from './values/motion-zone-types';

interface MotionZoneLookup {
  byType(rtype: string): readonly Resource[];
  ownerRid(resource: Resource): string | undefined;
}

/** True for a MotionAware zone, or a further service of one, if another service stands for the zone. */
export const isFurtherMotionZonePart = (home: MotionZoneLookup, resource: Resource): boolean =>
  (resource.type === 'motion_area_configuration' ||
    motionZoneServiceTypes.some((rtype) => rtype === resource.type)) &&
  !omitFurtherMotionZoneParts(
    [resource, ...motionZoneServiceTypes.flatMap((rtype) => home.byType(rtype))],
    (part) => ({ rid: part.id, rtype: part.type, owner: home.ownerRid(part) }),
  ).includes(resource);

const motionReport = { group: 'motion', name: 'motion' };

/** The bridge keeps `enabled` and the last reading of the services when a zone is switched off. */
export const isMotionZoneOn = (zone: Resource): boolean =>
  zone['enabled'] !== false && zone['health'] !== 'not_running';

/**
 * Creates the state of a MotionAware zone's service that stands for the whole zone: a zone is one sensor to people, and
 * one of its services reports. A zone that switches lamps reports by its convenience service, any other zone by its
 * security service; the other service keeps a reading that never changes (home-assistant/core#177643).
 *
 * @param service as the bridge reports it
 * @param zone of type `motion_area_configuration`; undefined if it is unknown
 * @param services all services of the zone, as the bridge reports them
 * @returns `service` itself if it is equal
 */
export function createMotionZoneSensor(
  service: Resource,
  zone: Resource | undefined,
  services: readonly Resource[],
): Resource {
  if (zone === undefined) return service;
  const enabled = isMotionZoneOn(zone) && services.some((one) => one['enabled'] !== false);
  const [reporting] = services
    .filter((one) => getSensorReportValue(one, motionReport) !== undefined)
    .toSorted((one, other) => compareMotionZoneServiceTypes(one.type, other.type));
  const motion = reporting === undefined ? { motion_valid: false } : reporting['motion'];
  return service['enabled'] === enabled && service['motion'] === motion
    ? service
    : { ...service, enabled, motion };
}
