import type { DaylightCurve } from '../../../programs/daylight/daylight-curve';
import {
  fromLocalTime,
  getLocalStartOfDay,
  getLocalMinute,
} from '../../../programs/daylight/time-zone';
import { mirekToKelvin } from '../../../units/light-color';

/** The light of a day, as a dialog draws it. */
export interface DaylightPreviewResponse {
  /** In the order of their minutes since midnight. */
  points: readonly {
    readonly minute: number;
    readonly kelvin: number;
    /** In percent; missing where the brightness is left to others. */
    readonly brightness?: number;
  }[];
  /** Minute of now. */
  minute: number;
}

const minutesPerDay = 1_440;
/** Time between two points, in minutes. */
const step = 10;

/**
 * The light of a day from midnight to midnight, by the clock of the home.
 *
 * @param now a time of the day, in ms since the epoch
 * @param timeZone that of the home; undefined for that of this machine
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
