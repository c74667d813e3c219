import { isObject } from '../../resources';
import type { Resource } from '../../resources';

/**
 * How a change was learnt:
 * - `stream`: the bridge pushed it at once
 * - `poll`: a regular poll saw it, or a look at everything between two of them, while polling is how changes are learnt
 * - `gap`: found by comparing after something was missed (the bridge was away, the stream broke, a
 *   check beside the living stream); when it happened is not known, so a press of a button found this
 *   way is none
 */
export type ChangeCause = 'stream' | 'poll' | 'gap';

/** What happened to one resource. */
export interface ResourceChange {
  kind: 'added' | 'changed' | 'deleted';
  /** State after the change; the last known state of a deleted resource. Frozen: clone it to change it. */
  resource: Resource;
  /** State before the change; missing for an added resource. Frozen. */
  previous?: Resource;
  /** Paths of the properties that differ, such as `dimming.brightness`. */
  changed: readonly string[];
}

/** A change as watchers get it. */
export interface Change extends ResourceChange {
  cause: ChangeCause;
  /** True when a write of this client shortly before explains the change. */
  own: boolean;
}

/**
 * Compares two states of one resource.
 *
 * @returns paths of what differs, outside in: members of objects one by one (`on.on`), arrays as a
 *   whole (`children`), a member that appears or vanishes under its own path; empty when the states
 *   are equal
 */
export function changedPaths(previous: Resource, next: Resource): string[] {
  const paths: string[] = [];
  collectChanges(previous, next, '', paths);
  return paths;
}

function collectChanges(
  previous: Record<string, unknown>,
  next: Record<string, unknown>,
  prefix: string,
  paths: string[],
): void {
  let kept = 0;
  for (const name in next) {
    if (!Object.hasOwn(previous, name)) {
      paths.push(prefix + name);
      continue;
    }
    kept += 1;
    const before = previous[name];
    const after = next[name];
    if (before === after) continue;
    if (isObject(before) && isObject(after)) {
      collectChanges(before, after, `${prefix}${name}.`, paths);
    } else if (!sameList(before, after)) {
      paths.push(prefix + name);
    }
  }
  // Only when not every old member was met again is it worth looking which are gone.
  const names = Object.keys(previous);
  if (names.length === kept) return;
  for (const name of names) if (!Object.hasOwn(next, name)) paths.push(prefix + name);
}

/** True for two equal lists; false for anything that is not a list. */
function sameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((entry, index) => sameValue(entry, other[index]));
}

/** True for two values of JSON that say the same. */
function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return sameList(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameValue(one[name], other[name]))
  );
}

/**
 * Says whether a change concerns a property.
 *
 * @param changed paths as in {@link Change}
 * @param property path of a property, such as `dimming` or `dimming.brightness`
 * @returns true when a changed path is the property, lies inside it, or holds it
 */
export const concerns = (changed: readonly string[], property: string): boolean =>
  changed.some(
    (path) =>
      path === property || path.startsWith(`${property}.`) || property.startsWith(`${path}.`),
  );
