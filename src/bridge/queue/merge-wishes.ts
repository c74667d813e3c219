import { isObject } from '../../resources';

/** Members whose parts are wishes of their own. */
export const membersWithParts: ReadonlySet<string> = new Set([
  'metadata',
  'content_configuration',
  'dynamics',
]);

/**
 * Makes one body of several for the same resource: the last wish per property wins. The transition
 * (`dynamics.duration`) is that of the last body, also when that has none: a slow fade must not slow down a
 * later switch.
 *
 * @param texts bodies as JSON, the oldest first, which one request may carry (see `JointWishes`)
 * @returns the one body as JSON
 */
export function mergeWishes(texts: readonly string[]): string {
  const merged = new Map<string, unknown>();
  for (const text of texts) {
    const body: unknown = JSON.parse(text);
    if (isObject(body)) addWishes(merged, body);
  }
  return JSON.stringify(Object.fromEntries(merged));
}

function addWishes(merged: Map<string, unknown>, body: Record<string, unknown>): void {
  forgetDuration(merged);
  for (const [name, wish] of Object.entries(body)) {
    const earlier = merged.get(name);
    const both = membersWithParts.has(name) && isObject(earlier) && isObject(wish);
    merged.set(name, both ? { ...earlier, ...wish } : wish);
  }
}

function forgetDuration(merged: Map<string, unknown>): void {
  const dynamics = merged.get('dynamics');
  if (!isObject(dynamics)) return;
  const { duration: _forgotten, ...others } = dynamics;
  if (Object.keys(others).length === 0) merged.delete('dynamics');
  else merged.set('dynamics', others);
}
