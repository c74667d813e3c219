import { createMotionZoneSensor, isMotionZoneServiceType } from '../../resources/motion-zones';
import type { Resource } from '../../resources';
import { getOwnerId } from './resource-state';

/** The services of MotionAware zones as the bridge reports them: the state cache holds the sensor of the whole zone. */
export class MotionZoneStates {
  readonly #reported = new Map<string, Resource>();

  /** @param get returns a resource of the state cache */
  constructor(private readonly get: (rid: string) => Resource | undefined) {}

  /** Undefined for a resource that is no such service. */
  getReported(rid: string): Resource | undefined {
    return this.#reported.get(rid);
  }

  /** @returns what the state cache holds of the resource */
  record(reported: Resource): Resource {
    if (!isMotionZoneServiceType(reported.type)) return reported;
    this.#reported.set(reported.id, reported);
    return this.#createSensor(reported);
  }

  remove(rid: string): void {
    this.#reported.delete(rid);
  }

  /** Returns the sensors that a change of a zone, or of another service of their zone, may change. */
  listAffected(changed: Resource): readonly Resource[] {
    const isZone = changed.type === 'motion_area_configuration';
    if (!isZone && !isMotionZoneServiceType(changed.type)) return [];
    const zone = isZone ? changed.id : getOwnerId(changed);
    return this.#listServices(zone)
      .filter(({ id }) => id !== changed.id)
      .map((service) => this.#createSensor(service));
  }

  #createSensor(service: Resource): Resource {
    const owner = getOwnerId(service);
    return owner === undefined
      ? service
      : createMotionZoneSensor(service, this.get(owner), this.#listServices(owner));
  }

  #listServices(zone: string | undefined): readonly Resource[] {
    return [...this.#reported.values()].filter((service) => getOwnerId(service) === zone);
  }
}
