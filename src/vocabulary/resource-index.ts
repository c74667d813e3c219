import type { Resource, ResourceType } from '../resources';

/** What is known of a home; the mirror of a client is one. */
export interface ResourceIndex {
  get(rid: string): Resource | undefined;
  /**
   * All resources of a type. The list is never changed: something new means another list, the same
   * list means that nothing is new.
   */
  byType(rtype: ResourceType): readonly Resource[];
  /** Name of a resource, or of the device or room it belongs to. */
  name(rid: string): string | undefined;
  /** Room, or zone, that holds the resource or its owner. */
  room(rid: string): Resource | undefined;
}

/** What an address stands for. */
export interface Target {
  rid: string;
  /** Type of the resource; undefined when an id is in no list and several types are possible. */
  rtype: ResourceType | undefined;
  /** Last known state; undefined for an id that is in no list. */
  resource: Resource | undefined;
}
