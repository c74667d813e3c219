import { isObject } from '../../resources';

/** Members that are merged member by member; all others are replaced as a whole. */
export const mergedByPart: ReadonlySet<string> = new Set([
  'metadata',
  'content_configuration',
  'dynamics',
]);

/**
 * Merges update bodies for the same resource: the last value per property wins. The transition
 * (`dynamics.duration`) is that of the last body, also when that has none: a slow fade must not slow down a
 * later switch.
 *
 * @param texts bodies as JSON, the oldest first, which one request may carry (see `CoalescedWrite`)
 * @returns the merged body as JSON
 */
export function mergeBodies(texts: readonly string[]): string {
  const merged = new Map<string, unknown>();
  for (const text of texts) {
    const body: unknown = JSON.parse(text);
    if (isObject(body)) mergeInto(merged, body);
  }
  return JSON.stringify(Object.fromEntries(merged));
}

function mergeInto(merged: Map<string, unknown>, body: Record<string, unknown>): void {
  removeDuration(merged);
  for (const [name, value] of Object.entries(body)) {
    const previous = merged.get(name);
    const mergesParts = mergedByPart.has(name) && isObject(previous) && isObject(value);
    merged.set(name, mergesParts ? { ...previous, ...value } : value);
  }
}

function removeDuration(merged: Map<string, unknown>): void {
  const dynamics = merged.get('dynamics');
  if (!isObject(dynamics)) return;
  const { duration: _duration, ...others } = dynamics;
  if (Object.keys(others).length === 0) merged.delete('dynamics');
  else merged.set('dynamics', others);
}
