import { parseDuration, unitLengths } from '../../units/duration';

/** Kinds of moments in a dialog. A time of day and an offset have a text; sunrise and sunset have none. */
export const sunMomentTypes = [
  'sunset',
  'beforeSunset',
  'afterSunset',
  'sunrise',
  'beforeSunrise',
  'afterSunrise',
  'time',
] as const;

export type SunMomentType = (typeof sunMomentTypes)[number];

export type SunMoment =
  | {
      readonly kind: 'time';
      /** Minutes since midnight, local time of the home. */
      readonly minute: number;
    }
  | {
      readonly kind: 'sunrise' | 'sunset';
      /** In ms; negative for a moment before sunrise or sunset. */
      readonly offset: number;
    };

/** Longest offset from sunrise or sunset, in ms. */
export const maxSunOffset = 6 * unitLengths.hour;

const timePattern = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/**
 * Parses a moment of each day.
 *
 * @param text a time such as `23:30`, or an offset such as `30min`; ignored for sunrise and sunset
 * @returns undefined for a wrong time, and for an offset above six hours
 */
export function parseSunMoment(type: SunMomentType, text: string): SunMoment | undefined {
  if (type === 'time') {
    const [, hour, minute] = timePattern.exec(text.trim()) ?? [];
    return hour === undefined
      ? undefined
      : { kind: 'time', minute: Number(hour) * 60 + Number(minute) };
  }
  const kind = type.endsWith('unrise') ? 'sunrise' : 'sunset';
  if (type === kind) return { kind, offset: 0 };
  const offset = text.trim() === '' ? undefined : parseDuration(text, unitLengths.minute);
  if (offset === undefined || offset > maxSunOffset) return undefined;
  return { kind, offset: type.startsWith('before') ? -offset : offset };
}
