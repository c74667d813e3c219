import { parseBoundedNumber } from '../../../vocabulary/parsing/parse-scalars';
import type { BrightnessLimits } from '../../../vocabulary/light/light-property';
import {
  createSettingError,
  formatSettingPath,
  getParsedOrThrow,
} from '../../settings/node-errors';
import { isSettingUnset } from '../../settings/evaluate-setting';

export interface BrightnessLimitSettings {
  minBrightness?: unknown;
  maxBrightness?: unknown;
}

/**
 * Returns undefined without limits.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if a limit is no percentage, or if the lowest is above the highest
 */
export function parseBrightnessLimits({
  minBrightness,
  maxBrightness,
}: BrightnessLimitSettings): BrightnessLimits | undefined {
  const minimum = parsePercent(minBrightness, 'minBrightness');
  const maximum = parsePercent(maxBrightness, 'maxBrightness');
  if (minimum === undefined && maximum === undefined) return undefined;
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    const expected = `at most the highest brightness, ${maximum}`;
    throw createSettingError('minBrightness', expected, minimum);
  }
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

function parsePercent(value: unknown, name: string): number | undefined {
  if (isSettingUnset(value)) return undefined;
  return getParsedOrThrow(parseBoundedNumber(value, formatSettingPath(name), [0, 100], '%'));
}
