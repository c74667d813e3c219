import { isObject } from '../../resources';
import type { Resource } from '../../resources';

/** Deepest nesting kept; real resources stay below ten. */
const deepest = 100;

/**
 * Recognises something that the bridge calls a resource. Any shape passes that has an id and a type.
 *
 * @param value parsed JSON
 * @param rtype type to assume when the value names none
 * @returns the resource, or undefined when it has no id or no type
 */
export function asResource(value: unknown, rtype?: string): Resource | undefined {
  if (isResource(value)) return value;
  if (!isObject(value) || rtype === undefined || value['type'] !== undefined) return undefined;
  const typed = { ...value, type: rtype };
  return isResource(typed) ? typed : undefined;
}

/** True for anything that has the two members every resource has. */
export function isResource(value: unknown): value is Resource {
  if (!isObject(value)) return false;
  const { id, type } = value;
  return typeof id === 'string' && id !== '' && typeof type === 'string' && type !== '';
}

/**
 * Freezes a state through and through, so that it can be shared.
 *
 * @returns false when it is nested past all reason: too deep to be compared safely, so not to be kept
 */
export function freezeState(state: Resource): boolean {
  let level: object[] = [state];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return false;
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
