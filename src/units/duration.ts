const unitsInMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  sec: 1_000,
  min: 60_000,
  m: 60_000,
  h: 3_600_000,
};

/**
 * Parses a duration with a unit.
 *
 * @param text `500ms`, `2s`, `1.5 min`, `1h`, or a bare number
 * @param numberUnit what a bare number counts, in ms
 * @returns whole ms, or undefined for anything else
 */
export function parseDuration(text: string, numberUnit = 1): number | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,6})?)\s?([a-z]{0,3})$/i.exec(text.trim().slice(0, 40));
  if (match === null) return undefined;
  const [, amount = '', unit = ''] = match;
  const factor = unit === '' ? numberUnit : unitsInMs[unit.toLowerCase()];
  return factor === undefined ? undefined : Math.round(Number(amount) * factor);
}

/** Units in which a duration is written, the longest first. */
const writtenUnits = ['h', 'min', 's'];

/**
 * Formats a duration as `parseDuration` takes it, in the longest unit that needs at most one decimal place.
 *
 * @param duration in ms
 * @returns such as `2s`, `1.5min` or `150ms`
 */
export function formatDuration(duration: number): string {
  const unit = writtenUnits.find((name) => {
    const tenth = (unitsInMs[name] ?? 1) / 10;
    return duration >= tenth * 10 && duration % tenth === 0;
  });
  return unit === undefined ? `${duration}ms` : `${duration / (unitsInMs[unit] ?? 1)}${unit}`;
}
