import { interpolate } from '../units/arithmetic';

export interface FadeCourse {
  /** In percent; 0 is off. */
  readonly from: number;
  readonly to: number;
  /** In ms since the epoch. */
  readonly startedAt: number;
  /** In ms. */
  readonly duration: number;
  /** Brightness at a share of the duration, from 0 to 1; if missing, it changes evenly. */
  readonly brightnessAt?: (share: number) => number;
}

/** In percent. */
export function getPresentBrightness(course: FadeCourse, now: number): number {
  const { from, to, startedAt, duration } = course;
  const share = Math.min(1, Math.max(0, (now - startedAt) / duration));
  return course.brightnessAt?.(share) ?? interpolate(from, to, share);
}

/** In ms; 0 after the end. */
export const getRemainingTime = ({ startedAt, duration }: FadeCourse, now: number): number =>
  Math.max(0, startedAt + duration - now);
