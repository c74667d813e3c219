import { isObject, pathOf, weekdays } from '../resources';
import { onlyMembers } from './members';
import { accept, refuse } from './result';
import type { Result } from './result';
import { slotStart, timesOfWeek } from './week-times';

/** Most entries that a week or a day may have. */
const mostEntries = 100;

const dayWords: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['weekdays', weekdays.slice(0, 5)],
  ['weekend', weekdays.slice(5)],
  ['everyday', weekdays],
  ['every day', weekdays],
  ...weekdays.flatMap((day): [string, readonly string[]][] => [
    [day, [day]],
    [day.slice(0, 3), [day]],
  ]),
]);

/** Finds the scene that a slot of the week names. */
export type SceneReader = (value: unknown, at: string) => Result<string>;

/**
 * Reads a week as people write it.
 *
 * @param value a list of `{days, slots: [{at, scene}]}`; days are "monday" or "mon", "weekdays",
 *   "weekend", "everyday" or a list; `at` is "07:00", "sunset" or "sunrise", and no day has one twice
 * @param readScene gives the id of a scene
 * @returns `week_timeslots` of the service
 */
export function readWeek(value: unknown, at: string, readScene: SceneReader): Result<unknown[]> {
  const entries = Array.isArray(value) ? value : [value];
  const reading: Reading = { readScene, taken: timesOfWeek() };
  return readAll(entries, Array.isArray(value), at, 'days and slots', (entry, path) =>
    readDays(entry, path, reading),
  );
}

/** What the slots of a week are read with. */
interface Reading {
  readScene: SceneReader;
  taken: ReturnType<typeof timesOfWeek>;
}

function readDays(value: unknown, at: string, reading: Reading): Result<unknown> {
  if (!isObject(value)) return refuse(at, 'an object with days and slots', value);
  const known = onlyMembers(value, ['days', 'slots'], at);
  if (!known.ok) return known;
  const recurrence = readRecurrence(value['days'], pathOf(at, 'days'));
  if (!recurrence.ok) return recurrence;
  const slots = value['slots'];
  const list = Array.isArray(slots) ? slots : [slots];
  const timeslots = readAll(
    list,
    Array.isArray(slots),
    pathOf(at, 'slots'),
    'at and scene',
    (slot, path) => readSlot(slot, path, recurrence.value, reading),
  );
  return timeslots.ok
    ? accept({ timeslots: timeslots.value, recurrence: recurrence.value })
    : timeslots;
}

function readRecurrence(value: unknown, at: string): Result<readonly string[]> {
  const given = Array.isArray(value) ? value : [value];
  const days = new Set<string>();
  for (const [index, word] of given.entries()) {
    const meant = dayWords.get(typeof word === 'string' ? word.trim().toLowerCase() : word);
    if (meant === undefined) {
      const path = Array.isArray(value) ? pathOf(at, index) : at;
      return refuse(path, 'a day such as "monday", "weekdays", "weekend" or "everyday"', word);
    }
    for (const day of meant) days.add(day);
  }
  return days.size === 0
    ? refuse(at, 'at least one day', value)
    : accept(weekdays.filter((day) => days.has(day)));
}

function readSlot(
  value: unknown,
  at: string,
  days: readonly string[],
  { readScene, taken }: Reading,
): Result<unknown> {
  if (!isObject(value)) return refuse(at, 'an object with at and scene', value);
  const known = onlyMembers(value, ['at', 'scene'], at);
  if (!known.ok) return known;
  const given = value['at'];
  const start = typeof given === 'string' ? slotStart(given) : undefined;
  if (start === undefined) {
    return refuse(pathOf(at, 'at'), 'a time such as "07:00", "sunset" or "sunrise"', given);
  }
  const twice = taken(days, start);
  if (twice.length > 0) {
    return refuse(
      pathOf(at, 'at'),
      `a time that is not given twice for ${twice.join(', ')}`,
      given,
    );
  }
  const scene = readScene(value['scene'], pathOf(at, 'scene'));
  return scene.ok
    ? accept({ start_time: start, target: { rid: scene.value, rtype: 'scene' } })
    : scene;
}

function readAll(
  entries: readonly unknown[],
  isList: boolean,
  at: string,
  parts: string,
  read: (entry: unknown, path: string) => Result<unknown>,
): Result<unknown[]> {
  if (entries.length === 0 || entries.length > mostEntries) {
    return refuse(at, `a list of 1 to ${mostEntries} objects with ${parts}`, entries);
  }
  const values: unknown[] = [];
  for (const [index, entry] of entries.entries()) {
    const value = read(entry, isList ? pathOf(at, index) : at);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return accept(values);
}
