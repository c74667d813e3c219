import { interpolate } from '../units/arithmetic';

/** A running change of brightness. */
export interface FadeCourse {
  /** Brightness at the start and at the end, in percent; 0 is off. */
  readonly from: number;
  readonly to: number;
  /** In ms since the epoch. */
  readonly startedAt: number;
  /** In ms. */
  readonly duration: number;
  /** Returns the brightness at a share of the duration, from 0 to 1; if missing, the brightness changes evenly. */
  readonly brightnessAt?: (share: number) => number;
}

/** Returns the present brightness in percent. */
export function getPresentBrightness(course: FadeCourse, now: number): number {
  const { from, to, startedAt, duration } = course;
  const share = Math.min(1, Math.max(0, (now - startedAt) / duration));
  return course.brightnessAt?.(share) ?? interpolate(from, to, share);
}

/** Returns the time in ms until the end; 0 after it. */
export const getRemainingTime = ({ startedAt, duration }: FadeCourse, now: number): number =>
  Math.max(0, startedAt + duration - now);
