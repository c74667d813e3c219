import type { Resource, ResourceType } from '../../resources';

/** Lookup of the resources of a home; the state cache of a client implements it. */
export interface ResourceIndex {
  get(rid: string): Resource | undefined;
  /**
   * All resources of a type. The array is immutable: a change makes a new array, so the same array
   * means that nothing has changed.
   */
  byType(rtype: ResourceType): readonly Resource[];
  /** Types of the known resources, those beyond the table included. */
  types(): readonly string[];
  /** Id of the device, room or other resource that a resource is a service of; undefined where it is none. */
  ownerRid(resource: Resource): string | undefined;
  /** Name of a resource, or of the device or room it belongs to. */
  name(rid: string): string | undefined;
  /** Room, or zone, that holds the resource or its owner. */
  room(rid: string): Resource | undefined;
}

/** A lookup that lists other resources of a type, such as only those of a room. */
export const withReplacedListing = (
  index: ResourceIndex,
  byType: ResourceIndex['byType'],
): ResourceIndex => ({
  get: (rid) => index.get(rid),
  byType,
  types: () => index.types(),
  ownerRid: (resource) => index.ownerRid(resource),
  name: (rid) => index.name(rid),
  room: (rid) => index.room(rid),
});

/** The resource that an id or name stands for. */
export interface ResolvedResource {
  rid: string;
  /** Type of the resource; undefined when an id is in no list and several types are possible. */
  rtype: ResourceType | undefined;
  /** Last known state; undefined for an id that is in no list. */
  resource: Resource | undefined;
}
