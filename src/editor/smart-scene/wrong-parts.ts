import { longestSceneTransition } from 'lighting-bridge:table';
import { parseDuration } from '../../units/duration';
import { slotStart, timesOfWeek } from '../../vocabulary/week-times';
import type { WeekEntry } from './week-model';

const secondsPattern = /^-?(?:\d+\.?\d*|\.\d+)$/;

/**
 * Reads what a person wrote as the time from one scene to the next.
 *
 * @param text a number of seconds, or a number with its unit
 * @returns ms for seconds, which may be out of bounds; else the text as it is, which the command takes only with a unit
 */
export const fadeOf = (text: string): number | string =>
  secondsPattern.test(text) ? Math.round(Number(text) * 1000) : text;

/** The text of a time from one scene to the next: seconds where it is a number. */
export const fadeText = (transition: number | string | undefined): string =>
  typeof transition === 'number' ? String(transition / 1000) : (transition ?? '');

/** True for a time from one scene to the next that the bridge takes, and for none at all. */
export function isFade(transition: number | string | undefined): boolean {
  const duration = typeof transition === 'string' ? parseDuration(transition) : (transition ?? 0);
  return duration !== undefined && duration >= 0 && duration <= longestSceneTransition;
}

/** A time of the week that some of its days have already. */
export interface RepeatedSlot {
  /** Its place among all times of the week. */
  place: number;
  at: string;
  days: readonly string[];
}

/** The times of a week that are given twice for one day. */
export function repeatedSlots(week: readonly WeekEntry[]): RepeatedSlot[] {
  const taken = timesOfWeek();
  return week
    .flatMap(({ days, slots }) => slots.map(({ at }) => ({ days, at })))
    .map(({ days, at }, place) => {
      const start = slotStart(at);
      return { place, at, days: start === undefined ? [] : taken(days, start) };
    })
    .filter(({ days }) => days.length > 0);
}
