import type { SequenceSpecification, SequenceStep } from '../program';
import type { TimedUpdate, TimedUpdatePlan } from '../timed-update-plan';
import { getNestedMember } from '../../resources/values/member-access';
import { getReportedMirek, getRunningEffect } from '../../resources/types/light';
import { lightTolerances, showsBrightness, showsColor } from '../../resources/shown-light';
import type { Resource, Members } from '../../resources';
import { lampAppearanceMembers } from '../../vocabulary/light/words/word';

export function createSequencePlan(content: SequenceSpecification): TimedUpdatePlan {
  const { steps, rounds, seed, before = [] } = content;
  const duration = getSequenceDuration(content);
  const lastRound = rounds === null ? Infinity : rounds - 1;
  const findRound = createRoundFinder(content, lastRound);
  return {
    duration,
    at(elapsed) {
      const { round, start } = findRound(elapsed);
      const drawn = drawLengths(content, round);
      const order = seed === null ? drawn : shuffle(drawn, seed + round);
      const step = findStep(order, round * steps.length, start, elapsed);
      return { ...step, until: Math.min(step.until, duration) };
    },
    // An off by these flows is a step or a late report of an earlier command. A new command ends the sequence
    // elsewhere.
    isExternal: ({ on, changed, own }) => on === false && changed.includes('on.on') && !own,
    mayShow: (lamp) => mayShowSequenceStep(lamp, steps, before),
  };
}

/** In ms; Infinity for an endless sequence. */
export function getSequenceDuration(content: SequenceSpecification): number {
  const { rounds, lengthSeed, longest = Infinity } = content;
  if (rounds === null) return longest;
  if (lengthSeed === undefined) return Math.min(longest, rounds * getRoundDuration(content, 0));
  let duration = 0;
  for (let round = 0; round < rounds && duration < longest; round += 1)
    duration += getRoundDuration(content, round);
  return Math.min(longest, duration);
}

const getRoundDuration = (content: SequenceSpecification, round: number): number =>
  drawLengths(content, round).reduce((sum, { duration }) => sum + duration, 0);

/** The seed and the round determine the random lengths. */
function drawLengths(
  { steps, lengthSeed }: SequenceSpecification,
  round: number,
): readonly SequenceStep[] {
  if (lengthSeed === undefined) return steps;
  const random = createRandom(lengthSeed + round);
  return steps.map(({ members, duration, maxDuration = duration }) => ({
    members,
    duration: Math.round(duration + random() * (maxDuration - duration)),
  }));
}

interface SequenceRound {
  readonly round: number;
  /** In ms since the start of the sequence. */
  readonly start: number;
}

/** Finds the round at a time, or the last one after the end. */
function createRoundFinder(
  content: SequenceSpecification,
  lastRound: number,
): (elapsed: number) => SequenceRound {
  if (content.lengthSeed === undefined) {
    const roundDuration = getRoundDuration(content, 0);
    return (elapsed) => {
      const round = Math.min(lastRound, Math.floor(elapsed / roundDuration));
      return { round, start: round * roundDuration };
    };
  }
  let latest: SequenceRound = { round: 0, start: 0 };
  return (elapsed) => {
    if (elapsed < latest.start) latest = { round: 0, start: 0 };
    while (latest.round < lastRound) {
      const start = latest.start + getRoundDuration(content, latest.round);
      if (elapsed < start) break;
      latest = { round: latest.round + 1, start };
    }
    return latest;
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

/** The same seed gives the same order, so that the time determines the step (Fisher and Yates). */
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

/** Returns numbers from 0 up to, but not including, 1 (mulberry32, a public-domain generator by Tommy Ettinger). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * True if a lamp may show a step, or its state from before: nobody else has set it.
 *
 * @param lamp as it was just read
 * @param before lamps that are not restored may be missing
 */
export function mayShowSequenceStep(
  lamp: Resource,
  steps: readonly SequenceStep[],
  before: readonly Resource[],
): boolean {
  const former = before.find(({ id }) => id === lamp.id);
  if (former !== undefined && showsUpdate(lamp, toShownMembers(former))) return true;
  const power = new Set(steps.map(({ members }) => getNestedMember(members, 'on', 'on')));
  if (getNestedMember(lamp, 'on', 'on') !== true)
    return power.has(false) || (former === undefined && !power.has(true));
  const shown = steps.filter(
    ({ members }) =>
      getNestedMember(members, 'on', 'on') !== false &&
      lampAppearanceMembers.some((name) => members[name] !== undefined),
  );
  return shown.some(({ members }) => showsUpdate(lamp, { ...members, on: { on: true } }));
}

const toShownMembers = (lamp: Resource): Members => {
  const mirek = getReportedMirek(lamp);
  const { on, dimming, color } = lamp;
  return { on, dimming, ...(mirek === undefined ? { color } : { color_temperature: { mirek } }) };
};

/** Compares only what the lamp supports. A lamp that is off shows nothing else. */
function showsUpdate(lamp: Resource, members: Members): boolean {
  const isOn = getNestedMember(lamp, 'on', 'on') === true;
  if (isOn !== (getNestedMember(members, 'on', 'on') === true)) return false;
  return (
    !isOn ||
    (showsBrightness(lamp, members, lightTolerances.program) !== false &&
      showsEffect(lamp, members))
  );
}

function showsEffect(lamp: Resource, members: Members): boolean {
  const effect =
    getNestedMember(members, 'effects_v2', 'action', 'effect') ??
    getNestedMember(members, 'effects', 'effect');
  if (typeof effect === 'string' && effect !== 'no_effect')
    return getRunningEffect(lamp) === effect;
  // The lamp decides the colour of a gradient or a signal.
  return (
    members['gradient'] !== undefined ||
    members['signaling'] !== undefined ||
    showsColor(lamp, members, lightTolerances.program) !== false
  );
}
