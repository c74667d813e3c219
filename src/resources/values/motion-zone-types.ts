import type { KnownResourceType } from '../table/resource-table';

/** The motion sensor of a MotionAware zone, twice: the first one stands for the zone. Hue CLIP API reference. */
export const motionZoneServiceTypes = [
  'convenience_area_motion',
  'security_area_motion',
] as const satisfies readonly KnownResourceType[];

const types: readonly string[] = motionZoneServiceTypes;

export const isMotionZoneServiceType = (rtype: string): boolean => types.includes(rtype);

/** Sorts the service that stands for the zone first. */
export const compareMotionZoneServiceTypes = (one: string, other: string): number =>
  types.indexOf(one) - types.indexOf(other);

const zoneType = 'motion_area_configuration' satisfies KnownResourceType;

/** Types whose state decides what a sensor of the type shows; empty for a type that stands alone. */
export const listTypesBehindSensor = (rtype: string): readonly string[] =>
  isMotionZoneServiceType(rtype) ? [zoneType, ...types.filter((type) => type !== rtype)] : [];

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
