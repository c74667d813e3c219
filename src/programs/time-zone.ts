import { unitLengths } from '../units/duration';

const { day, minute } = unitLengths;

/** Formats are slow to create. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the offset from UTC in ms, positive east of Greenwich.
 *
 * @param time in ms since the epoch
 * @param timeZone such as `Europe/Amsterdam`; that of this machine if missing or unknown
 */
export function getZoneOffset(time: number, timeZone: string | undefined): number {
  if (timeZone === undefined) return -new Date(time).getTimezoneOffset() * minute;
  const format = formats.get(timeZone) ?? createFormat(timeZone);
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const get = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'));
  return local - Math.floor(time / minute) * minute;
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  const fields = {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...fields, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', fields);
  }
}

// Local times below are in ms since the epoch, as if the local clock showed UTC.

/** Local time of the last midnight. */
export const getLocalStartOfDay = (time: number, timeZone: string | undefined): number =>
  Math.floor((time + getZoneOffset(time, timeZone)) / day) * day;

export function fromLocalTime(local: number, timeZone: string | undefined): number {
  const near = local - getZoneOffset(local, timeZone);
  return local - getZoneOffset(near, timeZone);
}

/** Minutes since midnight, with fractions. */
export const getLocalMinute = (time: number, timeZone: string | undefined): number =>
  (time + getZoneOffset(time, timeZone) - getLocalStartOfDay(time, timeZone)) / minute;
