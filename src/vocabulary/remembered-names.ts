import { groupTypes } from '../resources';
import type { Resource, ResourceType } from '../resources';
import type { ResourceIndex } from './resource-index';

/** Most addresses that are remembered for one home. */
const mostRemembered = 1_000;

/** Types whose names and places an address may hold beside the wanted ones. */
const aroundIt: readonly ResourceType[] = ['device', ...groupTypes];

interface Remembered {
  rid: string;
  /** Lists of the index that the address was looked up in. */
  lists: readonly (readonly Resource[])[];
}

const homes = new WeakMap<ResourceIndex, Map<string, Remembered>>();

/**
 * Remembers what an address stood for, since flows send the same few names over and over.
 * A memory holds as long as the index hands out the very lists that it came from.
 */
export function rememberName(
  index: ResourceIndex,
  rtypes: readonly ResourceType[],
  name: string,
  rid: string,
): void {
  const home = homes.get(index) ?? new Map<string, Remembered>();
  if (home.size >= mostRemembered) home.clear();
  homes.set(index, home.set(keyOf(rtypes, name), { rid, lists: listsOf(index, rtypes) }));
}

/** What an address stood for, if nothing has changed since. */
export function recallName(
  index: ResourceIndex,
  rtypes: readonly ResourceType[],
  name: string,
): Resource | undefined {
  const remembered = homes.get(index)?.get(keyOf(rtypes, name));
  if (remembered === undefined) return undefined;
  const lists = listsOf(index, rtypes);
  return lists.every((list, position) => list === remembered.lists[position])
    ? index.get(remembered.rid)
    : undefined;
}

const keyOf = (rtypes: readonly ResourceType[], name: string): string =>
  `${rtypes.join(',')}\n${name}`;

const listsOf = (
  index: ResourceIndex,
  rtypes: readonly ResourceType[],
): readonly (readonly Resource[])[] => [...rtypes, ...aroundIt].map((rtype) => index.byType(rtype));
