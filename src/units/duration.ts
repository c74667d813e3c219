/** In ms. */
export const unitLengths = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
} as const;

export const minutesPerDay = unitLengths.day / unitLengths.minute;

const lengthsByName: ReadonlyMap<string, number> = new Map(
  (
    [
      ['millisecond', ['ms', 'msec', 'msecs', 'millisecond', 'milliseconds']],
      ['second', ['s', 'sec', 'secs', 'second', 'seconds']],
      ['minute', ['m', 'min', 'mins', 'minute', 'minutes']],
      ['hour', ['h', 'hr', 'hrs', 'hour', 'hours']],
      ['day', ['d', 'day', 'days']],
    ] as const
  ).flatMap(([unit, names]) => names.map((name) => [name, unitLengths[unit]])),
);

/** Of the text of a duration. */
const maxLength = 60;
const barePattern = /^\d{1,12}(?:\.\d{1,6})?$/;
const partPattern = /(\d{1,12}(?:\.\d{1,6})?) ?([a-z]{1,12})/;
const durationPattern = new RegExp(
  `^${partPattern.source}(?:(?: and |, ?| )?${partPattern.source}){0,4}$`,
);

/**
 * @param text `500ms`, `2s`, `1.5 min`, `20 minutes`, `1 hour 30 minutes`, `1h30m` in any case, longer units first,
 *   each at most once; or a bare number
 * @param numberUnit unit of a bare number, in ms
 * @returns whole ms
 */
export function parseDuration(text: string, numberUnit = 1): number | undefined {
  if (text.length > maxLength) return undefined;
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (barePattern.test(words)) return Math.round(Number(words) * numberUnit);
  if (!durationPattern.test(words)) return undefined;
  let duration = 0;
  let longer = Infinity;
  for (const [, amount, unit = ''] of words.matchAll(new RegExp(partPattern, 'g'))) {
    const length = lengthsByName.get(unit);
    if (length === undefined || length >= longer) return undefined;
    duration += Number(amount) * length;
    longer = length;
  }
  return Math.round(duration);
}

/**
 * @param numberUnit in ms
 * @returns for example `5s` for `5`; undefined unless the text is a bare number
 */
export function addDurationUnit(text: string, numberUnit: number): string | undefined {
  const number = text.trim();
  return barePattern.test(number) ? formatParsableDuration(Number(number) * numberUnit) : undefined;
}

/** For durations below two days. */
const writtenUnits = [
  ['h', unitLengths.hour],
  ['min', unitLengths.minute],
  ['s', unitLengths.second],
] as const;

/**
 * For `parseDuration`: whole days from two days on, otherwise the longest unit with at most one decimal place.
 *
 * @param duration in ms
 * @returns for example `7 days`, `2s`, `1.5min` or `150ms`
 */
export function formatParsableDuration(duration: number): string {
  const { day } = unitLengths;
  if (duration >= 2 * day && duration % day === 0) return `${duration / day} days`;
  const unit = findWrittenUnit(duration);
  return unit === undefined ? `${duration}ms` : `${duration / unit[1]}${unit[0]}`;
}

const findWrittenUnit = (duration: number): (typeof writtenUnits)[number] | undefined =>
  writtenUnits.find(([, length]) => duration >= length && duration % (length / 10) === 0);

/**
 * For use inside a sentence.
 *
 * @param duration in ms
 * @returns for example `10 s`, `0.3 s` or `1.5 min`; rounded to three digits
 */
export function describeDuration(duration: number): string {
  const [unit, length] = findWrittenUnit(duration) ?? (['s', unitLengths.second] as const);
  return `${Number((duration / length).toPrecision(3))} ${unit}`;
}
