import type { Resource } from '../../resources';
import type { ResourceIndex } from './resource-index';

/** One entry of a list of all resources of a bridge, with what finding it by its name needs. */
export interface ListedResource {
  rid: string;
  rtype: string;
  /** Its own name, else that of its device or room, else its id. */
  name: string;
  /** The room, else the zone, that it is in. */
  room: { rid: string; name: string } | null;
  /** Id of the device, room or other resource that it is a service of; missing where it has none. */
  owner?: string;
  /** Id of the room, zone or home that a scene belongs to; missing for anything else. */
  group?: string;
}

const indexes = new WeakMap<readonly ListedResource[], ResourceIndex>();

/**
 * The index of listed resources: what the runtime finds among the resources of a bridge is found in it by the same rule.
 *
 * @param items all resources of a bridge, so that devices and rooms are among them
 */
export function indexListedResources(items: readonly ListedResource[]): ResourceIndex {
  const existing = indexes.get(items);
  if (existing !== undefined) return existing;
  const created = createListIndex(items);
  indexes.set(items, created);
  return created;
}

function createListIndex(items: readonly ListedResource[]): ResourceIndex {
  const itemsByRid = new Map(items.map((item) => [item.rid, item]));
  const resourcesByRid = new Map(items.map((item) => [item.rid, toResource(item)]));
  const resourcesByType = new Map<string, Resource[]>();
  for (const resource of resourcesByRid.values()) {
    const siblings = resourcesByType.get(resource.type);
    if (siblings === undefined) resourcesByType.set(resource.type, [resource]);
    else siblings.push(resource);
  }
  return {
    get: (rid) => resourcesByRid.get(rid),
    byType: (rtype) => resourcesByType.get(rtype) ?? noResources,
    types: () => [...resourcesByType.keys()],
    ownerRid: ({ id }) => itemsByRid.get(id)?.owner,
    name(rid) {
      const name = itemsByRid.get(rid)?.name;
      // A resource without a name is listed under its id.
      return name === rid ? undefined : name;
    },
    room(rid) {
      const room = itemsByRid.get(rid)?.room;
      return room === null || room === undefined ? undefined : resourcesByRid.get(room.rid);
    },
  };
}

const noResources: readonly Resource[] = [];

/** The members of a resource that its name depends on. */
const toResource = ({ rid, rtype, owner, group }: ListedResource): Resource => ({
  id: rid,
  type: rtype,
  ...(owner === undefined ? {} : { owner: { rid: owner } }),
  ...(group === undefined ? {} : { group: { rid: group } }),
});
