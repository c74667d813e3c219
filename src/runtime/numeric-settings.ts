import type { GeoCoordinates } from '../programs/sun-day';
import { refuseNumber } from '../vocabulary/values';
import type { ScaleExplanation } from '../vocabulary/values';
import { parseDuration, formatParsableDuration, unitLengths } from '../units/duration';
import { toCommandError, formatSettingPath, createSettingError } from './errors';
import { isSettingUnset, parseNonEmptyText } from './stored-settings';

/**
 * Reads a number that a dialog saved as text.
 *
 * @param explain names the scale of a wrong number
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting is no number within the bounds
 */
export function parseNumberWithin(
  value: unknown,
  [least, most]: readonly [number, number],
  name: string,
  explain: ScaleExplanation = () => undefined,
): number {
  const text = parseNonEmptyText(value);
  const number = Number(text);
  if (text !== undefined && number >= least && number <= most) return number;
  const path = formatSettingPath(name);
  const expected = `a number from ${least} to ${most}`;
  throw toCommandError(refuseNumber(path, expected, value, explain).problem);
}

export interface PlaceDef {
  /** Empty for the bridge's place. */
  latitude?: unknown;
  longitude?: unknown;
}

/**
 * Reads the place for the sun. Returns undefined for the bridge's place.
 *
 * @throws {BridgeError} if only one coordinate is set, or a coordinate is not a valid number
 */
export function parsePlace({ latitude, longitude }: PlaceDef): GeoCoordinates | undefined {
  if (isSettingUnset(latitude) && isSettingUnset(longitude)) return undefined;
  return {
    latitude: parseNumberWithin(latitude, [-90, 90], 'latitude'),
    longitude: parseNumberWithin(longitude, [-180, 180], 'longitude'),
  };
}

/**
 * Reads a duration that a dialog saved as text.
 *
 * @param most in ms
 * @returns ms; undefined if missing or empty
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the setting is no duration up to `most`
 */
export function parseDurationUpTo(
  value: unknown,
  most: number,
  name: string,
  expected: string,
): number | undefined {
  if (isSettingUnset(value)) return undefined;
  const duration = parseDuration(parseNonEmptyText(value) ?? '');
  if (duration !== undefined && duration <= most) return duration;
  throw createSettingError(name, expected, value);
}

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
 * Reads how often a node polls.
 *
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
