import type { DaylightCurve } from '../../programs/daylight-curve';
import { fromLocalTime, getLocalStartOfDay, getLocalMinute } from '../../programs/time-zone';
import { mirekToKelvin } from '../../units/color';
import { minutesPerDay } from '../../units/duration';

export interface DaylightPreviewResponse {
  /** Sorted; minutes since midnight. */
  points: readonly {
    readonly minute: number;
    readonly kelvin: number;
    /** Percent; undefined if the node does not set it. */
    readonly brightness?: number;
  }[];
  minute: number;
}

/** In minutes. */
const step = 10;

/**
 * Returns the values from midnight to midnight in local time.
 *
 * @param now in ms since the epoch
 * @param timeZone undefined for that of this machine
 */
export function previewDay(
  curve: DaylightCurve,
  now: number,
  timeZone: string | undefined,
): DaylightPreviewResponse {
  const midnight = getLocalStartOfDay(now, timeZone);
  const points = Array.from({ length: minutesPerDay / step + 1 }, (_, index) => {
    const minute = index * step;
    const { mirek, brightness } = curve(fromLocalTime(midnight + minute * 60_000, timeZone));
    return {
      minute,
      kelvin: mirekToKelvin(mirek),
      ...(brightness === undefined ? {} : { brightness }),
    };
  });
  return { points, minute: Math.floor(getLocalMinute(now, timeZone)) };
}
