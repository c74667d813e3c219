import type { Resource } from '../../resources';
import type { ResourceIndex } from './resource-index';
import type { CommandProblem } from '../parsing/parse-result';
import type { TargetResolver } from './target-resolvers';

export interface ListedResource {
  rid: string;
  rtype: string;
  /** Own name, otherwise the name of the device or room, otherwise the id. */
  name: string;
  /** Room of the resource, otherwise its zone. */
  room: { rid: string; name: string } | null;
  /** Id of the owner, such as a device or room; missing without an owner. */
  owner?: string;
  /** Id of the room, zone or home of a scene; missing for other types. */
  group?: string;
}

const indexes = new WeakMap<readonly ListedResource[], ResourceIndex>();

/**
 * Returns the index of listed resources, for the same search rules as at run time.
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
      // The list contains a resource without a name under its id.
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

/** The resource of a text at run time, or the problem of the error that a message would get. */
export type ListedResourceMatchResult<Item extends ListedResource> =
  | { ok: true; resource: Item | undefined }
  | { ok: false; problem: CommandProblem };

/**
 * Finds the listed resource of a text by the rule of the runtime. The search of the picker is
 * looser: it ignores accents and accepts parts of names.
 *
 * @param text id, name or `Room/Name`
 * @param settingName name of the setting in sentences
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
