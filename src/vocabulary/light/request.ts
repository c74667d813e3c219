import { appendMemberToPath, isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import { maxTransition } from '../../resources/light-schemas';
import { parseDuration, unitLengths } from '../../units/duration';
import { refuseUnknownMembers, parseBoundedDuration } from '../values';
import { accept, refuse, refuseBoth } from '../parse-result';
import type { ParseResult } from '../parse-result';
import { asksForState } from '../read-payload';

/** In ms. */
export const maxFadeDuration = unitLengths.week;

const maxNameLength = 64;

export type SavedStateCommand =
  | { readonly kind: 'save'; readonly name: string }
  | {
      readonly kind: 'restore';
      readonly name: string;
      /** Of the restore, in ms. */
      readonly transition: number | undefined;
    };

/** A resource, or an entry of a list of states. */
type IdentifiedLightState = Members;

export interface LightListEntry {
  /** An address, or a list of addresses. */
  readonly target: unknown;
  readonly command: unknown;
  /** For problems. */
  readonly at: string;
  /** For problems. */
  readonly targetAt: string;
}

export type LightRequest =
  | { readonly kind: 'read' }
  | SavedStateCommand
  /** Each state sets its own lamp or group. */
  | { readonly kind: 'states'; readonly states: readonly IdentifiedLightState[] }
  | { readonly kind: 'list'; readonly entries: readonly LightListEntry[] }
  | {
      readonly kind: 'set';
      /** In plain words, in another format, or as the body of the service. */
      readonly command: unknown;
      /** Address in the payload itself. */
      readonly target: unknown;
    };

/**
 * Reads what a payload asks of a light node: to set, read, save, restore, or to set each lamp of a list.
 *
 * The command of a request to set stays unparsed: its words depend on the format and on the lamp.
 */
export function parseLightRequest(payload: unknown, at: string): ParseResult<LightRequest> {
  if (asksForState(payload)) return accept({ kind: 'read' });
  if (isLightStateList(payload)) return accept({ kind: 'states', states: payload });
  if (isLightList(payload)) return parseLightList(payload, at);
  if (!isObject(payload)) return accept({ kind: 'set', command: payload, target: undefined });
  const { save, restore } = payload;
  if (save !== undefined || (restore !== undefined && restore !== true && !mayReturn(payload)))
    return parseSavedStateCommand(payload, at);
  if (!isIdentifiedLightState(payload))
    return accept({ kind: 'set', command: payload, target: undefined });
  // Only a list may contain the address of another bridge.
  const target = payload['bridge'] === undefined ? payload : [payload];
  return accept({ kind: 'set', command: toStateCommand(payload), target });
}

/** `{"save": "before the bell"}` and `{"restore": "before the bell", "transition": "1s"}`. */
function parseSavedStateCommand(payload: Members, at: string): ParseResult<SavedStateCommand> {
  const kind = payload['save'] === undefined ? 'restore' : 'save';
  if (kind === 'save' && payload['restore'] !== undefined)
    return refuseBoth(at, 'save', 'restore', payload);
  const allowed = kind === 'save' ? ['save'] : ['restore', 'transition'];
  const known = refuseUnknownMembers(payload, allowed, at);
  if (!known.ok) return known;
  const given = payload[kind];
  if (typeof given !== 'string' || given.trim() === '' || given.length > maxNameLength) {
    const expected = { kind: 'name', maximum: maxNameLength } as const;
    return refuse(appendMemberToPath(at, kind), expected, given);
  }
  const name = given.trim();
  if (kind === 'save') return accept({ kind, name });
  const { transition } = payload;
  if (transition === undefined) return accept({ kind, name, transition });
  const path = appendMemberToPath(at, 'transition');
  const duration = parseBoundedDuration(transition, path, maxTransition);
  return duration.ok ? accept({ kind, name, transition: duration.value }) : duration;
}

const lampStateIdentityMembers: ReadonlySet<string> = new Set([
  'rid',
  'rtype',
  'name',
  'room',
  'bridge',
]);

const lightTypes: ReadonlySet<unknown> = new Set(['light', 'grouped_light']);

/** True for a lamp or group as a bridge reports it. */
export const isWholeLight = ({ id, type }: Members): boolean =>
  typeof id === 'string' && lightTypes.has(type);

const isLightStateListEntry = (value: IdentifiedLightState): boolean =>
  typeof value['rid'] === 'string' &&
  lightTypes.has(value['rtype']) &&
  Object.keys(value).some((name) => !lampStateIdentityMembers.has(name));

/** A reference without a state does not count. */
const isIdentifiedLightState = (value: unknown): value is IdentifiedLightState =>
  isObject(value) && (isWholeLight(value) || isLightStateListEntry(value));

const isLightStateList = (payload: unknown): payload is readonly IdentifiedLightState[] =>
  Array.isArray(payload) && payload.length > 0 && payload.every(isIdentifiedLightState);

const isLightList = (payload: unknown): payload is readonly unknown[] =>
  Array.isArray(payload) &&
  payload.some((entry) => isObject(entry) && entry['target'] !== undefined);

/** `[{"target": "Kitchen", "brightness": 10}, {"target": "Hall", "command": false}]`. */
function parseLightList(payload: readonly unknown[], at: string): ParseResult<LightRequest> {
  const entries: LightListEntry[] = [];
  for (const [index, entry] of payload.entries()) {
    const path = appendMemberToPath(at, index);
    const { target, ...words } = isObject(entry) ? entry : {};
    if (target === undefined) {
      const expected = { kind: 'namedTarget' } as const;
      return refuse(path, expected, entry);
    }
    const targetAt = appendMemberToPath(path, 'target');
    if (words['command'] === undefined) {
      entries.push({ target, command: words, at: path, targetAt });
      continue;
    }
    const known = refuseUnknownMembers(words, ['command'], path);
    if (!known.ok) return known;
    const commandAt = appendMemberToPath(path, 'command');
    entries.push({ target, command: words['command'], at: commandAt, targetAt });
  }
  return accept({ kind: 'list', entries });
}

/** Removes the members that identify the lamp, except from a whole resource. */
function toStateCommand(state: IdentifiedLightState): unknown {
  if (!isLightStateListEntry(state)) return state;
  const members = Object.entries(state).filter(([name]) => !lampStateIdentityMembers.has(name));
  const isBare = members.length === 1 && 'value' in state;
  return isBare ? state['value'] : Object.fromEntries(members);
}

/**
 * Finds the state of one lamp or group in a list of states, as its command.
 *
 * @param label for the problem
 * @param at path of the list
 */
export function findStateCommandOfLamp(
  states: readonly IdentifiedLightState[],
  { rid, label }: { rid: string; label: string },
  at: string,
): ParseResult<unknown> {
  const state = states.find((one) => one['id'] === rid || one['rid'] === rid);
  if (state !== undefined) return accept(toStateCommand(state));
  const expected = `a list that holds the state of ${label}; with no target set, each state goes to its own lamp`;
  return refuse(at, expected, states);
}

/** Started by `turnOn: "later"`, a sequence, an alert with `restore`, a long fade. */
export type ProgramKind = 'later' | 'sequence' | 'alert' | 'fade';

/**
 * @param command in plain words
 * @returns undefined if one request carries out the command
 */
export function findProgramKind(command: unknown): ProgramKind | undefined {
  if (!isObject(command)) return undefined;
  const { turnOn, play, restore, transition } = command;
  if (turnOn === 'later') return 'later';
  if (play !== undefined) return 'sequence';
  if (restore === true || (restore !== undefined && mayReturn(command))) return 'alert';
  return isLongTransition(transition) ? 'fade' : undefined;
}

const returningWords = ['play', 'alert', 'signal'];

/** True if the lamps return to their earlier state. */
const mayReturn = (command: Members): boolean =>
  returningWords.some((word) => command[word] !== undefined);

/** Also true for invalid values: the parser of fades reports the error. */
function isLongTransition(value: unknown): boolean {
  if (value === undefined) return false;
  const duration = typeof value === 'string' ? parseDuration(value) : value;
  return typeof duration !== 'number' || !(duration >= 0 && duration <= maxTransition);
}

/** Of a dial: a full turn of 1000 steps is the whole range. */
const dialStepsPerPercent = 10;

type PressRequest =
  | { readonly kind: 'set'; readonly command: unknown; readonly target: undefined }
  /** A press that sets nothing, such as the beginning of every press. */
  | { readonly kind: 'unusedPress' };

const commandByPressEvent: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  ['short_release', 'toggle'],
  ['long_press', { dim: 'turn' }],
  ['long_release', 'stop'],
]);

const unusedPressEvents: ReadonlySet<unknown> = new Set([
  'initial_press',
  'repeat',
  'double_short_release',
]);

/** A switch without a battery reports only that a press begins. */
const hasNoRelease = ({ events }: Members): boolean =>
  Array.isArray(events) && !events.includes('short_release');

/**
 * Reads a press of a switch or a turn of a dial as a request. No command of a lamp has the members of a press.
 *
 * @returns undefined for any other payload, also for a bell
 */
export function parsePress(payload: unknown): PressRequest | undefined {
  if (!isObject(payload) || typeof payload['event'] !== 'string') return undefined;
  const { event, button, steps } = payload;
  const target = undefined;
  if (button === 'dial' && typeof steps === 'number' && steps !== 0) {
    const percent = Math.min(100, Math.max(1, Math.round(Math.abs(steps) / dialStepsPerPercent)));
    const command = { brightness: `${steps < 0 ? '-' : '+'}${percent}` };
    return { kind: 'set', command, target };
  }
  if (typeof button !== 'number' && button !== null) return undefined;
  if (event === 'initial_press' && hasNoRelease(payload))
    return { kind: 'set', command: 'toggle', target };
  const command = commandByPressEvent.get(event);
  if (command !== undefined) return { kind: 'set', command, target };
  return unusedPressEvents.has(event) ? { kind: 'unusedPress' } : undefined;
}
