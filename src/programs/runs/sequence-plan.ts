import { mayShowSequenceStep } from '../may-show-sequence-step';
import type { SequenceSpecification, SequenceStep } from '../program';
import type { TimedUpdate, TimedUpdatePlan } from '../timed-update-plan';

/** Creates the plan of a sequence. The steps run in order, or in a random order in each round. */
export function createSequencePlan({
  steps,
  rounds,
  seed,
  longest = Infinity,
  before = [],
}: SequenceSpecification): TimedUpdatePlan {
  const roundDuration = steps.reduce((sum, step) => sum + step.duration, 0);
  const duration = Math.min(longest, rounds === null ? Infinity : rounds * roundDuration);
  return {
    duration,
    at(elapsed) {
      const lastRound = rounds === null ? Infinity : rounds - 1;
      const round = Math.min(lastRound, Math.floor(elapsed / roundDuration));
      const order = seed === null ? steps : shuffle(steps, seed + round);
      const step = findStep(order, round * steps.length, round * roundDuration, elapsed);
      return { ...step, until: Math.min(step.until, duration) };
    },
    // An off by these flows is a step or a late report of an earlier command. A new command ends the sequence
    // elsewhere.
    isExternal: ({ on, changed, own }) => on === false && changed.includes('on.on') && !own,
    mayShow: (lamp) => mayShowSequenceStep(lamp, steps, before),
  };
}

function findStep(
  order: readonly SequenceStep[],
  firstKey: number,
  roundStart: number,
  elapsed: number,
): TimedUpdate {
  let until = roundStart;
  for (const [index, step] of order.entries()) {
    until += step.duration;
    if (elapsed < until || index === order.length - 1)
      return { key: firstKey + index, members: step.members, until };
  }
  return { key: firstKey, members: {}, until };
}

/** Returns the same order for the same seed, so that the time determines the step (Fisher and Yates). */
function shuffle(steps: readonly SequenceStep[], seed: number): readonly SequenceStep[] {
  const random = createRandom(seed);
  const shuffled = [...steps];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [one, two] = [shuffled[last], shuffled[other]];
    if (one === undefined || two === undefined) continue;
    [shuffled[last], shuffled[other]] = [two, one];
  }
  return shuffled;
}

/**
 * Returns random numbers from 0 up to, but not including, 1 (mulberry32, a public-domain generator by Tommy
 * Ettinger).
 */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
