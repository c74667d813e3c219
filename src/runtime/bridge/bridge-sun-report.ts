import type { StateCache } from '../../bridge';
import { getNestedMember } from '../../resources';
import type { BridgeSunReport } from '../../programs/daylight/sun-day-lookup';

/** Time between two reads of the location if the bridge does not push changes, in ms. */
export const locationReadInterval = 3_600_000;

/** Returns the bridge's report of the sun; undefined if its location was never set. */
export function readReportedSun(stateCache: StateCache | undefined): BridgeSunReport | undefined {
  const [location] = stateCache?.byType('geolocation') ?? [];
  const sunsetTime = getNestedMember(location, 'sun_today', 'sunset_time');
  const dayType = getNestedMember(location, 'sun_today', 'day_type');
  if (typeof sunsetTime !== 'string' || !/^\d{1,2}:\d{2}(:\d{2})?$/.test(sunsetTime))
    return undefined;
  const timeZone = readTimeZone(stateCache);
  return {
    sunsetTime,
    dayType: typeof dayType === 'string' ? dayType : 'normal_day',
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}

/** Returns the time zone of the home, such as `Europe/Amsterdam`; undefined if the bridge reports none. */
export function readTimeZone(stateCache: StateCache | undefined): string | undefined {
  const timeZone = getNestedMember(stateCache?.byType('bridge')[0], 'time_zone', 'time_zone');
  return typeof timeZone === 'string' ? timeZone : undefined;
}
