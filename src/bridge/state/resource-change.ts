import { isObject } from '../../resources';
import type { Resource } from '../../resources';

/**
 * How a change was detected:
 * - `stream`: by an event of the event stream
 * - `poll`: by a regular poll, or a fetch of all resources between two polls, while there is no event stream
 * - `gap`: by comparing states after events or polls were missed (bridge unreachable, stream lost, consistency
 *   check of a live stream); when it happened is unknown, so a button press found this way is not reported
 */
export type ChangeCause = 'stream' | 'poll' | 'gap';

/** What happened to one resource. */
export interface ResourceChange<Changed extends Resource = Resource> {
  kind: 'added' | 'changed' | 'deleted';
  /** State after the change; the last known state of a deleted resource. Frozen: clone it to change it. */
  resource: Changed;
  /** State before the change; missing for an added resource. Frozen. */
  previous?: Changed;
  /** Paths of the properties that differ, such as `dimming.brightness`. */
  changed: readonly string[];
}

/** Report of a momentary input, such as a button press. */
export interface InputReport {
  /** Property path, such as `button.button_report`. */
  path: string;
  /** Timestamp of the bridge, unparsed; missing with older firmware. */
  updated: string | undefined;
}

/** A change as reported to watchers. */
export interface ResourceChangeEvent<
  Changed extends Resource = Resource,
> extends ResourceChange<Changed> {
  cause: ChangeCause;
  /** True when a recent write of this client caused the change. */
  own: boolean;
  /**
   * Momentary inputs that just happened, such as button presses, each in one change only. Empty for a change of other
   * properties, and for inputs that were reported before or may be old.
   */
  reports: readonly InputReport[];
}

/**
 * Compares two states of one resource.
 *
 * @returns paths of the differences: members of objects one by one (`on.on`), arrays as a whole
 *   (`children`), an added or removed member under its own path; empty when the states are equal
 */
export function findChangedPaths(previous: Resource, next: Resource): string[] {
  const paths: string[] = [];
  collectChangedPaths(previous, next, '', paths);
  return paths;
}

function collectChangedPaths(
  previous: Record<string, unknown>,
  next: Record<string, unknown>,
  prefix: string,
  paths: string[],
): void {
  let matchedCount = 0;
  for (const name in next) {
    if (!Object.hasOwn(previous, name)) {
      paths.push(prefix + name);
      continue;
    }
    matchedCount += 1;
    const before = previous[name];
    const after = next[name];
    if (before === after) continue;
    if (isObject(before) && isObject(after)) {
      collectChangedPaths(before, after, `${prefix}${name}.`, paths);
    } else if (!isSameList(before, after)) {
      paths.push(prefix + name);
    }
  }
  // Removed members exist only if not every old member was matched.
  const names = Object.keys(previous);
  if (names.length === matchedCount) return;
  for (const name of names) if (!Object.hasOwn(next, name)) paths.push(prefix + name);
}

/** True for two equal lists; false for anything that is not a list. */
function isSameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((entry, index) => isSameValue(entry, other[index]));
}

/** True for two equal JSON values. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return isSameList(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

/**
 * Checks whether a change affects a property.
 *
 * @param changed paths as in `ResourceChangeEvent`
 * @param property path of a property, such as `dimming` or `dimming.brightness`
 * @returns true when a changed path is the property, inside it, or a parent of it
 */
export const affectsProperty = (changed: readonly string[], property: string): boolean =>
  changed.some(
    (path) =>
      path === property || path.startsWith(`${property}.`) || property.startsWith(`${path}.`),
  );
