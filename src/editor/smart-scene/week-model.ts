import { weekdays } from 'lighting-bridge:table';
import { isObject } from '../../resources/member';

/** One time of a day: when a scene is recalled. */
export interface WeekSlot {
  /** `07:00`, `sunset` or `sunrise`. */
  at: string;
  /** Id or name of a scene. */
  scene: string;
}

/** Days that follow the same times. */
export interface WeekEntry {
  days: readonly string[];
  slots: readonly WeekSlot[];
}

/** A smart scene as the dialog edits it and the node takes it. */
export interface SmartSceneWish {
  name?: string;
  group?: string;
  /** Milliseconds, or a text: with a unit, or what is wrong as a person wrote it. */
  transition?: number | string;
  week?: readonly WeekEntry[];
}

const sunTimes = new Set(['sunrise', 'sunset']);

/** True for a time that the sun sets. */
export const isSun = (at: string): boolean => sunTimes.has(at);

const members = new Set(['name', 'group', 'transition', 'week']);

/**
 * Reads a command that was written as JSON.
 *
 * @param json text of the command field
 * @returns the smart scene, or undefined for what only a person can edit
 */
export function readWish(json: string): SmartSceneWish | undefined {
  const value = parse(json);
  if (!isObject(value) || Object.keys(value).some((name) => !members.has(name))) return undefined;
  const { name, group } = value;
  const transition = readTransition(value['transition']);
  const week = value['week'] === undefined ? [] : readWeek(value['week']);
  if (week === undefined || !isTextOrNothing(name) || !isTextOrNothing(group)) return undefined;
  if (transition === undefined && value['transition'] !== undefined) return undefined;
  return {
    ...(name === undefined ? {} : { name }),
    ...(group === undefined ? {} : { group }),
    ...(transition === undefined ? {} : { transition }),
    ...(value['week'] === undefined ? {} : { week }),
  };
}

const isTextOrNothing = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

/** A bare number in a text is in ms for the command, and would be one of seconds in the form. */
function readTransition(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json.trim() === '' ? '{}' : json);
  } catch {
    return undefined;
  }
}

function readWeek(value: unknown): WeekEntry[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.map(readEntry);
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function readEntry(value: unknown): WeekEntry | undefined {
  if (!isObject(value) || !Array.isArray(value['slots'])) return undefined;
  const days = readDays(value['days']);
  const slots = value['slots'].map(readSlot);
  return days !== undefined && slots.every((slot) => slot !== undefined)
    ? { days, slots }
    : undefined;
}

function readDays(value: unknown): readonly string[] | undefined {
  if (value === 'weekdays') return weekdays.slice(0, 5);
  if (value === 'weekend') return weekdays.slice(5);
  if (value === 'everyday') return weekdays;
  const days: unknown[] = Array.isArray(value) ? value : [value];
  return days.every((day) => typeof day === 'string' && weekdays.includes(day))
    ? weekdays.filter((day) => days.includes(day))
    : undefined;
}

function readSlot(value: unknown): WeekSlot | undefined {
  if (!isObject(value)) return undefined;
  const { at, scene } = value;
  return typeof at === 'string' && typeof scene === 'string' ? { at, scene } : undefined;
}
