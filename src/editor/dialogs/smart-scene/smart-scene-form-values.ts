import { weekdays, maxSmartSceneTransition } from 'lighting-bridge:table';
import { isObject, parseJsonOrUndefined } from '../../../resources/values/member-access';
import { formatParsableDuration, parseDuration } from '../../../units/duration';
import {
  parseSmartSceneSlotStart,
  createDuplicateTimeslotChecker,
} from '../../../vocabulary/smart-scene';

export interface WeekFormTimeslot {
  /** `07:00`, `sunset` or `sunrise`. */
  at: string;
  /** Id or name. */
  scene: string;
}

/** Days with the same time slots. */
export interface WeekFormDayGroup {
  days: readonly string[];
  slots: readonly WeekFormTimeslot[];
}

/** Their JSON is the node's command. */
export interface SmartSceneFormValues {
  name?: string | undefined;
  group?: string | undefined;
  /** Milliseconds, or text: a duration with unit, or invalid text. */
  transition?: number | string | undefined;
  week?: readonly WeekFormDayGroup[] | undefined;
}

export const emptySmartScene: SmartSceneFormValues = { week: [{ days: [], slots: [] }] };

const sunEvents = new Set(['sunrise', 'sunset']);

export const isSunEvent = (at: string): boolean => sunEvents.has(at);

/** Returns undefined if the form cannot show the JSON; then it can only be edited as text. */
export function parseSmartSceneToFormValues(json: string): SmartSceneFormValues | undefined {
  const value = parseJsonOrUndefined(json.trim() === '' ? '{}' : json);
  if (!isObject(value)) return undefined;
  const { name, group, transition: givenTransition, week: givenWeek, ...others } = value;
  const transition = parseTransition(givenTransition);
  const week = parseWeek(givenWeek);
  const isShown =
    Object.keys(others).length === 0 &&
    (transition !== undefined || givenTransition === undefined) &&
    (week !== undefined || givenWeek === undefined);
  return isShown && isStringOrUndefined(name) && isStringOrUndefined(group)
    ? { name, group, transition, week }
    : undefined;
}

const isStringOrUndefined = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

/** The command reads a bare number as ms; the form would read seconds. */
function parseTransition(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

function parseWeek(value: unknown): WeekFormDayGroup[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.map(parseWeekEntry);
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function parseWeekEntry(value: unknown): WeekFormDayGroup | undefined {
  if (!isObject(value) || !Array.isArray(value['slots'])) return undefined;
  const days = parseDays(value['days']);
  const slots = value['slots'].map(parseWeekSlot);
  return days !== undefined && slots.every((slot) => slot !== undefined)
    ? { days, slots }
    : undefined;
}

function parseDays(value: unknown): readonly string[] | undefined {
  if (value === 'weekdays') return weekdays.slice(0, 5);
  if (value === 'weekend') return weekdays.slice(5);
  if (value === 'everyday') return weekdays;
  const days: unknown[] = Array.isArray(value) ? value : [value];
  return days.every((day) => typeof day === 'string' && weekdays.includes(day))
    ? weekdays.filter((day) => days.includes(day))
    : undefined;
}

function parseWeekSlot(value: unknown): WeekFormTimeslot | undefined {
  if (!isObject(value)) return undefined;
  const { at, scene } = value;
  return typeof at === 'string' && typeof scene === 'string' ? { at, scene } : undefined;
}

/** Formats a number of ms as a time with its unit; a text stays. */
export const formatTransitionForTextField = (transition: number | string | undefined): string =>
  typeof transition === 'number' ? formatParsableDuration(transition) : (transition ?? '');

/** A missing time is valid. */
export function isValidTransition(transition: number | string | undefined): boolean {
  const duration = typeof transition === 'string' ? parseDuration(transition) : (transition ?? 0);
  return duration !== undefined && duration >= 0 && duration <= maxSmartSceneTransition;
}

/** Finds slots at the time of an earlier slot, with these days; `index` counts all slots of the week. */
export function findDuplicateSlots(week: readonly WeekFormDayGroup[]) {
  const findRepeatedDays = createDuplicateTimeslotChecker();
  return week
    .flatMap(({ days, slots }) => slots.map(({ at }) => ({ days, at })))
    .map(({ days, at }, index) => {
      const start = parseSmartSceneSlotStart(at);
      return { index, at, days: start === undefined ? [] : findRepeatedDays(days, start) };
    })
    .filter(({ days }) => days.length > 0);
}
