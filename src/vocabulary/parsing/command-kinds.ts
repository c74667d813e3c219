import { isObject, maxTransition } from '../../resources';
import { parseDuration, unitLengths } from '../../units/duration';

/** Longest fade that goes on after its first request, in ms: a week. */
export const maxFadeDuration = unitLengths.week;

/** Words after which lamps may return to what they showed: with `restore` beside them. */
const returningWords = ['play', 'alert', 'signal'];

/** True for a command that saves what lamps show, or restores it by a name. */
export const isSavedStateCommand = (payload: unknown): boolean =>
  isObject(payload) &&
  (payload['save'] !== undefined ||
    (payload['restore'] !== undefined && payload['restore'] !== true && !mayReturn(payload)));

/** True for a command after which the lamps may return to what they showed. */
const mayReturn = (command: Readonly<Record<string, unknown>>): boolean =>
  returningWords.some((word) => command[word] !== undefined);

/** True for a command that goes on after its first request: words that a plain command does not know. */
export const startsProgram = (payload: unknown): boolean =>
  isObject(payload) &&
  (payload['turnOn'] === 'later' ||
    payload['play'] !== undefined ||
    payload['restore'] === true ||
    (payload['restore'] !== undefined && mayReturn(payload)) ||
    isLongTransition(payload['transition']));

/**
 * True for a transition that a bridge does not take in one go, in ms or as text; also for one that is none, so that it is
 * refused with the limit of what lamps can do here.
 */
function isLongTransition(value: unknown): boolean {
  if (value === undefined) return false;
  const duration = typeof value === 'string' ? parseDuration(value) : value;
  return typeof duration !== 'number' || !(duration >= 0 && duration <= maxTransition);
}

/** The state of a lamp or a group that says itself of what it is: a resource as it was read, or a part of the state of several. */
export type IdentifiedLightState = Readonly<Record<string, unknown>>;

/** Members beside the plain value of a part of the state of several lamps and groups. */
export const lampStateIdentityMembers: ReadonlySet<string> = new Set([
  'rid',
  'rtype',
  'name',
  'room',
  'bridge',
]);

const lightTypes: ReadonlySet<unknown> = new Set(['light', 'grouped_light']);

const isWholeResource = (value: IdentifiedLightState): boolean =>
  typeof value['id'] === 'string' && lightTypes.has(value['type']);

/** True for a part of the state of several lamps and groups. */
export const isLightStateListEntry = (value: IdentifiedLightState): boolean =>
  typeof value['rid'] === 'string' &&
  lightTypes.has(value['rtype']) &&
  Object.keys(value).some((name) => !lampStateIdentityMembers.has(name));

/** True for the state of one lamp or group that says of what it is. A mere reference is none. */
export const isIdentifiedLightState = (value: unknown): value is IdentifiedLightState =>
  isObject(value) && (isWholeResource(value) || isLightStateListEntry(value));

/** True for the states of several lamps and groups in a list, such as that of all lamps. */
export const isLightStateList = (payload: unknown): payload is readonly IdentifiedLightState[] =>
  Array.isArray(payload) && payload.length > 0 && payload.every(isIdentifiedLightState);
