import { isObject } from '../resources/members';

/** A copy of plain JSON in which each text that is an id of the map is the other id, also as the name of a member. */
export function replaceIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((entry: unknown) => replaceIds(entry, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [ids.get(name) ?? name, replaceIds(member, ids)]),
  );
}
