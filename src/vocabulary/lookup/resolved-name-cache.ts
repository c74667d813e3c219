import { roomAndZoneTypes } from '../../resources/values/group-types';
import type { Resource, ResourceType } from '../../resources';
import type { ResourceIndex } from './resource-index';

/** Most names that are cached for one index. */
const maxCachedNames = 1_000;

/** Types that a name depends on beside the requested ones: its device, room or zone. */
const contextTypes: readonly ResourceType[] = ['device', ...roomAndZoneTypes];

interface CachedName {
  rid: string;
  /** Arrays of the index that the name was resolved with. */
  lists: readonly (readonly Resource[])[];
}

const cachesByIndex = new WeakMap<ResourceIndex, Map<string, CachedName>>();

/**
 * Caches the resource of a name, since flows send the same few names again and again. An entry is
 * valid as long as the index returns the same arrays.
 */
export function cacheResolvedName(
  index: ResourceIndex,
  rtypes: readonly ResourceType[],
  name: string,
  rid: string,
): void {
  const cache = cachesByIndex.get(index) ?? new Map<string, CachedName>();
  if (cache.size >= maxCachedNames) cache.clear();
  cachesByIndex.set(
    index,
    cache.set(toCacheKey(rtypes, name), { rid, lists: getLists(index, rtypes) }),
  );
}

/** The cached resource of a name, or undefined when there is none or the index has changed. */
export function getCachedResourceByName(
  index: ResourceIndex,
  rtypes: readonly ResourceType[],
  name: string,
): Resource | undefined {
  const cached = cachesByIndex.get(index)?.get(toCacheKey(rtypes, name));
  if (cached === undefined) return undefined;
  const lists = getLists(index, rtypes);
  return lists.every((list, position) => list === cached.lists[position])
    ? index.get(cached.rid)
    : undefined;
}

const toCacheKey = (rtypes: readonly ResourceType[], name: string): string =>
  `${rtypes.join(',')}\n${name}`;

const getLists = (
  index: ResourceIndex,
  rtypes: readonly ResourceType[],
): readonly (readonly Resource[])[] =>
  [...rtypes, ...contextTypes].map((rtype) => index.byType(rtype));
