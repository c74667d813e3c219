import { getNestedMember } from '../resources/values/member-access';
import type { Resource } from '../resources';
import type { SequenceStep } from './program';

/** Members of a step that a lamp shows only if its own state has them. */
const membersOfSomeLamps = [
  'dimming',
  'color',
  'color_temperature',
  'gradient',
  'effects',
  'effects_v2',
  'timed_effects',
] as const;

/**
 * Returns the lamps of a group that take part in a sequence: those that can show what its steps set apart from on and off.
 * A plug, or another light that cannot be dimmed, takes no part: a sequence would switch what is plugged in.
 *
 * @param steps the steps of the sequence
 * @param lamps the lamps of the group
 */
export function selectSequenceLamps(
  steps: readonly SequenceStep[],
  lamps: readonly Resource[],
): readonly Resource[] {
  const set = membersOfSomeLamps.filter((name) =>
    steps.some(({ members }) => members[name] !== undefined),
  );
  return lamps.filter(
    (lamp) =>
      lamp['dimming'] !== undefined &&
      getNestedMember(lamp, 'metadata', 'archetype') !== 'plug' &&
      (set.length === 0 || set.some((name) => lamp[name] !== undefined)),
  );
}
