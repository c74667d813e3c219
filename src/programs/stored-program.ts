import { getNumericMember, isObject } from '../resources/values/member-access';
import type { Resource } from '../resources';
import type {
  FadeEndpoint,
  LampProperty,
  UpdateMembers,
  StoredProgram,
  ProgramSpecification,
  ProgramStarterNode,
  ProgramTarget,
  SequenceStep,
} from './program';

/** Maximum time of a date, in ms since the epoch (ECMAScript, "Time Values and Time Range"). */
const latestTime = 8.64e15;

/** Returns true for a valid stored program. A file may have been changed, or written by another version. */
export const isStoredProgram = (value: unknown): value is StoredProgram =>
  isObject(value) &&
  isTarget(value['target']) &&
  isListOf(value['lamps'], isText) &&
  isListOf(value['properties'], isLampProperty) &&
  isContent(value['content']) &&
  isTime(value['startedAt']) &&
  isMissingOr(value['starter'], isStarter) &&
  isMissingOr(value['keptAt'], isTime) &&
  isMissingOr(value['hasBegun'], isFlag);

const isText = (value: unknown): value is string => typeof value === 'string';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const isTime = (value: unknown): value is number =>
  isNumber(value) && value >= 0 && value <= latestTime;

const isCount = (value: unknown): value is number => isNumber(value) && value > 0;

const isDuration = (value: unknown): value is number => isCount(value) && value <= latestTime;

const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isItem);

const isMissingOr = (value: unknown, isIt: (present: unknown) => boolean): boolean =>
  value === undefined || isIt(value);

const isTarget = (value: unknown): value is ProgramTarget =>
  isObject(value) &&
  isText(value['rid']) &&
  (value['rtype'] === 'light' || value['rtype'] === 'grouped_light');

const isLampProperty = (value: unknown): value is LampProperty =>
  value === 'power' || value === 'brightness' || value === 'color';

const isStarter = (value: unknown): value is ProgramStarterNode =>
  isObject(value) && isText(value['nodeId']) && isText(value['digest']);

const isMembers = (value: unknown): value is UpdateMembers => isObject(value);

const isStep = (value: unknown): value is SequenceStep =>
  isObject(value) &&
  isMembers(value['members']) &&
  isDuration(value['duration']) &&
  isMissingOr(value['maxDuration'], isDuration);

const isLamp = (value: unknown): value is Resource =>
  isObject(value) && isText(value['id']) && isText(value['type']);

const isFadePoint = (value: unknown): value is FadeEndpoint =>
  isObject(value) &&
  isMissingOr(value['brightness'], isNumber) &&
  isMissingOr(value['mirek'], isNumber) &&
  isMissingOr(
    value['xy'],
    (xy) => isNumber(getNumericMember(xy, 'x')) && isNumber(getNumericMember(xy, 'y')),
  );

/** Daylight is not stored: its node starts it again. */
function isContent(value: unknown): value is ProgramSpecification {
  if (!isObject(value)) return false;
  const { kind, members, steps, before, from, to, duration } = value;
  if (kind === 'later') return isMembers(members);
  if (kind === 'restore') return isListOf(before, isLamp) && isListOf(steps, isStep);
  if (kind === 'fade') return isFadePoint(from) && isFadePoint(to) && isDuration(duration);
  return (kind === 'sequence' || kind === 'alert') && isSequence(value);
}

function isSequence({
  steps,
  rounds,
  longest,
  seed,
  lengthSeed,
  before,
}: Readonly<Record<string, unknown>>): boolean {
  return (
    isListOf(steps, isStep) &&
    steps.length > 0 &&
    (rounds === null || isCount(rounds)) &&
    isMissingOr(longest, isDuration) &&
    (seed === null || isNumber(seed)) &&
    isMissingOr(lengthSeed, isNumber) &&
    isMissingOr(before, (lamps) => isListOf(lamps, isLamp))
  );
}

/** Minimum plausible system time, in ms since the epoch: before, the clock of the machine was not set. */
const earliestSetTime = Date.UTC(2025, 0, 1);

/**
 * Returns how long a stored program has run, in ms. The time since it was stored is included, unless the clock was
 * not set at its start or is behind the time of storing.
 *
 * @param now system time, in ms since the epoch
 */
export function getElapsedAfterRestart(
  { startedAt, keptAt = startedAt }: StoredProgram,
  now: number,
): number {
  const known = Math.max(0, keptAt - startedAt);
  return startedAt < earliestSetTime || now < keptAt ? known : now - startedAt;
}
