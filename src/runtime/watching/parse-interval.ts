import { parseNonEmptyText } from '../settings/evaluate-setting';

const minInterval = 1_000;
/** One day: a longer interval is a mistake, such as ms entered for seconds. */
const maxInterval = 86_400_000;

/** Default polling intervals by node, in ms. */
export const defaultIntervals = {
  button: 1_000,
  poll: 5_000,
  sensor: 5_000,
  status: 30_000,
} as const;

/**
 * Parses the setting of an interval.
 *
 * @param seconds setting as the flow file holds it
 * @param fallback used when it is missing or no positive number, in ms
 * @returns ms, from one second to one day
 */
export function parseInterval(seconds: unknown, fallback: number): number {
  const interval = Number(parseNonEmptyText(seconds) ?? 0) * 1_000;
  if (!Number.isFinite(interval) || interval <= 0) return fallback;
  return Math.min(maxInterval, Math.max(minInterval, interval));
}
