import {
  appendMemberToPath,
  getNestedMember,
  getNumericMember,
  getXyMember,
  isObject,
} from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import { getReportedMirek } from '../resources/types/light';
import { accept, refuse } from '../vocabulary/parse-result';
import type {
  CommandWithBody,
  StateDependentCommand,
  ParsedCommandBody,
  ParseResult,
} from '../vocabulary/parse-result';
import { parseLightCommand } from '../vocabulary/light/command';
import { maxFadeDuration } from '../vocabulary/light/request';
import { omitMembers, parseBoundedDuration } from '../vocabulary/values';
import { listLampPropertiesOfUpdate } from './properties-set-by-command';
import type {
  FadeEndpoint,
  ParsedProgram,
  ProgramParsingContext,
  FadeSpecification,
} from './program';
import { mirekToXy, getNearestPointOnEdge, getXyDistance } from '../units/color';
import type { Xy } from '../units/color';
import { interpolate, roundTo } from '../units/arithmetic';
import { interpolateBrightness } from '../units/lightness';
import { lightTolerances } from '../resources/shown-light';
import { isOtherBrightness, isOtherWhite, toReportAfterGap } from './lamp-state-report';
import type { LampStateReport } from './lamp-state-report';
import type { TimedUpdate, TimedUpdatePlan } from './timed-run';

const fadingMembers: ReadonlySet<string> = new Set(['on', 'dimming', 'color', 'color_temperature']);

const canFade = (members: Members): boolean =>
  Object.keys(members).every((name) => fadingMembers.has(name));

/** A change longer than the maximum transition of a bridge. */
export interface FadeRequest {
  /** In ms. */
  readonly duration: number;
  /**
   * Builds the end of the fade.
   *
   * @param lamp lamp or group; undefined if unknown
   */
  readonly build: (lamp: Resource | undefined) => ParseResult<ParsedCommandBody>;
}

/** Parses a `transition` longer than the maximum of a bridge. */
export function parseFadeRequest(
  words: Members,
  context: ProgramParsingContext,
): ParseResult<FadeRequest> {
  const { at, kind } = context;
  const { transition, ...command } = words;
  const path = appendMemberToPath(at, 'transition');
  const duration = parseBoundedDuration(transition, path, maxFadeDuration);
  if (!duration.ok) return duration;
  const options = { ...context, transition: undefined };
  return accept({
    duration: duration.value,
    build(lamp) {
      const parsed = parseLightCommand(command, lamp, kind, options);
      return !parsed.ok || canFade(parsed.value.body.members) ? parsed : refuseFade(at, words);
    },
  });
}

const refuseFade = (at: string, received: unknown): ParseResult<never> =>
  refuse(at, { kind: 'valueBesideLongTransition' }, received);

/** One request can carry out the command. */
interface FadingCommand {
  readonly command: CommandWithBody | StateDependentCommand;
  /** The source of the command, and its path for problems. */
  readonly payload: unknown;
  readonly at: string;
}

/**
 * @param duration transition of the node, in ms
 * @returns undefined if the command has its own transition, or cannot fade, for example a step or an effect
 */
export function createFadeRequest(
  { command, payload, at }: FadingCommand,
  duration: number,
): FadeRequest | undefined {
  if (isObject(payload) && ('transition' in payload || 'dynamics' in payload)) return undefined;
  const sample = command.kind === 'body' ? command : command.presume(true);
  if (sample.kind !== 'body' || !canFadeAfterDefault(sample)) return undefined;
  if (command.kind === 'body') return { duration, build: () => accept(command) };
  const received = isObject(payload) ? { ...payload, transition: duration } : payload;
  return {
    duration,
    build(lamp) {
      const built = command.build(lamp);
      return !built.ok || canFadeAfterDefault(built.value) ? built : refuseFade(at, received);
    },
  };
}

/** For a body with the default transition of its node. */
const canFadeAfterDefault = ({ body }: ParsedCommandBody): boolean =>
  canFade(omitMembers(body.members, ['dynamics']));

/**
 * @param lamp lamp or group; undefined if unknown
 * @param shown a lamp that shows the initial colour: the lamp itself, or one of the group
 */
export function createFade(
  { duration, build }: FadeRequest,
  lamp: Resource | undefined,
  shown: Resource | undefined,
): ParseResult<ParsedProgram> {
  const built = build(lamp);
  if (!built.ok) return built;
  const { body, warnings } = built.value;
  const { members } = body;
  const to = toEnd(members, lamp);
  const from = toStart(to, lamp, shown);
  const turnsOff = to.brightness === 0;
  return accept({
    properties: [
      ...(turnsOff ? (['power'] as const) : []),
      ...(to.brightness === undefined ? [] : (['brightness'] as const)),
      ...listLampPropertiesOfUpdate(members).filter((property) => property === 'color'),
    ],
    content: { kind: 'fade', from, to, duration },
    warnings,
  });
}

/** `on` alone restores the former brightness. */
function toEnd(members: Members, lamp: Resource | undefined): FadeEndpoint {
  const on = getNestedMember(members, 'on', 'on');
  const mirek = getNumericMember(members, 'color_temperature', 'mirek');
  const xy = getXyMember(members, 'color', 'xy');
  const color = mirek !== undefined ? { mirek } : xy === undefined ? {} : { xy };
  if (on === false) return { brightness: 0 };
  const brightness = getNumericMember(members, 'dimming', 'brightness');
  if (brightness !== undefined) return { ...color, brightness };
  const known = getNumericMember(lamp, 'dimming', 'brightness') ?? 0;
  const comesOn = on === true && getNestedMember(lamp, 'on', 'on') === false;
  const former = known > 0 ? known : 100;
  return comesOn || (on === true && Object.keys(color).length === 0)
    ? { ...color, brightness: former }
    : color;
}

function toStart(
  to: FadeEndpoint,
  lamp: Resource | undefined,
  shown: Resource | undefined,
): FadeEndpoint {
  const isLit = getNestedMember(lamp, 'on', 'on') === true;
  const brightness = isLit ? (getNumericMember(lamp, 'dimming', 'brightness') ?? 0) : 0;
  const start: FadeEndpoint = to.brightness === undefined ? {} : { brightness };
  // A dark lamp has no initial colour.
  if (!isLit || (to.mirek === undefined && to.xy === undefined)) return start;
  const mirek = getReportedMirek(shown);
  if (mirek !== undefined) return { ...start, mirek };
  const xy = getXyMember(shown, 'color', 'xy');
  return xy === undefined ? start : { ...start, xy };
}

/** In ms. A lamp that missed a request is right again after the segment. */
const longestSegment = 1_800_000;
/** Maximum deviation of the brightness from the even course within a segment, in percent points. */
const evenness = 1;
const catchUpDuration = 2_000;
const mostHalvings = 12;

/** One transition of the bridge. Times are shares of the whole fade. */
interface Segment {
  readonly start: number;
  readonly end: number;
}

/**
 * Plans few segments, each a transition of the bridge. Lightness, colour temperature in mirek and position in the
 * colour diagram change at a constant speed.
 */
export function createFadePlan({ from, to, duration }: FadeSpecification): TimedUpdatePlan {
  const segments = splitFade(from, to, { start: 0, end: 1 }, duration, mostHalvings);
  const indexAt = (elapsed: number): number => {
    const found = segments.findIndex(({ end }) => elapsed < end * duration);
    return found < 0 ? segments.length - 1 : found;
  };
  return {
    duration,
    at(elapsed, isLate): TimedUpdate {
      const key = indexAt(elapsed);
      const end = segments[key]?.end ?? 1;
      const until = Math.round(end * duration);
      const remaining = until - elapsed;
      if (!isLate || remaining <= 2 * catchUpDuration)
        return { key, members: toMembers(from, to, end, Math.max(0, remaining)), until };
      const caughtUpAt = elapsed + catchUpDuration;
      const members = toMembers(from, to, caughtUpAt / duration, catchUpDuration);
      return { key: key + segments.length, members, until: caughtUpAt };
    },
    isExternal: (report, elapsed) => isOffCourse(report, from, to, segments[indexAt(elapsed)]),
    mayShow: (lamp, elapsed) =>
      !isOffCourse(toReportAfterGap(lamp), from, to, segments[indexAt(elapsed)]),
  };
}

/** Halves a segment until it is even and short enough. */
function splitFade(
  from: FadeEndpoint,
  to: FadeEndpoint,
  { start, end }: Segment,
  duration: number,
  halvings: number,
): Segment[] {
  const middle = (start + end) / 2;
  const [first, between, last] = [start, middle, end].map((share) => brightnessAt(from, to, share));
  const isEven =
    first === undefined ||
    between === undefined ||
    last === undefined ||
    Math.abs(between - (first + last) / 2) <= evenness;
  if (halvings === 0 || (isEven && (end - start) * duration <= longestSegment))
    return [{ start, end }];
  return [
    ...splitFade(from, to, { start, end: middle }, duration, halvings - 1),
    ...splitFade(from, to, { start: middle, end }, duration, halvings - 1),
  ];
}

function brightnessAt(from: FadeEndpoint, to: FadeEndpoint, share: number): number | undefined {
  if (from.brightness === undefined || to.brightness === undefined) return undefined;
  return share >= 1 ? to.brightness : interpolateBrightness(from.brightness, to.brightness, share);
}

function colorAt(
  from: FadeEndpoint,
  to: FadeEndpoint,
  share: number,
): Pick<FadeEndpoint, 'mirek' | 'xy'> {
  const isWhite = from.mirek !== undefined || from.xy === undefined;
  if (to.mirek !== undefined && (share >= 1 || isWhite))
    return { mirek: Math.round(interpolate(from.mirek ?? to.mirek, to.mirek, share)) };
  const [start, end] = [toXy(from), toXy(to)];
  if (end === undefined) return {};
  return start === undefined || share >= 1 ? { xy: end } : { xy: interpolateXy(start, end, share) };
}

const toXy = ({ mirek, xy }: FadeEndpoint): Xy | undefined =>
  xy ?? (mirek === undefined ? undefined : mirekToXy(mirek));

const interpolateXy = (from: Xy, to: Xy, share: number): Xy => ({
  x: roundTo(interpolate(from.x, to.x, share), 4),
  y: roundTo(interpolate(from.y, to.y, share), 4),
});

function toMembers(
  from: FadeEndpoint,
  to: FadeEndpoint,
  share: number,
  transition: number,
): Members {
  const dynamics = { duration: Math.round(transition / 100) * 100 };
  const brightness = brightnessAt(from, to, share);
  if (brightness === 0) return { on: { on: false }, dynamics };
  const { mirek, xy } = colorAt(from, to, share);
  return {
    ...(to.brightness === 0 ? {} : { on: { on: true } }),
    ...(brightness === undefined ? {} : { dimming: { brightness: roundTo(brightness, 2) } }),
    ...(mirek === undefined ? {} : { color_temperature: { mirek } }),
    ...(xy === undefined ? {} : { color: { xy } }),
    dynamics,
  };
}

/**
 * True if somebody else set the lamp. Values up to the end of the current segment are on the course: reports of
 * transitions may be late.
 */
function isOffCourse(
  report: LampStateReport,
  from: FadeEndpoint,
  to: FadeEndpoint,
  segment: Segment | undefined,
): boolean {
  const { on, changed, own } = report;
  if (own || segment === undefined) return false;
  const endsOff = to.brightness === 0 && segment.end === 1;
  if (on === false) return changed.includes('on.on') && !endsOff;
  return (
    isOtherBrightness(report, from.brightness, brightnessAt(from, to, segment.end)) ||
    (changed.some((path) => path.startsWith('color')) && isOtherColor(report, from, to))
  );
}

function isOtherColor(report: LampStateReport, from: FadeEndpoint, to: FadeEndpoint): boolean {
  if (from.mirek !== undefined && to.mirek !== undefined)
    return isOtherWhite(report, from.mirek, to.mirek);
  const { xy } = report;
  const [start, end] = [toXy(from), toXy(to)];
  return (
    start !== undefined &&
    end !== undefined &&
    xy !== undefined &&
    getXyDistance(xy, getNearestPointOnEdge(xy, [start, end])) > lightTolerances.program.xy
  );
}
