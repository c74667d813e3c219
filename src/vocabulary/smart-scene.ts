import { isObject, getNestedMember, appendMemberToPath } from '../resources/members';
import type { Members } from '../resources/members';
import { maxSmartSceneTransition, weekdays } from '../resources/types/scenes';
import { sceneGroupTypes } from '../resources/group-types';
import { findNearestName } from '../resources/nearest-name';
import type { Resource } from '../resources/resource';
import { resolveResource, withReplacedListing } from './lookup';
import {
  parseBoundedDuration,
  parseOnOff,
  parseName,
  refuseUnknownMembers,
  omitMembers,
} from './values';
import { parsePlainJson } from './plain-json';
import type { ResourceIndex } from './lookup';
import { accept, refuse, refuseWithout, mapResult, refuseBoth } from './parse-result';
import type { ParsedCommandBody, ParseResult } from './parse-result';
import { checkCommandBody, parseUpdate } from './service-body';
import type { CommandOptions } from './service-body';

interface SmartSceneCommandOptions extends CommandOptions {
  home: ResourceIndex;
  smartScene?: Resource | undefined;
}

/**
 * Makes the body that creates, changes or recalls a smart scene.
 *
 * @param payload words of the help of the smart scene node, or the service's own body. `recall` without a payload
 *   starts the smart scene
 * @returns the body of the POST or PUT (`recall` is a PUT)
 */
export function parseSmartSceneCommand(
  payload: unknown,
  operation: 'create' | 'update' | 'recall',
  options: SmartSceneCommandOptions,
): ParseResult<ParsedCommandBody> {
  if (operation === 'recall')
    return parseUpdate(
      'smart_scene',
      payload === undefined ? true : payload,
      options,
      (plain, at) =>
        mapResult(parseSmartSceneRecall(plain, at, options.smartScene), (recall) => ({ recall })),
    );
  const { at = 'payload' } = options;
  const plain = parsePlainJson(payload, at);
  if (!plain.ok) return plain;
  return isObject(plain.value)
    ? parseObjectCommand(plain.value, operation, { ...options, at })
    : refuse(at, { kind: 'objectWith', names: plainMembers }, payload);
}

const plainMembers = ['name', 'group', 'week', 'transition', 'recall'];
const allowedMembers = [
  ...plainMembers,
  'metadata',
  'week_timeslots',
  'transition_duration',
  'type',
];

const suggestionByAlias: ReadonlyMap<string, string> = new Map([
  ['room', 'group'],
  ['zone', 'group'],
  ['days', 'week'],
  ['schedule', 'week'],
  ['timeslots', 'week'],
  ['transitionTime', 'transition (in milliseconds, or text such as "1min")'],
  ['state', 'recall'],
  ['active', 'recall'],
]);

type CommandContext = SmartSceneCommandOptions & { at: string };

function parseObjectCommand(
  input: Members,
  operation: 'create' | 'update',
  options: CommandContext,
): ParseResult<ParsedCommandBody> {
  const { at } = options;
  const checkedInput = refuseUnknownMembers(input, allowedMembers, at, suggestionByAlias);
  if (!checkedInput.ok) return checkedInput;
  for (const [plain, service] of exclusiveMembers) {
    if (input[plain] !== undefined && input[service] !== undefined) {
      return refuseBoth(at, plain, service, input);
    }
  }
  const body = omitMembers(input, plainMembers);
  for (const parseMember of [
    parseNameMember,
    parseGroupMember,
    parseWeekMember,
    parseTransitionMember,
    parseRecallMember,
  ]) {
    const part = parseMember(input, operation, options);
    if (!part.ok) return part;
    Object.assign(body, part.value);
  }
  return Object.keys(body).length === 0
    ? refuse(at, { kind: 'toDo', values: plainMembers }, input)
    : checkCommandBody('smart_scene', operation, body, options);
}

const exclusiveMembers = [
  ['name', 'metadata'],
  ['week', 'week_timeslots'],
  ['transition', 'transition_duration'],
] as const;

type MemberParser = (
  input: Members,
  operation: 'create' | 'update',
  options: CommandContext,
) => ParseResult<Members>;

const parseNameMember: MemberParser = ({ name, metadata }, operation, { at }) => {
  const isRequired = operation === 'create' && metadata === undefined;
  if (name === undefined && !isRequired) return accept({});
  return mapResult(parseName(name, appendMemberToPath(at, 'name')), (parsed) => ({
    metadata: { name: parsed },
  }));
};

const parseGroupMember: MemberParser = ({ group }, operation, options) => {
  const at = appendMemberToPath(options.at, 'group');
  if (operation === 'update') {
    return group === undefined ? accept({}) : refuse(at, { kind: 'keepsRoom' }, group);
  }
  if (isObject(group)) return accept({ group });
  const target = resolveResource(options.home, group, sceneGroupTypes, at);
  if (!target.ok) return target;
  const { rid, rtype } = target.value;
  return rtype === undefined
    ? refuse(at, { kind: 'knownRoom' }, group)
    : accept({ group: { rid, rtype } });
};

const parseWeekMember: MemberParser = (input, operation, options) => {
  const { week } = input;
  const at = appendMemberToPath(options.at, 'week');
  if (week === undefined) {
    const isRequired = operation === 'create' && input['week_timeslots'] === undefined;
    return isRequired ? refuse(at, { kind: 'week' }, week) : accept({});
  }
  const group = findGroupId(input, operation, options);
  if (!group.ok) return group;
  const parseSceneId = (scene: unknown, path: string): ParseResult<string> =>
    resolveSceneOfGroup(scene, path, group.value, options.home);
  return mapResult(parseWeekTimeslots(week, at, parseSceneId), (week_timeslots) => ({
    week_timeslots,
  }));
};

const parseTransitionMember: MemberParser = ({ transition }, _operation, { at }) => {
  if (transition === undefined) return accept({});
  const path = appendMemberToPath(at, 'transition');
  const duration = parseBoundedDuration(transition, path, maxSmartSceneTransition);
  return mapResult(duration, (transition_duration) => ({ transition_duration }));
};

const parseRecallMember: MemberParser = ({ recall }, _operation, { at, smartScene }) => {
  if (recall === undefined) return accept({});
  const path = appendMemberToPath(at, 'recall');
  return mapResult(parseSmartSceneRecall(recall, path, smartScene), (parsed) => ({
    recall: parsed,
  }));
};

function findGroupId(
  input: Members,
  operation: 'create' | 'update',
  options: CommandContext,
): ParseResult<string> {
  if (operation === 'update') {
    const group = getNestedMember(options.smartScene, 'group', 'rid');
    return typeof group === 'string'
      ? accept(group)
      : refuseWithout(
          'state',
          appendMemberToPath(options.at, 'week'),
          'a smart scene whose room is known',
          input['week'],
        );
  }
  const group = parseGroupMember(input, operation, options);
  if (!group.ok) return group;
  const rid = getNestedMember(group.value, 'group', 'rid');
  return typeof rid === 'string'
    ? accept(rid)
    : refuse(appendMemberToPath(options.at, 'group'), { kind: 'roomOrReference' }, input['group']);
}

function resolveSceneOfGroup(
  value: unknown,
  at: string,
  group: string,
  home: ResourceIndex,
): ParseResult<string> {
  const groupIndex = withReplacedListing(home, (rtype) =>
    home.byType(rtype).filter((resource) => getNestedMember(resource, 'group', 'rid') === group),
  );
  const nameOrId = isObject(value) && value['rtype'] === 'scene' ? value['rid'] : value;
  const target = resolveResource(groupIndex, nameOrId, ['scene'], at);
  if (!target.ok) return target;
  const { rid, resource } = target.value;
  const isOfOtherGroup =
    resource !== undefined && getNestedMember(resource, 'group', 'rid') !== group;
  return isOfOtherGroup
    ? refuse(at, { kind: 'sceneOf', room: home.name(group) ?? group }, home.name(rid) ?? rid)
    : accept(rid);
}

const recallActions = ['activate', 'deactivate'];

/**
 * @param value a word of the help of the smart scene node, or `{action}`, also inside `{recall}`, as in the service
 * @param smartScene last known state, for "toggle"
 */
function parseSmartSceneRecall(
  value: unknown,
  at: string,
  smartScene: Resource | undefined,
): ParseResult<{ action: string }> {
  if (isObject(value)) return parseRecallObject(value, at, smartScene);
  const on = parseOnOff(value);
  if (on !== undefined) return accept({ action: on ? 'activate' : 'deactivate' });
  const keyword = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (recallActions.includes(keyword)) return accept({ action: keyword });
  if (keyword !== 'toggle') {
    return refuse(
      at,
      { kind: 'either', first: 'true, false, "activate", "deactivate"', last: '"toggle"' },
      value,
      findNearestName(keyword, recallActions),
    );
  }
  const state = smartScene?.['state'];
  return state === 'active' || state === 'inactive'
    ? accept({ action: state === 'active' ? 'deactivate' : 'activate' })
    : refuseWithout('state', at, 'a smart scene whose state is known', value);
}

function parseRecallObject(
  value: Members,
  at: string,
  smartScene: Resource | undefined,
): ParseResult<{ action: string }> {
  const names = Object.keys(value);
  const [name = ''] = names;
  return names.length === 1 && (name === 'action' || name === 'recall')
    ? parseSmartSceneRecall(value[name], `${at}.${name}`, smartScene)
    : refuse(at, { kind: 'smartSceneRecall' }, value);
}

/** Of a week, and of timeslots in an entry. */
const maxEntries = 100;

const daysByKeyword: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['weekdays', weekdays.slice(0, 5)],
  ['weekend', weekdays.slice(5)],
  ['everyday', weekdays],
  ['every day', weekdays],
  ...weekdays.flatMap((day): [string, readonly string[]][] => [
    [day, [day]],
    [day.slice(0, 3), [day]],
  ]),
]);

type SceneIdParser = (value: unknown, at: string) => ParseResult<string>;

/**
 * @param value as in docs/nodes.md; each start once a day
 * @returns `week_timeslots` of the service
 */
function parseWeekTimeslots(
  value: unknown,
  at: string,
  parseSceneId: SceneIdParser,
): ParseResult<unknown[]> {
  const context = { parseSceneId, findRepeatedDays: createDuplicateTimeslotChecker() };
  return parseEach(value, at, { one: 'days', other: 'slots' }, (entry, path) =>
    parseWeekEntry(entry, path, context),
  );
}

interface WeekContext {
  parseSceneId: SceneIdParser;
  findRepeatedDays: ReturnType<typeof createDuplicateTimeslotChecker>;
}

function parseWeekEntry(value: unknown, at: string, context: WeekContext): ParseResult<unknown> {
  if (!isObject(value))
    return refuse(at, { kind: 'objectWithBoth', one: 'days', other: 'slots' }, value);
  const checkedInput = refuseUnknownMembers(value, ['days', 'slots'], at);
  if (!checkedInput.ok) return checkedInput;
  const recurrence = parseRecurrence(value['days'], appendMemberToPath(at, 'days'));
  if (!recurrence.ok) return recurrence;
  const timeslots = parseEach(
    value['slots'],
    appendMemberToPath(at, 'slots'),
    { one: 'at', other: 'scene' },
    (slot, path) => parseSlot(slot, path, recurrence.value, context),
  );
  return mapResult(timeslots, (slots) => ({ timeslots: slots, recurrence: recurrence.value }));
}

function parseRecurrence(value: unknown, at: string): ParseResult<readonly string[]> {
  const entries = Array.isArray(value) ? value : [value];
  const days = new Set<string>();
  for (const [index, keyword] of entries.entries()) {
    const matchingDays = daysByKeyword.get(
      typeof keyword === 'string' ? keyword.trim().toLowerCase() : keyword,
    );
    if (matchingDays === undefined) {
      const path = Array.isArray(value) ? appendMemberToPath(at, index) : at;
      return refuse(path, { kind: 'day' }, keyword);
    }
    for (const day of matchingDays) days.add(day);
  }
  return days.size === 0
    ? refuse(at, { kind: 'anyDay' }, value)
    : accept(weekdays.filter((day) => days.has(day)));
}

function parseSlot(
  value: unknown,
  at: string,
  days: readonly string[],
  { parseSceneId, findRepeatedDays }: WeekContext,
): ParseResult<unknown> {
  if (!isObject(value))
    return refuse(at, { kind: 'objectWithBoth', one: 'at', other: 'scene' }, value);
  const checkedInput = refuseUnknownMembers(value, ['at', 'scene'], at);
  if (!checkedInput.ok) return checkedInput;
  const startText = value['at'];
  const start = typeof startText === 'string' ? parseSmartSceneSlotStart(startText) : undefined;
  if (start === undefined) {
    return refuse(appendMemberToPath(at, 'at'), { kind: 'slotTime' }, startText);
  }
  const repeatedDays = findRepeatedDays(days, start);
  if (repeatedDays.length > 0) {
    return refuse(
      appendMemberToPath(at, 'at'),
      { kind: 'newSlotTime', days: repeatedDays },
      startText,
    );
  }
  return mapResult(parseSceneId(value['scene'], appendMemberToPath(at, 'scene')), (rid) => ({
    start_time: start,
    target: { rid, rtype: 'scene' },
  }));
}

function parseEach(
  value: unknown,
  at: string,
  parts: { one: string; other: string },
  parseEntry: (entry: unknown, path: string) => ParseResult<unknown>,
): ParseResult<unknown[]> {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length === 0 || entries.length > maxEntries) {
    return refuse(at, { kind: 'objectList', maximum: maxEntries, ...parts }, entries);
  }
  const values: unknown[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = parseEntry(entry, Array.isArray(value) ? appendMemberToPath(at, index) : at);
    if (!parsed.ok) return parsed;
    values.push(parsed.value);
  }
  return accept(values);
}

/** `start_time` of the service. */
type SmartSceneSlotStart =
  | { kind: 'sunrise' | 'sunset' }
  | { kind: 'time'; time: { hour: number; minute: number; second: number } };

/** @param text `07:00`, `7:00:30`, `sunset` or `sunrise` */
export function parseSmartSceneSlotStart(text: string): SmartSceneSlotStart | undefined {
  const keyword = text.trim().toLowerCase();
  if (keyword === 'sunset' || keyword === 'sunrise') return { kind: keyword };
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(keyword);
  const [hour = 24, minute = 0, second = 0] = (match?.slice(1) ?? []).map((part) =>
    Number(part ?? 0),
  );
  return hour <= 23 && minute <= 59 && second <= 59
    ? { kind: 'time', time: { hour, minute, second } }
    : undefined;
}

/**
 * Two timeslots with one start on a day would activate two scenes at once.
 *
 * @returns a function that stores a start, and returns the days that already had it
 */
export function createDuplicateTimeslotChecker(): (
  days: readonly string[],
  start: SmartSceneSlotStart,
) => readonly string[] {
  const usedKeys = new Set<string>();
  return (days, start) => {
    const toKey = (day: string): string => `${day} ${JSON.stringify(start)}`;
    const repeatedDays = days.filter((day) => usedKeys.has(toKey(day)));
    for (const day of days) usedKeys.add(toKey(day));
    return repeatedDays;
  };
}
