import { getNestedMember } from '../../resources/members';
import type { BridgeClient, StateCache } from '../../bridge';
import type { Resource } from '../../resources/resource';
import { getLocalStartOfDay } from '../../programs/time-zone';
import type { BridgeSunReport } from '../../programs/sun-day';
import type { Clock } from '../../bridge/clock';

/** Null for a value that the bridge does not report. */
export interface BridgeInfo {
  name: string | null;
  /** 16 hex digits. */
  bridgeId: string | null;
  model: string | null;
  softwareVersion: string | null;
}

export function getCachedBridgeInfo(stateCache: StateCache): BridgeInfo {
  const [bridge] = stateCache.byType('bridge');
  const owner = bridge === undefined ? undefined : stateCache.ownerRid(bridge);
  return toBridgeInfo(bridge, owner === undefined ? undefined : stateCache.get(owner));
}

/** @throws {BridgeError} when a request fails */
export async function fetchBridgeInfo(client: BridgeClient): Promise<BridgeInfo> {
  const [bridge] = (await client.list('bridge')).data;
  const rid = getNestedMember(bridge, 'owner', 'rid');
  if (typeof rid !== 'string') return toBridgeInfo(bridge, undefined);
  return toBridgeInfo(bridge, (await client.get('device', rid)).data);
}

const toBridgeInfo = (
  bridge: Partial<Resource> | undefined,
  device: object | undefined,
): BridgeInfo => ({
  name: stringOrNull(getNestedMember(device, 'metadata', 'name')),
  bridgeId: stringOrNull(getNestedMember(bridge, 'bridge_id')),
  model: stringOrNull(getNestedMember(device, 'product_data', 'model_id')),
  softwareVersion: stringOrNull(getNestedMember(device, 'product_data', 'software_version')),
});

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** In ms, without pushed changes. */
export const locationReadInterval = 3_600_000;

/** Undefined if the location of the bridge was never set. */
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

/** Returns a name such as `Europe/Amsterdam`. */
export function readTimeZone(stateCache: StateCache | undefined): string | undefined {
  const timeZone = getNestedMember(stateCache?.byType('bridge')[0], 'time_zone', 'time_zone');
  return typeof timeZone === 'string' ? timeZone : undefined;
}

/** Of the sunset, in minutes. */
const largestDailyChange = 30;

/** Keeps the report: a bridge that reports tomorrow's sunset in the evening would move a sunset that has passed. */
export class SunReportOfToday {
  #kept: { readonly day: number; readonly report: BridgeSunReport } | undefined;

  constructor(
    private readonly stateCache: StateCache,
    private readonly clock: Clock,
  ) {}

  /** Undefined if the location of the bridge was never set. */
  read(time: number): BridgeSunReport | undefined {
    const report = readReportedSun(this.stateCache);
    if (report === undefined) return undefined;
    const today = getLocalStartOfDay(this.clock.wallTime(), report.timeZone);
    if (this.#kept?.day !== today || !isDailyChange(this.#kept.report, report))
      this.#kept = { day: today, report };
    return getLocalStartOfDay(time, report.timeZone) === today ? this.#kept.report : report;
  }
}

/** A larger change is of another place. */
const isDailyChange = (before: BridgeSunReport, after: BridgeSunReport): boolean =>
  before.dayType === after.dayType &&
  before.timeZone === after.timeZone &&
  Math.abs(toMinutes(before.sunsetTime) - toMinutes(after.sunsetTime)) <= largestDailyChange;

function toMinutes(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return hours * 60 + minutes;
}
