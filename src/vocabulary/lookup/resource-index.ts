import type { Resource, ResourceType } from '../../resources';

/** Finds resources of a home. The state cache of a client implements it. */
export interface ResourceIndex {
  get(rid: string): Resource | undefined;
  /**
   * Returns all resources of a type. The array is immutable: the same array means that nothing has
   * changed.
   */
  byType(rtype: ResourceType): readonly Resource[];
  /** Returns the types of the known resources, also types that are not in the table. */
  types(): readonly string[];
  /** Returns the id of the owner, such as a device or room; undefined without an owner. */
  ownerRid(resource: Resource): string | undefined;
  /** Returns the name of a resource, otherwise of its device or room. */
  name(rid: string): string | undefined;
  /** Returns the room, otherwise the zone, of the resource or its owner. */
  room(rid: string): Resource | undefined;
}

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

export interface ResolvedResource {
  rid: string;
  /** Undefined for an unlisted id if several types are possible. */
  rtype: ResourceType | undefined;
  /** Last known state; undefined for an unlisted id. */
  resource: Resource | undefined;
}
