import type { Resource } from '../resources';

/** Last known state of everything the bridge holds. What it hands out is frozen: clone it to change it. */
export interface Mirror {
  /** @returns the resource, or undefined when it is not known */
  get(rid: string): Resource | undefined;
  /** @returns the known resources of a type */
  byType(rtype: string): readonly Resource[];
  all(): Iterable<Resource>;
  /**
   * @returns the name that people gave the resource, else that of what it belongs to: a service is
   *   named after its device, a grouped light after its room; undefined when none is known
   */
  name(rid: string): string | undefined;
  /** @returns the room, else the zone, that the resource stands in or acts for; undefined when none is known */
  room(rid: string): Resource | undefined;
  /**
   * Reads the whole tree. Calls at the same time share one request.
   *
   * @throws BridgeError when the bridge could not be read
   */
  refresh(): Promise<void>;
  /** When the whole tree was last read. */
  readonly refreshedAt: Date | undefined;
}
