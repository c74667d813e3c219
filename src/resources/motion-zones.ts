import { getSensorReportValue } from './sensor-report';
import type { Resource } from './resource';
import type { KnownResourceType } from './table';

/** The motion sensor of a MotionAware zone, twice: the first one stands for the zone. Hue CLIP API reference. */
export const motionZoneServiceTypes = [
  'convenience_area_motion',
  'security_area_motion',
] as const satisfies readonly KnownResourceType[];

const serviceTypes: readonly string[] = motionZoneServiceTypes;

export const isMotionZoneServiceType = (rtype: string): boolean => serviceTypes.includes(rtype);

/** Sorts the service that stands for the zone first. */
const compareMotionZoneServiceTypes = (one: string, other: string): number =>
  serviceTypes.indexOf(one) - serviceTypes.indexOf(other);

const zoneType = 'motion_area_configuration' satisfies KnownResourceType;

/** Types whose state decides what a sensor of the type shows; empty for a type that stands alone. */
export const listTypesBehindSensor = (rtype: string): readonly string[] =>
  isMotionZoneServiceType(rtype)
    ? [zoneType, ...serviceTypes.filter((type) => type !== rtype)]
    : [];

interface MotionZonePart {
  readonly rid: string;
  readonly rtype: string;
  readonly owner?: string | undefined;
}

/**
 * Leaves out the MotionAware zones and further services for which another listed service stands: a zone is one sensor.
 *
 * @param describe returns the ids of a part and of its owner
 */
export function omitFurtherMotionZoneParts<Part>(
  parts: readonly Part[],
  describe: (part: Part) => MotionZonePart,
): readonly Part[] {
  const services = parts.map(describe).filter(({ rtype }) => isMotionZoneServiceType(rtype));
  if (services.length === 0) return parts;
  return parts.filter((part) => {
    const { rid, rtype, owner } = describe(part);
    if (rtype === zoneType) return !services.some((service) => service.owner === rid);
    return !services.some(
      (service) =>
        isMotionZoneServiceType(rtype) &&
        service.owner !== undefined &&
        service.owner === owner &&
        compareMotionZoneServiceTypes(service.rtype, rtype) < 0,
    );
  });
}

interface MotionZoneLookup {
  byType(rtype: string): readonly Resource[];
  ownerRid(resource: Resource): string | undefined;
}

/** True for a MotionAware zone, or a further service of one, if another service stands for the zone. */
export const isFurtherMotionZonePart = (home: MotionZoneLookup, resource: Resource): boolean =>
  (resource.type === zoneType || isMotionZoneServiceType(resource.type)) &&
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
