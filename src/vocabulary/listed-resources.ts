import type { Resource } from '../resources/resource';
import type { ResourceIndex, TargetResolver } from './lookup';
import type { CommandProblem } from './parse-result';

export interface ListedResource {
  rid: string;
  rtype: string;
  /** Own name, otherwise the name of the device or room, otherwise the id. */
  name: string;
  /** Otherwise the zone. */
  room: { rid: string; name: string } | null;
  /** Id of the device or room. */
  owner?: string;
  /** Of a scene: id of the room, zone or home. */
  group?: string;
}

const indexes = new WeakMap<readonly ListedResource[], ResourceIndex>();

/**
 * Lets the editor find resources by name with the search rules of the runtime.
 *
 * @param items all resources of a bridge
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
      // The list has the id as the name of a resource without a name.
      return name === rid ? undefined : name;
    },
    room(rid) {
      const room = itemsByRid.get(rid)?.room;
      return room === null || room === undefined ? undefined : resourcesByRid.get(room.rid);
    },
  };
}

const noResources: readonly Resource[] = [];

const toResource = ({ rid, rtype, owner, group }: ListedResource): Resource => ({
  id: rid,
  type: rtype,
  ...(owner === undefined ? {} : { owner: { rid: owner } }),
  ...(group === undefined ? {} : { group: { rid: group } }),
});

/** The resource, or the problem that a message would get. */
export type ListedResourceMatchResult<Item extends ListedResource> =
  | { ok: true; resource: Item | undefined }
  | { ok: false; problem: CommandProblem };

/**
 * By the rule of the runtime. The search of the picker is looser: it ignores accents and accepts parts of names.
 *
 * @param settingName for sentences
 * @returns no resource for an id that is not listed
 */
export function findListedResourceByText<Item extends ListedResource>(
  items: readonly Item[],
  text: string,
  resolveTarget: TargetResolver,
  settingName = 'target',
): ListedResourceMatchResult<Item> {
  const resolved = resolveTarget(indexListedResources(items), text, settingName);
  if (!resolved.ok) return resolved;
  const { rid } = resolved.value;
  return { ok: true, resource: items.find((item) => item.rid === rid) };
}
