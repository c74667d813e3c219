import { isObject } from '../../resources';
import type { Members } from '../../resources';

/**
 * Merges objects recursively, and removes members with the value undefined.
 *
 * @returns a new object
 */
export function deepMerge(previous: Members, part: Members): Members {
  const result: Record<string, unknown> = { ...previous };
  for (const [name, value] of Object.entries(part)) {
    if (value === undefined) {
      delete result[name];
      continue;
    }
    const before = result[name];
    result[name] = isObject(value) && isObject(before) ? deepMerge(before, value) : value;
  }
  return result;
}

interface ResourceStateDiff {
  /** Such as `on.on`. */
  changedPaths: readonly string[];
  /** With the new values, as in an update event. */
  changedMembers: Members;
}

/** Arrays count as one value. */
export function diffResourceStates(
  previous: Members,
  next: Members,
  basePath = '',
): ResourceStateDiff {
  const changedPaths: string[] = [];
  const changedMembers: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(previous), ...Object.keys(next)])) {
    const path = basePath === '' ? name : `${basePath}.${name}`;
    const before = previous[name];
    const after = next[name];
    if (before === after) continue;
    if (isObject(before) && isObject(after)) {
      const inner = diffResourceStates(before, after, path);
      if (inner.changedPaths.length === 0) continue;
      changedPaths.push(...inner.changedPaths);
      changedMembers[name] = inner.changedMembers;
    } else if (JSON.stringify(before) !== JSON.stringify(after)) {
      changedPaths.push(path);
      if (after !== undefined) changedMembers[name] = after;
    }
  }
  return { changedPaths, changedMembers };
}
