import { isObject, appendMemberToPath, weekdays } from '../../resources';
import { refuseUnknownMembers } from '../parsing/object-members';
import { accept, refuse, mapResult } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import { parseSmartSceneSlotStart, createDuplicateTimeslotChecker } from './slot-start';

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
export function parseWeekTimeslots(
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
