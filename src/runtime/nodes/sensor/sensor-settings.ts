import { unitLengths } from '../../../units/duration';
import { getResourceDefinition } from '../../../resources';
import type { KnownResourceType } from '../../../resources';
import { parseSunPeriod } from '../../../programs/sun/sun-moment';
import type { SunPeriod } from '../../../programs/sun/sun-moment';
import type { ActionNodeDef } from '../../node/action-node';
import { createSettingError } from '../../settings/node-errors';
import { parseNonEmptyText } from '../../settings/evaluate-setting';
import { parseDurationUpTo } from '../../settings/number-settings';
import { defaultPollingIntervals, parseInterval } from '../../watch/parse-interval';
import { parseThreshold, parseYesNoCondition } from '../../watch/yes-no-condition';
import type { YesNoCondition, YesNoConditionSettings } from '../../watch/yes-no-condition';
import { parseSensorTypeSetting } from '../../message/sensor-types';

export interface SensorOutputSettings extends YesNoConditionSettings {
  /** `yes-no` for two outputs. */
  split?: unknown;
  /** Sends nothing instead of null. */
  onlyReadings?: unknown;
}

export interface SensorNodeDef extends ActionNodeDef, SensorOutputSettings {
  action?: unknown;
  sensitivity?: unknown;
  sensitivityType?: unknown;
  /** Changed readings, or only if a message asks (`request`). */
  emit?: unknown;
  emitAtStart?: unknown;
  /** Such as `lux`; `always` for no condition. */
  whileReading?: unknown;
  whileComparison?: unknown;
  whileValue?: unknown;
  /** Each day, such as `22:00-06:00`; empty for always. */
  whileTime?: unknown;
  /** Time without a report, such as `5min`; empty for `false` at once. */
  endAfter?: unknown;
  interval?: unknown;
}

export interface SensorSettings {
  rtype?: KnownResourceType;
  emit: 'change' | 'request';
  emitAtStart: boolean;
  onlyReadings: boolean;
  split?: YesNoCondition;
  condition?: ReadingCondition;
  period?: SunPeriod;
  /** In ms. */
  endAfter: number;
  /** In ms. */
  interval: number;
}

interface ReadingCondition {
  /** As in `msg.readings`. */
  readonly reading: string;
  readonly comparison: 'above' | 'below';
  readonly threshold: number;
}

/** One day, in ms. */
export const maxEndAfter = unitLengths.day;

/**
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a type without sensors, a comparison without a number, or a
 * wrong time
 */
export function parseSensorSettings(def: SensorNodeDef): SensorSettings {
  const rtype = parseSensorTypeSetting(def.rtype);
  const condition = parseCondition(def);
  const period = parsePeriodSetting(def.whileTime);
  const isNumeric = rtype !== undefined && getResourceDefinition(rtype).unit !== undefined;
  return {
    ...(rtype === undefined ? {} : { rtype }),
    emit: def.emit === 'request' ? 'request' : 'change',
    emitAtStart: def.emitAtStart === true,
    onlyReadings: def.onlyReadings === true,
    ...(def.split === 'yes-no' ? { split: parseYesNoCondition(def) } : {}),
    ...(condition === undefined ? {} : { condition }),
    ...(period === undefined ? {} : { period }),
    // A number has no end: the time was set for another type.
    endAfter: isNumeric ? 0 : parseEndAfter(def.endAfter),
    interval: parseInterval(def.interval, defaultPollingIntervals.sensor),
  };
}

/** The output for answers to commands comes after them. */
export const countReadingOutputs = ({ split }: SensorOutputSettings): number =>
  split === 'yes-no' ? 2 : 1;

function parseCondition(def: SensorNodeDef): ReadingCondition | undefined {
  const reading = parseNonEmptyText(def.whileReading);
  if (reading === undefined || reading === 'always') return undefined;
  return {
    reading,
    comparison: def.whileComparison === 'above' ? 'above' : 'below',
    threshold: parseThreshold(def.whileValue, 'whileValue'),
  };
}

function parsePeriodSetting(value: unknown): SunPeriod | undefined {
  const text = parseNonEmptyText(value);
  if (text === undefined) return undefined;
  const period = parseSunPeriod(text);
  if (period !== undefined) return period;
  const expected = 'two times such as 22:00-06:00, sunset-23:30 or sunset-sunrise';
  throw createSettingError('whileTime', expected, value);
}

const parseEndAfter = (value: unknown): number =>
  parseDurationUpTo(value, maxEndAfter, 'endAfter', 'a time up to 24h, such as 5min') ?? 0;
