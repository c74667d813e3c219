import type { StateCache } from '../../../bridge';
import { createSunCurve, createTableCurve } from '../../../programs/daylight/daylight-curve';
import type { DaylightCurve } from '../../../programs/daylight/daylight-curve';
import {
  createSunDaysFromReport,
  loadSunDaysOfPlace,
} from '../../../programs/daylight/sun-day-lookup';
import type { BridgeSunReport } from '../../../programs/daylight/sun-day-lookup';
import { createSettingError } from '../../settings/node-errors';
import type { DaylightCurveSettings } from './daylight-settings';
import { readReportedSun, readTimeZone } from '../../bridge/bridge-sun-report';

/**
 * @param stateCache for the time zone, and the sun times without a place; undefined without a bridge
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the settings have no place and the bridge does not report the sunset
 */
export async function createDaylightCurve(
  settings: DaylightCurveSettings,
  stateCache: StateCache | undefined,
): Promise<DaylightCurve> {
  if (settings.kind === 'table')
    return createTableCurve(settings.rows, () => readTimeZone(stateCache));
  const { night, day, place } = settings;
  if (place !== undefined) {
    return createSunCurve(night, day, await loadSunDaysOfPlace(place));
  }
  const first = readReportedSun(stateCache);
  if (first === undefined) {
    const expected = 'the latitude of your home, since the bridge does not report the sunset';
    throw createSettingError('latitude', expected, '');
  }
  let latest = first;
  const getSun = (): BridgeSunReport => (latest = readReportedSun(stateCache) ?? latest);
  return createSunCurve(night, day, createSunDaysFromReport(getSun));
}
