import { parseDuration, unitLengths } from '../../units/duration';

/** A time of day and an offset have a text; sunrise and sunset have none. */
export const sunMomentTypes = [
  'sunset',
  'beforeSunset',
  'afterSunset',
  'sunrise',
  'beforeSunrise',
  'afterSunrise',
  'time',
] as const;

type SunMomentType = (typeof sunMomentTypes)[number];

export type SunMoment =
  | {
      readonly kind: 'time';
      /** Since midnight, local time of the home. */
      readonly minute: number;
    }
  | {
      readonly kind: 'sunrise' | 'sunset';
      /** In ms; negative before sunrise or sunset. */
      readonly offset: number;
    };

/** In ms. */
export const maxSunOffset = 6 * unitLengths.hour;

const timePattern = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/**
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

/** A part of each day, which may include midnight. */
export interface SunPeriod {
  readonly from: SunMoment;
  readonly to: SunMoment;
}

/**
 * @param text such as `22:00-06:00`, `sunset-23:30` or `sunset-sunrise`
 * @returns undefined for any other text, also for two equal moments
 */
export function parseSunPeriod(text: string): SunPeriod | undefined {
  const [from, to, ...rest] = text.split(/[-\u2013]/).map((moment) => {
    const word = moment.trim().toLowerCase();
    return parseSunMoment(word === 'sunrise' || word === 'sunset' ? word : 'time', word);
  });
  if (from === undefined || to === undefined || rest.length > 0) return undefined;
  return JSON.stringify(from) === JSON.stringify(to) ? undefined : { from, to };
}

export const dependsOnSun = ({ from, to }: SunPeriod): boolean =>
  from.kind !== 'time' || to.kind !== 'time';
