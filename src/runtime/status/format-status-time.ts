import { unitLengths } from '../../units/duration';

const padTwoDigits = (part: number): string => String(part).padStart(2, '0');

/** Returns local time as `hh:mm:ss`. */
export const formatTimeWithSeconds = (time: Date): string =>
  [time.getHours(), time.getMinutes(), time.getSeconds()].map(padTwoDigits).join(':');

/** Returns local time as `hh:mm`; as `yyyy-mm-dd` if more than a day ago. */
export function formatTimeOrDate(since: Date, now = new Date()): string {
  const [hours, minutes] = [since.getHours(), since.getMinutes()].map(padTwoDigits);
  if (now.getTime() - since.getTime() < unitLengths.day) return `${hours}:${minutes}`;
  return `${since.getFullYear()}-${padTwoDigits(since.getMonth() + 1)}-${padTwoDigits(since.getDate())}`;
}
