import { formatParsableDuration, parseDuration, unitLengths } from '../../units/duration';
import { createSettingError } from '../settings/node-errors';
import { parseNonEmptyText } from '../settings/evaluate-setting';

/** In ms. A longer interval is probably a mistake, such as ms entered as seconds. */
export const intervalBounds = { least: unitLengths.second, most: unitLengths.day } as const;

/** By node, in ms. */
export const defaultPollingIntervals = {
  button: 1_000,
  mqtt: 5_000,
  poll: 5_000,
  sensor: 5_000,
  status: 30_000,
} as const;

/**
 * @param setting a time such as `5s`, or a number of seconds
 * @param fallback in ms, if the setting is missing or zero
 * @returns ms, from one second to one day; a shorter interval becomes one second
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a text that is no time, and for an interval above one day
 */
export function parseInterval(setting: unknown, fallback: number): number {
  const { least, most } = intervalBounds;
  const text = parseNonEmptyText(setting);
  const interval = text === undefined ? 0 : parseDuration(text, unitLengths.second);
  if (interval === 0) return fallback;
  if (interval !== undefined && interval <= most) return Math.max(least, interval);
  const bounds = `${formatParsableDuration(least)} to ${formatParsableDuration(most)}`;
  throw createSettingError('interval', `a time from ${bounds}, such as 5s`, setting);
}
