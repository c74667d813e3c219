import { maxSmartSceneTransition } from 'lighting-bridge:table';
import { formatDuration, parseDuration } from '../../units/duration';
import {
  parseSmartSceneSlotStart,
  createDuplicateTimeslotChecker,
} from '../../vocabulary/scene/slot-start';
import type { WeekFormDayGroup } from './smart-scene-form-values';

/**
 * Formats a transition time for its text field: a number of ms as a time with its unit; a text
 * unchanged.
 */
export const formatTransitionForTextField = (transition: number | string | undefined): string =>
  typeof transition === 'number' ? formatDuration(transition) : (transition ?? '');

/** Returns true for a transition time that the bridge accepts, and for a missing one. */
export function isValidTransition(transition: number | string | undefined): boolean {
  const duration = typeof transition === 'string' ? parseDuration(transition) : (transition ?? 0);
  return duration !== undefined && duration >= 0 && duration <= maxSmartSceneTransition;
}

/** A time slot that starts at the same time as an earlier slot on one of its days. */
export interface DuplicateSlotStart {
  /** Index among all slots of the week. */
  index: number;
  at: string;
  days: readonly string[];
}

export function findDuplicateSlots(week: readonly WeekFormDayGroup[]): DuplicateSlotStart[] {
  const findRepeatedDays = createDuplicateTimeslotChecker();
  return week
    .flatMap(({ days, slots }) => slots.map(({ at }) => ({ days, at })))
    .map(({ days, at }, index) => {
      const start = parseSmartSceneSlotStart(at);
      return { index, at, days: start === undefined ? [] : findRepeatedDays(days, start) };
    })
    .filter(({ days }) => days.length > 0);
}
