import { isObject } from '../../resources';
import type { Resource } from '../../resources';

/** Deepest nesting accepted; real resources stay below ten. */
const maxDepth = 100;

/**
 * Parses a resource of the bridge. Any object with an id and a type is accepted.
 *
 * @param value parsed JSON
 * @param rtype type to assume when the value has none
 * @returns the resource, or undefined when it has no id or no type
 */
export function parseResource(value: unknown, rtype?: string): Resource | undefined {
  if (isResource(value)) return value;
  if (!isObject(value) || rtype === undefined || value['type'] !== undefined) return undefined;
  const typed = { ...value, type: rtype };
  return isResource(typed) ? typed : undefined;
}

/** True for an object with a non-empty `id` and `type`. */
export function isResource(value: unknown): value is Resource {
  if (!isObject(value)) return false;
  const { id, type } = value;
  return typeof id === 'string' && id !== '' && typeof type === 'string' && type !== '';
}

/**
 * Freezes a resource recursively, so that it can be shared.
 *
 * @returns false when it is nested deeper than `maxDepth`: comparing it recursively could overflow the stack
 */
export function deepFreezeResource(resource: Resource): boolean {
  let level: object[] = [resource];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false;
    const next: object[] = [];
    for (const item of level) {
      Object.freeze(item);
      for (const inner of Object.values<unknown>({ ...item })) {
        if (typeof inner === 'object' && inner !== null && !Object.isFrozen(inner))
          next.push(inner);
      }
    }
    level = next;
  }
  return true;
}
