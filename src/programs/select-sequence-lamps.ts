import { isPlug } from '../resources/types/light';
import type { Resource } from '../resources';
import { litLampMembers } from '../vocabulary/light/words/word';
import type { SequenceStep } from './program';

/**
 * Selects the lamps that can show at least one thing that a step sets, on and off aside. Plugs and lights without
 * dimming do not take part: a sequence would switch connected appliances.
 */
export function selectSequenceLamps(
  steps: readonly SequenceStep[],
  lamps: readonly Resource[],
): readonly Resource[] {
  const set = litLampMembers.filter((name) =>
    steps.some(({ members }) => members[name] !== undefined),
  );
  return lamps.filter(
    (lamp) =>
      lamp['dimming'] !== undefined &&
      !isPlug(lamp) &&
      (set.length === 0 || set.some((name) => lamp[name] !== undefined)),
  );
}
