import { isObject } from '../../resources';
import type { Resource } from '../../resources';

/**
 * Merges a partial update into a state: objects member by member, everything else as a whole. The old
 * state is not mutated; unchanged members are shared with it. `id` and `type` are kept.
 *
 * @param state last known state
 * @param update the changed members, as the event stream carries them (Hue event stream captures:
 *   nested objects hold only what changed)
 */
export function mergeUpdate(state: Resource, update: Record<string, unknown>): Resource {
  return { ...merge(state, update), id: state.id, type: state.type };
}

function merge(
  state: Record<string, unknown>,
  update: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...state };
  for (const [name, value] of Object.entries(update)) {
    // Assigning to this name would change the prototype instead of a member.
    if (name === '__proto__') continue;
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined;
    merged[name] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}
