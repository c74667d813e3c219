import { appendMemberToPath, getNestedMember, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import { findNearestName } from '../resources/nearest-name';
import type { Resource } from '../resources/resource';
import { accept, refuse } from '../vocabulary/parse-result';
import type { CommandWarning, ParseResult } from '../vocabulary/parse-result';
import { parseLightCommand } from '../vocabulary/light/command';
import { lampAppearanceMembers, litLampMembers } from '../vocabulary/light/words/word';
import {
  refuseUnknownMembers,
  parseBoundedDuration,
  parseBoundedNumber,
  parseNumberOrStep,
  parseOnOff,
} from '../vocabulary/values';
import { roundTo } from '../units/arithmetic';
import { unitLengths } from '../units/duration';
import { namedSequences } from './named-sequences';
import type {
  ParsedProgram,
  SequenceSpecification,
  SequenceStep,
  ProgramParsingContext,
} from './program';
import { trueOrFalse } from '../resources/problems';
import { isPlug, getReportedMirek, getRunningEffect } from '../resources/types/light';
import type { TimedUpdate, TimedUpdatePlan } from './timed-run';
import { lightTolerances, showsBrightness, showsColor } from '../resources/shown-light';

interface SequenceParsingContext extends ProgramParsingContext {
  /** In ms; Infinity if other sequences use the whole rate of the bridge. */
  shortestStep: number;
  /** Each lamp of a group gets its own request. */
  isSentLampByLamp?: boolean;
  seed: number;
}

const mostSteps = 200;
const mostRounds = 100_000;
/** The length of each round is calculated at the start. */
const mostRoundsOfRandomLength = 1_000;
/** In ms. */
const shortestRandomLength = 1_000;
/** In ms. */
const longestStep = unitLengths.day;

/** `for` beside `play`, in ms. */
const longestSequence = unitLengths.week;

/** Duration of one breathe cycle, in ms. Bridges do not report its end. */
const alertDuration = 2_000;

/** Members that depend on the earlier state are not allowed. */
const stepMembers: ReadonlySet<string> = new Set([
  ...lampAppearanceMembers,
  'dynamics',
  'alert',
  'signaling',
]);

/**
 * Parses `{play, brightness, repeat, for, random}`. `restore` is handled where the lamps are known. `brightness`
 * applies to the brightest step; the others keep their ratio to it.
 */
export function parseSequence(
  words: Members,
  context: SequenceParsingContext,
): ParseResult<ParsedProgram> {
  const { at, seed } = context;
  const { play, repeat, for: time, random } = words;
  const known = refuseUnknownMembers(
    { ...words },
    ['play', 'brightness', 'repeat', 'for', 'random', 'restore'],
    at,
  );
  if (!known.ok) return known;
  const brightness = parseBrightness(words, at);
  if (!brightness.ok) return brightness;
  const parsed =
    typeof play === 'string'
      ? parseNamedSequence(play, context, brightness.value)
      : parseSteps(play, context, brightness.value);
  if (!parsed.ok) return parsed;
  const { steps, isRandom, rounds: usualRounds, warnings } = parsed.value;
  const hasRandomLengths = steps.some(({ maxDuration }) => maxDuration !== undefined);
  const mostAllowed = hasRandomLengths ? mostRoundsOfRandomLength : mostRounds;
  const unlessSaid = time === undefined ? usualRounds : null;
  const rounds = parseRounds(repeat, appendMemberToPath(at, 'repeat'), mostAllowed, unlessSaid);
  if (!rounds.ok) return rounds;
  const longest = parseLongest(time, appendMemberToPath(at, 'for'));
  if (!longest.ok) return longest;
  if (random !== undefined && typeof random !== 'boolean')
    return refuse(appendMemberToPath(at, 'random'), trueOrFalse, random);
  const content: SequenceSpecification = {
    kind: 'sequence',
    steps,
    rounds: rounds.value,
    seed: (random ?? isRandom) ? seed : null,
    ...(longest.value === undefined ? {} : { longest: longest.value }),
    ...(hasRandomLengths ? { lengthSeed: seed } : {}),
  };
  return accept({ properties: ['power', 'brightness', 'color'], content, warnings });
}

function parseLongest(time: unknown, at: string): ParseResult<number | undefined> {
  if (time === undefined) return accept(undefined);
  const longest = parseBoundedDuration(time, at, longestSequence);
  if (!longest.ok || longest.value > 0) return longest;
  return refuse(at, { kind: 'timeAboveZero' }, time);
}

const parseBrightness = (words: Members, at: string): ParseResult<number | undefined> =>
  words['brightness'] === undefined
    ? accept(undefined)
    : parseBoundedNumber(words['brightness'], appendMemberToPath(at, 'brightness'), [1, 100], '%');

/** Parses `{alert, restore}` and `{signal, restore}` as a sequence of one step. */
export function parseAlertSequence(
  words: Members,
  context: ProgramParsingContext,
): ParseResult<ParsedProgram> {
  const { at, lamp, kind } = context;
  const { restore: _restore, ...command } = words;
  if (command['alert'] === undefined && command['signal'] === undefined)
    return refuse(at, { kind: 'alertBesideRestore' }, words);
  const options = { ...context, transition: undefined };
  const parsed = parseLightCommand(command, lamp, kind, options);
  if (!parsed.ok) return parsed;
  const { body, warnings } = parsed.value;
  const { signaling } = body.members;
  const duration = isObject(signaling) ? Number(signaling['duration'] ?? 0) : 0;
  const content: SequenceSpecification = {
    kind: 'alert',
    steps: [{ members: body.members, duration: Math.max(alertDuration, duration) }],
    rounds: 1,
    seed: null,
  };
  return accept({ properties: ['power', 'brightness', 'color'], content, warnings });
}

interface ParsedSteps {
  steps: readonly SequenceStep[];
  isRandom: boolean;
  rounds: SequenceSpecification['rounds'];
  warnings: readonly CommandWarning[];
}

/**
 * Returns percent, scaled so that the brightest step has the given brightness. A step without a brightness counts as
 * brightest; undefined for a step that is not scaled, such as off.
 *
 * @param brightness undefined to scale no step
 */
function scaleBrightness(
  steps: readonly unknown[],
  brightness: number | undefined,
): readonly (number | undefined)[] {
  const getOwn = (step: unknown): number | undefined => {
    const own = parseNumberOrStep(getNestedMember(step, 'brightness'), '%');
    return own?.kind === 'absolute' ? own.value : undefined;
  };
  const highest = Math.max(1, ...steps.map((step) => getOwn(step) ?? 0));
  return steps.map((step) => {
    const isKept =
      !isObject(step) ||
      parseOnOff(step['on']) === false ||
      'dimming' in step ||
      Object.keys(step).every((name) => name === 'for');
    if (brightness === undefined || isKept) return undefined;
    const own = getOwn(step) ?? ('brightness' in step ? undefined : highest);
    return own === undefined || own === 0
      ? own
      : Math.max(1, roundTo((own / highest) * brightness, 2));
  });
}

const withBrightness = <Step extends object>(step: Step, brightness: number | undefined): Step =>
  brightness === undefined ? step : { ...step, brightness };

function parseSteps(
  play: unknown,
  context: SequenceParsingContext,
  brightness: number | undefined,
): ParseResult<ParsedSteps> {
  const at = appendMemberToPath(context.at, 'play');
  if (!Array.isArray(play) || play.length === 0 || play.length > mostSteps)
    return refuse(at, { kind: 'steps', maximum: mostSteps }, play);
  const steps: SequenceStep[] = [];
  const warnings: CommandWarning[] = [];
  const { shortestStep } = context;
  let isLengthened = false;
  const scaled = scaleBrightness(play, brightness);
  for (const [index, given] of play.entries()) {
    const step: unknown = isObject(given) ? withBrightness(given, scaled[index]) : given;
    const parsed = parseStep(step, { ...context, at: `${at}[${index}]` });
    if (!parsed.ok) return parsed;
    const parsedStep = parsed.value.step;
    isLengthened ||= parsedStep.duration < shortestStep;
    steps.push(lengthenStep(parsedStep, shortestStep));
    warnings.push(...parsed.value.warnings);
  }
  if (isLengthened && shortestStep === Infinity)
    return createTooManyResult(play, { ...context, at });
  if (isLengthened) warnings.push({ kind: selectRate(context), path: at, shortest: shortestStep });
  if (steps.every(({ members }) => Object.keys(members).length === 0))
    return refuse(at, { kind: 'settingStep' }, play);
  return accept({ steps, isRandom: false, rounds: 1, warnings });
}

const lengthenStep = (step: SequenceStep, shortest: number): SequenceStep => ({
  ...step,
  duration: Math.max(step.duration, shortest),
  ...(step.maxDuration === undefined ? {} : { maxDuration: Math.max(step.maxDuration, shortest) }),
});

function parseStep(
  value: unknown,
  context: SequenceParsingContext,
): ParseResult<{ step: SequenceStep; warnings: readonly CommandWarning[] }> {
  const { at, lamp, kind } = context;
  if (!isObject(value)) return refuse(at, { kind: 'step' }, value);
  const { for: time, ...words } = value;
  const length = parseStepLength(time, appendMemberToPath(at, 'for'));
  if (!length.ok) return length;
  const { duration } = length.value;
  if (Object.keys(words).length === 0)
    return accept({ step: { members: {}, ...length.value }, warnings: [] });
  const transition = duration < usualTransition ? 0 : undefined;
  const command = parseLightCommand(words, lamp, kind, {
    ...context,
    transition,
    presumed: { on: undefined },
  });
  if (!command.ok) return command;
  const { body, warnings } = command.value;
  if (Object.keys(body.members).some((name) => !stepMembers.has(name)))
    return refuse(at, { kind: 'stepLook' }, value);
  return accept({ step: { members: body.members, ...length.value }, warnings });
}

const usualTransition = 400;

/** A time, or the shortest and the longest time of a random length. */
function parseStepLength(
  value: unknown,
  at: string,
): ParseResult<Pick<SequenceStep, 'duration' | 'maxDuration'>> {
  if (!Array.isArray(value)) {
    const duration = parseBoundedDuration(value, at, longestStep);
    return duration.ok ? accept({ duration: duration.value }) : duration;
  }
  const [from, to] = value.map((time: unknown) => time);
  const expected = { kind: 'stepTime' } as const;
  if (value.length !== 2) return refuse(at, expected, value);
  const shortest = parseBoundedDuration(from, appendMemberToPath(at, 0), longestStep);
  if (!shortest.ok) return shortest;
  const most = parseBoundedDuration(to, appendMemberToPath(at, 1), longestStep);
  if (!most.ok) return most;
  const [duration, maxDuration] = [shortest.value, most.value];
  return duration >= shortestRandomLength && duration <= maxDuration
    ? accept({ duration, maxDuration })
    : refuse(at, expected, value);
}

/** Selects the warning about how long a step lasts at least. */
const selectRate = ({ kind, isSentLampByLamp }: SequenceParsingContext) => {
  if (isSentLampByLamp === true) return 'partRate';
  return kind === 'light' ? 'lampRate' : 'groupRate';
};

function createTooManyResult(value: unknown, context: SequenceParsingContext): ParseResult<never> {
  const written = selectRate(context) === 'groupRate' ? 'groups' : 'lamps';
  const expected = `fewer sequences at a time: those that run already send as many changes of ${written} as the bridge takes`;
  return refuse(context.at, expected, value);
}

/** Steps are at least as long as the bridge needs. Properties that the lamp does not support are omitted. */
function parseNamedSequence(
  name: string,
  context: SequenceParsingContext,
  brightness: number | undefined,
): ParseResult<ParsedSteps> {
  const at = appendMemberToPath(context.at, 'play');
  const names = Object.keys(namedSequences);
  const key = name.trim().toLowerCase().replaceAll('_', ' ');
  const sequence = Object.hasOwn(namedSequences, key) ? namedSequences[key] : undefined;
  if (sequence === undefined) {
    const expected = { kind: 'sequenceNameOrSteps', values: names } as const;
    return refuse(at, expected, name, findNearestName(key, names));
  }
  if (context.shortestStep === Infinity) return createTooManyResult(name, { ...context, at });
  const steps: SequenceStep[] = [];
  let isWhole = true;
  const scaled = scaleBrightness(sequence.steps, brightness);
  for (const [index, step] of sequence.steps.entries()) {
    const duration = Math.max(step.for, context.shortestStep);
    const words = { ...withBrightness(step, scaled[index]), for: duration };
    const parsed = parseStep(words, { ...context, at });
    if (!parsed.ok) return parsed;
    steps.push(parsed.value.step);
    isWhole &&= parsed.value.warnings.length === 0;
  }
  const kind = context.brightnessLimits === undefined ? 'nearestSequence' : 'limitedSequence';
  const warnings = isWhole ? [] : [{ kind, path: at, name: key } as const];
  const { isRandom = false, rounds = null } = sequence;
  return accept({ steps, isRandom, rounds, warnings });
}

function parseRounds(
  value: unknown,
  at: string,
  most: number,
  unlessSaid: SequenceSpecification['rounds'],
): ParseResult<SequenceSpecification['rounds']> {
  if (value === undefined) return accept(unlessSaid);
  if (value === true || value === 'forever') return accept(null);
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
    ? accept(value)
    : refuse(at, { kind: 'rounds', maximum: most }, value);
}

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
