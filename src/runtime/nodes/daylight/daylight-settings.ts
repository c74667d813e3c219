import { createSunCurve, createTableCurve } from '../../../programs/daylight/daylight-curve';
import type {
  DaylightRow,
  DaylightInKelvin,
  DaylightCurve,
} from '../../../programs/daylight/daylight-curve';
import { parseDayTable } from '../../../programs/daylight/parse-day-table';
import {
  createSunDaysFromReport,
  loadSunDaysOfPlace,
} from '../../../programs/daylight/sun-day-lookup';
import type { GeoCoordinates, BridgeSunReport } from '../../../programs/daylight/sun-day-lookup';
import { unitLengths } from '../../../units/duration';
import { acceptedKelvinRange } from '../../../vocabulary/light/words/white';
import { explainMirekAsKelvin, explainPercentage } from '../../../vocabulary/values';
import type { ActionNodeDef } from '../../node/action-node';
import {
  createSettingError,
  formatSettingPath,
  getParsedOrThrow,
} from '../../settings/node-errors';
import { parseDurationUpTo, parseNumberWithin, parsePlace } from '../../settings/number-settings';
import type { PlaceDef } from '../../settings/number-settings';
import { isSettingUnset, parseChoice, parseNonEmptyText } from '../../settings/evaluate-setting';
import type { StateCache } from '../../../bridge';
import { readReportedSun, readTimeZone } from '../../bridge/bridge-sun-report';

export interface DaylightNodeDef extends ActionNodeDef, DaylightDef {}

interface DaylightDef extends PlaceDef {
  /** `sun` or `table`. */
  follow?: unknown;
  nightKelvin?: unknown;
  nightBrightness?: unknown;
  dayKelvin?: unknown;
  dayBrightness?: unknown;
  /** Lines such as `06:30 2700 K 50 %`. */
  table?: unknown;
  /** After an external change, such as `2h`; empty until the lamp is off. */
  resumeAfter?: unknown;
  /** Id, name or `Room/Name` of a scene that also gets the light; empty for none. */
  scene?: unknown;
  changes?: unknown;
}

/** The sun of the place, otherwise of the bridge. */
export type DaylightCurveSettings =
  | {
      kind: 'sun';
      night: DaylightInKelvin;
      day: DaylightInKelvin;
      place: GeoCoordinates | undefined;
    }
  | { kind: 'table'; rows: readonly DaylightRow[] };

export interface DaylightSettings {
  readonly curve: DaylightCurveSettings;
  /** In ms; Infinity until the lamp is off. */
  readonly resumeAfter: number;
  /** Id, name or `Room/Name`; undefined for none. */
  readonly scene: string | undefined;
  readonly sendsChanges: boolean;
}

const defaults = { nightKelvin: 2_200, dayKelvin: 5_000 } as const;

/** One week, in ms. */
export const maxOverride = unitLengths.week;

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND with the name of the setting */
export const parseDaylightSettings = (def: DaylightDef): DaylightSettings => ({
  curve: parseCurve(def),
  resumeAfter: parseResumeAfter(def.resumeAfter),
  scene: parseNonEmptyText(def.scene),
  sendsChanges: def.changes === true,
});

function parseCurve(def: DaylightDef): DaylightCurveSettings {
  const kind = parseChoice(def.follow, ['sun', 'table'], 'follow') ?? 'sun';
  if (kind === 'table')
    return { kind, rows: getParsedOrThrow(parseDayTable(def.table, formatSettingPath('table'))) };
  return {
    kind,
    night: parsePoint(def.nightKelvin, def.nightBrightness, 'night'),
    day: parsePoint(def.dayKelvin, def.dayBrightness, 'day'),
    place: parsePlace(def),
  };
}

function parsePoint(kelvin: unknown, brightness: unknown, when: 'night' | 'day'): DaylightInKelvin {
  const given = isSettingUnset(kelvin) ? defaults[`${when}Kelvin`] : kelvin;
  const white = parseNumberWithin(
    given,
    acceptedKelvinRange,
    `${when}Kelvin`,
    explainMirekAsKelvin,
  );
  if (isSettingUnset(brightness)) return { kelvin: white };
  const name = `${when}Brightness`;
  const percent = parseNumberWithin(brightness, [1, 100], name, explainPercentage);
  return { kelvin: white, brightness: percent };
}

function parseResumeAfter(value: unknown): number {
  const expected = 'a time up to 7 days, such as 2h';
  const duration = parseDurationUpTo(value, maxOverride, 'resumeAfter', expected) ?? Infinity;
  if (duration > 0) return duration;
  throw createSettingError('resumeAfter', expected, value);
}

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
