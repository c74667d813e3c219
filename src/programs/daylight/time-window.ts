import { getLocalMinute } from './time-zone';
import type { SunDayLookup } from './sun-day-lookup';

/** Minutes since midnight, or a moment of the sun. */
type WindowEdge = number | 'sunrise' | 'sunset';

/** Time of each day. It may go over midnight. */
export interface TimeWindow {
  readonly from: WindowEdge;
  readonly until: WindowEdge;
}

/**
 * Parses a time window.
 *
 * @param text such as `22:00-06:00`, `sunset-23:30` or `sunset-sunrise`
 * @returns undefined for any other text, also for two equal times
 */
export function parseTimeWindow(text: string): TimeWindow | undefined {
  const [from, until, ...rest] = text.split(/[-–]/).map(parseEdge);
  if (from === undefined || until === undefined || rest.length > 0 || from === until)
    return undefined;
  return { from, until };
}

function parseEdge(text: string): WindowEdge | undefined {
  const edge = text.trim().toLowerCase();
  if (edge === 'sunrise' || edge === 'sunset') return edge;
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})$/.exec(edge) ?? [];
  return hours !== '' && Number(hours) <= 23 && Number(minutes) <= 59
    ? Number(hours) * 60 + Number(minutes)
    : undefined;
}

export const usesSun = ({ from, until }: TimeWindow): boolean =>
  typeof from === 'string' || typeof until === 'string';

/** What tells the time at home. */
interface HomeTime {
  /** Such as `Europe/Amsterdam`; that of this machine if missing. */
  readonly timeZone?: string | undefined;
  /** Undefined if the place of the bridge is unknown. */
  readonly sunDays?: SunDayLookup | undefined;
}

/**
 * Returns true from the beginning of a window until its end.
 *
 * @param time in ms since the epoch
 * @returns undefined if the window needs the sun and its times are unknown
 */
export function isWithinTimeWindow(
  { from, until }: TimeWindow,
  time: number,
  { timeZone, sunDays }: HomeTime,
): boolean | undefined {
  const toMinute = (edge: WindowEdge): number | undefined => {
    if (typeof edge === 'number') return edge;
    const day = sunDays?.(time);
    return day && getLocalMinute(edge === 'sunrise' ? day.rise : day.set, timeZone);
  };
  const [begin, end] = [toMinute(from), toMinute(until)];
  if (begin === undefined || end === undefined) return undefined;
  const now = getLocalMinute(time, timeZone);
  return begin <= end ? now >= begin && now < end : now >= begin || now < end;
}
