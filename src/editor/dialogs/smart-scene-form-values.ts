import { weekdays, maxSmartSceneTransition } from 'lighting-bridge:table';
import { isObject, parseJsonOrUndefined } from '../../resources/members';
import { formatParsableDuration, parseDuration } from '../../units/duration';
import {
  parseSmartSceneSlotStart,
  createDuplicateTimeslotChecker,
} from '../../vocabulary/smart-scene';
import {
  checkSmartSceneDialogCommand,
  createCommandValidator,
} from '../command/dialog-command-checks';
import { getSettingValue, isDialogOpen } from '../fields/setting-fields';
import { createTranslator, translateShared } from '../labels/translate';
import type { Validator } from '../form/validators';

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

const text = createTranslator('bridge-smart-scene');

/** The JSON of the week editor must be complete and acceptable to the bridge. */
export const createSmartSceneCommandValidator = (when: string): Validator => {
  const validateCommand = createCommandValidator(checkSmartSceneDialogCommand, when);
  return function validate(value, options) {
    // Nothing is entered yet; the node is marked once the dialog is closed.
    if (isDialogOpen(this) && value === JSON.stringify(emptySmartScene)) return true;
    const operation = getSettingValue(this, 'operation');
    const formValues = parseSmartSceneToFormValues(typeof value === 'string' ? value : '');
    const isForm = getSettingValue(this, 'commandType') === 'json' && formValues !== undefined;
    if (!isForm || (operation !== 'create' && operation !== 'update'))
      return validateCommand.call(this, value, options);
    const missing =
      operation === 'create' ? listMissingForCreate(formValues) : listMissingForUpdate(formValues);
    const sentences = [
      ...(missing.length === 0
        ? []
        : [text('missing.sentence', { parts: missing.map((part) => text(part)).join(', ') })]),
      ...describeInvalidParts(formValues),
    ];
    return sentences.length === 0 ? true : sentences.join(' ');
  };
};

/** The bridge would refuse these values. */
function describeInvalidParts({ transition, week = [] }: SmartSceneFormValues): string[] {
  const duplicateTimes = findDuplicateSlots(week).map(({ at, days }) =>
    text('wrong.twice', {
      days: days.map((day) => text(`day.${day}`)).join(', '),
      at: isSunEvent(at) ? text(`sun.${at}`) : at,
    }),
  );
  if (isValidTransition(transition)) return duplicateTimes;
  const field = translateShared('row.transition');
  const value = formatTransitionForTextField(transition);
  return [text('wrong.transition', { field, value }), ...duplicateTimes];
}

const listMissingForCreate = ({
  name = '',
  group = '',
  week = [],
}: SmartSceneFormValues): string[] => [
  ...listMissing({ 'missing.name': name.trim() === '', 'missing.group': group.trim() === '' }),
  ...(week.length === 0 ? ['missing.days', 'missing.slot'] : listMissingInWeek(week)),
];

const listMissingForUpdate = (formValues: SmartSceneFormValues): string[] => [
  ...listMissing({
    'missing.change': Object.values(formValues).every((value) => value === undefined),
  }),
  ...listMissingInWeek(formValues.week ?? []),
];

function listMissingInWeek(week: readonly WeekFormDayGroup[]): string[] {
  const slots = week.flatMap((entry) => entry.slots);
  return listMissing({
    'missing.days': week.some(({ days }) => days.length === 0),
    'missing.slot': week.some((entry) => entry.slots.length === 0),
    'missing.time': slots.some(({ at }) => at.trim() === ''),
    'missing.scene': slots.some(({ scene }) => scene.trim() === ''),
  });
}

const listMissing = (isMissing: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(isMissing).filter((key) => isMissing[key]);
