import { isObject } from '../../resources';

/** Members that cannot stand side by side: of each group the latest wish stays. Hue CLIP API reference. */
const rivals: readonly (readonly string[])[] = [
  ['color', 'color_temperature', 'gradient'],
  ['effects', 'effects_v2', 'timed_effects'],
];

/** Members whose parts are wishes of their own. */
const membersWithParts: ReadonlySet<string> = new Set(['metadata', 'content_configuration']);

/**
 * Makes one body of several for the same resource: the last wish per property wins. The transition
 * (`dynamics.duration`) is that of the last body, also when that has none: a slow fade must not slow down a
 * later switch.
 *
 * @param texts bodies as JSON, the oldest first, none with momentary members
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
    for (const group of rivals) {
      if (group.includes(name)) for (const rival of group) merged.delete(rival);
    }
    const earlier = merged.get(name);
    const inParts = membersWithParts.has(name) || name === 'dynamics';
    const both = inParts && isObject(earlier) && isObject(wish);
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
