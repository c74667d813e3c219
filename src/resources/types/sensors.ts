import * as v from 'valibot';
import { referenceOperations, serviceOperations, serviceShape } from '../resource';
import type { Resource, ResourceRow } from '../resource';
import {
  createReportMembers,
  getEnabledSensorMember,
  getSensorReportValue,
  isTamperedWith,
  sampleTimestamp,
} from '../sensor-report';
import { boundedInteger } from '../schemas';
import { roundTo } from '../../units/arithmetic';
import { getNestedMember } from '../members';

type MotionState = {
  motion: boolean;
  motion_valid: boolean;
  motion_report: { changed: string; motion: boolean };
};

/** Service document, section 4.2. */
const enabledUpdate = { enabled: v.optional(v.boolean()) };

const motionReport = { group: 'motion', name: 'motion' };

const motionReading = {
  value: (resource: Resource): unknown => getSensorReportValue(resource, motionReport),
  valueDescription: '`true` while there is motion',
  reading: 'motion',
  report: motionReport,
};

/** Service document, section 2.6; sensitivity: Hue CLIP API reference. */
const motionSensor = {
  read: serviceShape<{
    enabled: boolean;
    motion: MotionState;
    sensitivity: { status: string; sensitivity: number; sensitivity_max: number };
  }>(),
  update: {
    ...enabledUpdate,
    sensitivity: v.optional(v.strictObject({ sensitivity: boundedInteger(0, 100) })),
  },
  ...motionReading,
  sample: {
    enabled: true,
    ...createReportMembers(motionReport, false, sampleTimestamp),
    sensitivity: { status: 'set', sensitivity: 2, sensitivity_max: 4 },
  },
};

const temperatureReport = {
  group: 'temperature',
  name: 'temperature',
  range: { minimum: -20, maximum: 50, step: 0.1 },
};

const lightLevelReport = {
  group: 'light',
  name: 'light_level',
  range: { minimum: 0, maximum: 50_000, step: 100 },
};

const lightLevelSensor = {
  section: '2.6',
  operations: serviceOperations.readUpdate,
  read: serviceShape<{
    enabled: boolean;
    light: {
      light_level: number;
      light_level_valid: boolean;
      light_level_report: { changed: string; light_level: number };
    };
  }>(),
  update: enabledUpdate,
  value: getIlluminance,
  valueDescription: 'illuminance',
  unit: 'lux',
  reading: 'lux',
  report: lightLevelReport,
  sample: { enabled: true, ...createReportMembers(lightLevelReport, 10_000, sampleTimestamp) },
};

/** In lux, to one decimal. */
function getIlluminance(resource: Resource): number | undefined {
  const level = getSensorReportValue(resource, lightLevelReport);
  return typeof level === 'number' ? Math.round(lightLevelToLux(level) * 10) / 10 : undefined;
}

/** In degrees Celsius, to two decimals: bridges report 18.139999389648438. */
function getCelsius(resource: Resource): unknown {
  const celsius = getSensorReportValue(resource, temperatureReport);
  return typeof celsius === 'number' ? roundTo(celsius, 2) : celsius;
}

/**
 * @param lightLevel `10000 * log10(lux) + 1`
 * @returns lux; 0 for a light level below 1 (Hue CLIP API reference, light_level)
 */
export function lightLevelToLux(lightLevel: number): number {
  return lightLevel < 1 ? 0 : 10 ** ((lightLevel - 1) / 10_000);
}

export const sensorRows = {
  motion: { section: '2.6', operations: serviceOperations.readUpdate, ...motionSensor },
  camera_motion: { operations: referenceOperations.readUpdate, ...motionSensor },
  /** For comfort. */
  convenience_area_motion: { operations: referenceOperations.readUpdate, ...motionSensor },
  security_area_motion: {
    section: '2.6',
    operations: serviceOperations.readUpdate,
    ...motionSensor,
  },
  /** Of a room, zone or home. */
  grouped_motion: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{ enabled: boolean; motion: MotionState }>(),
    update: enabledUpdate,
    ...motionReading,
    sample: {
      enabled: true,
      motion: { motion_report: { changed: sampleTimestamp, motion: false } },
    },
  },

  /** In degrees Celsius. */
  temperature: {
    section: '2.6',
    operations: serviceOperations.readUpdate,
    read: serviceShape<{
      enabled: boolean;
      temperature: {
        temperature: number;
        temperature_valid: boolean;
        temperature_report: { changed: string; temperature: number };
      };
    }>(),
    update: enabledUpdate,
    valueDescription: 'temperature',
    unit: '°C',
    reading: 'celsius',
    report: temperatureReport,
    value: getCelsius,
    sample: { enabled: true, ...createReportMembers(temperatureReport, 20, sampleTimestamp) },
  },

  light_level: lightLevelSensor,
  /** Of a room, zone or home. `enabled`: Hue CLIP API reference. */
  grouped_light_level: lightLevelSensor,

  /** The value is true while open. */
  contact: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{ enabled: boolean; contact_report: { changed: string; state: string } }>(),
    update: enabledUpdate,
    valueDescription: '`true` while open, `false` while closed; below a node `open` or `closed`',
    reading: 'open',
    value(resource) {
      const state = getEnabledSensorMember(resource, 'contact_report', 'state');
      return state === undefined ? undefined : state === 'no_contact';
    },
    sample: { enabled: true, contact_report: { changed: sampleTimestamp, state: 'contact' } },
  },

  tamper: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{ tamper_reports: { changed: string; source: string; state: string }[] }>(),
    update: {},
    valueDescription: '`true` when tampered with',
    reading: 'tampered',
    value: isTamperedWith,
    sample: {
      tamper_reports: [{ changed: sampleTimestamp, source: 'battery_door', state: 'not_tampered' }],
    },
  },

  device_power: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{ power_state: { battery_state: string; battery_level: number } }>(),
    update: {},
    valueDescription: 'charge of the battery',
    unit: '%',
    reading: 'battery',
    value: (resource) =>
      getNestedMember(resource, 'power_state', 'battery_level') ??
      getNestedMember(resource, 'power_state', 'battery_state'),
    sample: { power_state: { battery_state: 'normal', battery_level: 84 } },
  },
} satisfies Readonly<Record<string, ResourceRow>>;
