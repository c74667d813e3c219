import { isObject } from '../resources';

type Members = Record<string, unknown>;

/**
 * Lays a partial change over an object: objects are merged member by member, everything else is
 * replaced, and a member given as undefined is taken away.
 *
 * @returns a new object; the given ones stay as they are
 */
export function merged(previous: Members, part: Members): Members {
  const result: Members = { ...previous };
  for (const [name, value] of Object.entries(part)) {
    if (value === undefined) {
      delete result[name];
      continue;
    }
    const before = result[name];
    result[name] = isObject(value) && isObject(before) ? merged(before, value) : value;
  }
  return result;
}

/** What differs between two states of one resource. */
export interface Difference {
  /** Paths of the changed properties, such as `on.on`. */
  changed: readonly string[];
  /** The changed members with their new values, as an update event carries them. */
  part: Members;
}

/** Compares two states of one resource. Arrays count as one value. */
export function difference(previous: Members, next: Members, at = ''): Difference {
  const changed: string[] = [];
  const part: Members = {};
  for (const name of new Set([...Object.keys(previous), ...Object.keys(next)])) {
    const path = at === '' ? name : `${at}.${name}`;
    const before = previous[name];
    const after = next[name];
    if (before === after) continue;
    if (isObject(before) && isObject(after)) {
      const inner = difference(before, after, path);
      if (inner.changed.length === 0) continue;
      changed.push(...inner.changed);
      part[name] = inner.part;
    } else if (JSON.stringify(before) !== JSON.stringify(after)) {
      changed.push(path);
      if (after !== undefined) part[name] = after;
    }
  }
  return { changed, part };
}
