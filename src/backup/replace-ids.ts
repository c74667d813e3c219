import { isObject } from '../resources/members';

const idInText = /(?<![0-9a-f-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-f-])/g;

/**
 * A copy of plain JSON in which each old id is the new one, also within longer texts and as the name of a member: for
 * saved states and programs, too.
 *
 * @param onFound called with each id, also with those that the map lacks
 */
export function replaceIds(
  value: unknown,
  ids: ReadonlyMap<string, string>,
  onFound: (path: string, id: string) => void = () => undefined,
  path = '',
): unknown {
  const replace = (text: string): string =>
    text.replace(idInText, (id) => {
      onFound(path, id);
      return ids.get(id) ?? id;
    });
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value))
    return value.map((entry: unknown, index) =>
      replaceIds(entry, ids, onFound, `${path}[${index}]`),
    );
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      replace(name),
      replaceIds(member, ids, onFound, path === '' ? name : `${path}.${name}`),
    ]),
  );
}
