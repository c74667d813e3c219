import type { Resource, ResourceType } from '../../resources';

/** Implemented by the state cache of a client. */
export interface ResourceIndex {
  get(rid: string): Resource | undefined;
  /** The array is immutable: the same array means that nothing has changed. */
  byType(rtype: ResourceType): readonly Resource[];
  /** Of the known resources, also types outside the table. */
  types(): readonly string[];
  /** Id of the device or room. */
  ownerRid(resource: Resource): string | undefined;
  /** Name of the resource, otherwise of its device or room. */
  name(rid: string): string | undefined;
  /** Room of the resource or its owner, otherwise the zone. */
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
