import { parseDuration } from '../../units/duration';
import { parseNonEmptyText } from '../settings/evaluate-setting';

const minInterval = 1_000;
/** One day: a longer interval is a mistake, such as ms entered for seconds. */
const maxInterval = 86_400_000;

/** Default polling intervals by node, in ms. */
export const defaultIntervals = {
  button: 1_000,
  mqtt: 5_000,
  poll: 5_000,
  sensor: 5_000,
  status: 30_000,
} as const;

/**
 * Parses the setting of an interval.
 *
 * @param setting as the flow file holds it: a time such as `5s`, or a number of seconds
 * @param fallback used when it is missing, or nothing above zero, in ms
 * @returns ms, from one second to one day
 */
export function parseInterval(setting: unknown, fallback: number): number {
  const interval = parseDuration(parseNonEmptyText(setting) ?? '', 1_000) ?? 0;
  if (interval <= 0) return fallback;
  return Math.min(maxInterval, Math.max(minInterval, interval));
}
