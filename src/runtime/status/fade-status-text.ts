import { getPresentBrightness, getRemainingTime } from '../programs/lamp-fades';
import type { FadeCourse } from '../programs/lamp-fades';
import { unitLengths } from '../../units/duration';
import type { TranslatableStatusText } from './status-content';

/** Longest first, each with its shortest time. */
const timeUnits = [
  ['hours', unitLengths.hour, 1.5 * unitLengths.hour],
  ['minutes', unitLengths.minute, 1.5 * unitLengths.minute],
  ['seconds', unitLengths.second, 0],
] as const;

/** Returns a text such as `35 → 80 %, 4 min`. */
export function fadeStatusText(course: FadeCourse, now: number): TranslatableStatusText {
  const remaining = getRemainingTime(course, now);
  const unit = timeUnits.find(([, , shortest]) => remaining >= shortest);
  const [name, length] = unit ?? timeUnits[2];
  const values = {
    from: Math.round(getPresentBrightness(course, now)),
    to: Math.round(course.to),
    left: Math.round(remaining / length),
  };
  return { key: `fading.${name}`, values };
}

/** In ms. */
const shortestUpdate = 2_000;
const longestUpdate = 60_000;

/** Returns ms until the text may differ by a percent, or the fade is over. */
export function getNextStatusUpdate(course: FadeCourse, now: number): number {
  const perPercent = course.duration / Math.max(1, Math.abs(course.to - course.from));
  const update = Math.min(longestUpdate, Math.max(shortestUpdate, perPercent));
  return Math.min(update, getRemainingTime(course, now) + 1);
}
