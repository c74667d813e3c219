import type { StateCache } from '../../../bridge';
import { createSunCurve, createTableCurve } from '../../../programs/daylight/daylight-curve';
import type { DaylightCurve } from '../../../programs/daylight/daylight-curve';
import {
  createSunDaysOfPlace,
  createSunDaysFromReport,
} from '../../../programs/daylight/sun-day-lookup';
import type { BridgeSunReport } from '../../../programs/daylight/sun-day-lookup';
import { formatSettingPath, toCommandError } from '../../settings/node-errors';
import type { DaylightCurveSettings } from './daylight-settings';
import { readReportedSun, readTimeZone } from '../../bridge/bridge-sun-report';

/**
 * Creates the light of the day.
 *
 * @param stateReader where the bridge reports its time zone, and when the sun sets, which is used where no place is set; undefined while there is none
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND where no place is set and the bridge does not know its own
 */
export async function createDaylightCurve(
  settings: DaylightCurveSettings,
  stateCache: StateCache | undefined,
): Promise<DaylightCurve> {
  if (settings.kind === 'table')
    return createTableCurve(settings.rows, () => readTimeZone(stateCache));
  const { night, day, place } = settings;
  if (place !== undefined) {
    const { getTimes } = await import('suncalc');
    return createSunCurve(night, day, createSunDaysOfPlace(getTimes, place));
  }
  const first = readReportedSun(stateCache);
  if (first === undefined) {
    const path = formatSettingPath('latitude');
    const expected = 'a place, since the bridge does not know its own';
    throw toCommandError({ path, expected, received: '' });
  }
  let latest = first;
  const getSun = (): BridgeSunReport => (latest = readReportedSun(stateCache) ?? latest);
  return createSunCurve(night, day, createSunDaysFromReport(getSun));
}
