import { appendMemberToPath, isObject, maxTransition } from '../../resources';
import { parseDuration, unitLengths } from '../../units/duration';
import { refuseUnknownMembers } from '../parsing/object-members';
import { parseBoundedDuration } from '../parsing/parse-scalars';
import { createParseSuccess, createInvalidValueResult } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import { asksForState } from '../parsing/read-payload';

/** Longest fade that goes on after its first request, in ms: a week. */
export const maxFadeDuration = unitLengths.week;

/** Longest name under which a state is saved. */
const maxNameLength = 64;

/** A command that saves what lamps show under a name, or restores it. */
export type SavedStateCommand =
  | { readonly kind: 'save'; readonly name: string }
  | {
      readonly kind: 'restore';
      readonly name: string;
      /** How long restoring takes, in ms; undefined where the command does not say. */
      readonly transition: number | undefined;
    };

/** The state of a lamp or a group that says itself of what it is: a resource as it was read, or a part of the state of several. */
export type IdentifiedLightState = Readonly<Record<string, unknown>>;

/** What a payload asks of lamps and groups. */
export type LightRequest =
  | { readonly kind: 'read' }
  | SavedStateCommand
  /** States, each of which goes to its own lamp or group. */
  | { readonly kind: 'states'; readonly states: readonly IdentifiedLightState[] }
  | {
      readonly kind: 'set';
      /** In plain words, in those of another format, or as the body of the service. */
      readonly command: unknown;
      /** What the command says itself of which lamp it is for; undefined for most. */
      readonly target: unknown;
    };

/**
 * Parses what a payload asks of lamps and groups. A command to be set is told apart from the others only: its words depend on
 * the format and on the lamp.
 *
 * @param payload plain JSON
 * @param at path of the payload, for problems
 * @returns the request, or what is wrong with a command that saves or restores
 */
export function parseLightRequest(payload: unknown, at: string): ParseResult<LightRequest> {
  if (asksForState(payload)) return createParseSuccess({ kind: 'read' });
  if (isLightStateList(payload)) return createParseSuccess({ kind: 'states', states: payload });
  if (!isObject(payload))
    return createParseSuccess({ kind: 'set', command: payload, target: undefined });
  const { save, restore } = payload;
  if (save !== undefined || (restore !== undefined && restore !== true && !mayReturn(payload)))
    return parseSavedStateCommand(payload, at);
  if (!isIdentifiedLightState(payload))
    return createParseSuccess({ kind: 'set', command: payload, target: undefined });
  // Only a list is looked for on several bridges.
  const target = payload['bridge'] === undefined ? payload : [payload];
  return createParseSuccess({ kind: 'set', command: toStateCommand(payload), target });
}

/** Parses `{"save": "before the bell"}` and `{"restore": "before the bell", "transition": "1s"}`. */
function parseSavedStateCommand(
  payload: Readonly<Record<string, unknown>>,
  at: string,
): ParseResult<SavedStateCommand> {
  const kind = payload['save'] === undefined ? 'restore' : 'save';
  if (kind === 'save' && payload['restore'] !== undefined)
    return createInvalidValueResult(at, 'either save or restore, not both', payload);
  const allowed = kind === 'save' ? ['save'] : ['restore', 'transition'];
  const known = refuseUnknownMembers({ ...payload }, allowed, at);
  if (!known.ok) return known;
  const given = payload[kind];
  if (typeof given !== 'string' || given.trim() === '' || given.length > maxNameLength) {
    const expected = `a name of at most ${maxNameLength} characters`;
    return createInvalidValueResult(appendMemberToPath(at, kind), expected, given);
  }
  const name = given.trim();
  if (kind === 'save') return createParseSuccess({ kind, name });
  const { transition } = payload;
  if (transition === undefined) return createParseSuccess({ kind, name, transition });
  const path = appendMemberToPath(at, 'transition');
  const duration = parseBoundedDuration(transition, path, maxTransition);
  return duration.ok ? createParseSuccess({ kind, name, transition: duration.value }) : duration;
}

/** Members beside the plain value of a part of the state of several lamps and groups. */
const lampStateIdentityMembers: ReadonlySet<string> = new Set([
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
const isLightStateListEntry = (value: IdentifiedLightState): boolean =>
  typeof value['rid'] === 'string' &&
  lightTypes.has(value['rtype']) &&
  Object.keys(value).some((name) => !lampStateIdentityMembers.has(name));

/** True for the state of one lamp or group that says of what it is. A mere reference is none. */
const isIdentifiedLightState = (value: unknown): value is IdentifiedLightState =>
  isObject(value) && (isWholeResource(value) || isLightStateListEntry(value));

/** True for the states of several lamps and groups in a list, such as that of all lamps. */
const isLightStateList = (payload: unknown): payload is readonly IdentifiedLightState[] =>
  Array.isArray(payload) && payload.length > 0 && payload.every(isIdentifiedLightState);

/** The command that brings a state about, without what says of what it is; a whole resource as it is. */
function toStateCommand(state: IdentifiedLightState): unknown {
  if (!isLightStateListEntry(state)) return state;
  const members = Object.entries(state).filter(([name]) => !lampStateIdentityMembers.has(name));
  const isBare = members.length === 1 && 'value' in state;
  return isBare ? state['value'] : Object.fromEntries(members);
}

/**
 * Finds the command of one lamp or group in a list of states.
 *
 * @param label its name, for the problem
 * @param at path of the list, for the problem
 */
export function findCommandInStates(
  states: readonly IdentifiedLightState[],
  { rid, label }: { rid: string; label: string },
  at: string,
): ParseResult<unknown> {
  const state = states.find((one) => one['id'] === rid || one['rid'] === rid);
  if (state !== undefined) return createParseSuccess(toStateCommand(state));
  const expected = `a list that holds the state of ${label}; with no target set, each state goes to its own lamp`;
  return createInvalidValueResult(at, expected, states);
}

/** What goes on after its first request: `turnOn: "later"`, a sequence, an alert after which lamps return, a long fade. */
export type ProgramKind = 'later' | 'sequence' | 'alert' | 'fade';

/**
 * The program that a command starts, by words that a plain command does not know.
 *
 * @param command in plain words
 * @returns undefined for a command that one request carries out
 */
export function findProgramKind(command: unknown): ProgramKind | undefined {
  if (!isObject(command)) return undefined;
  const { turnOn, play, restore, transition } = command;
  if (turnOn === 'later') return 'later';
  if (play !== undefined) return 'sequence';
  if (restore === true || (restore !== undefined && mayReturn(command))) return 'alert';
  return isLongTransition(transition) ? 'fade' : undefined;
}

/** Words after which lamps may return to what they showed: with `restore` beside them. */
const returningWords = ['play', 'alert', 'signal'];

/** True for a command after which the lamps may return to what they showed. */
const mayReturn = (command: Readonly<Record<string, unknown>>): boolean =>
  returningWords.some((word) => command[word] !== undefined);

/**
 * True for a transition that a bridge does not take in one go, in ms or as text; also for one that is none, so that it is
 * refused with the limit of what lamps can do here.
 */
function isLongTransition(value: unknown): boolean {
  if (value === undefined) return false;
  const duration = typeof value === 'string' ? parseDuration(value) : value;
  return typeof duration !== 'number' || !(duration >= 0 && duration <= maxTransition);
}
