import { parseDuration, unitLengths } from '../../../units/duration';
import { getResourceDefinition } from '../../../resources';
import type { KnownResourceType } from '../../../resources';
import type { ActionNodeDef } from '../../settings/action-node-def';
import { formatSettingPath, toCommandError } from '../../settings/node-errors';
import {
  isSettingUnset,
  getBooleanOrDefault,
  parseNonEmptyText,
} from '../../settings/evaluate-setting';
import { defaultPollingIntervals, parseInterval } from '../../watch/parse-interval';
import { parseThreshold, parseYesNoCondition } from '../../watch/yes-no-condition';
import type { YesNoCondition, YesNoConditionSettings } from '../../watch/yes-no-condition';
import { parseSensorTypeSetting } from '../../message/sensor-types';

/** How a sensor node sorts its readings, as the flow file holds it. */
export interface SensorOutputSettings extends YesNoConditionSettings {
  /** `yes-no` for two outputs for readings. */
  split?: unknown;
}

/** Settings of a sensor node as the flow file holds them; old or hand-written flows may lack any. */
export interface SensorNodeDef extends ActionNodeDef, SensorOutputSettings {
  rtype?: unknown;
  action?: unknown;
  sensitivity?: unknown;
  sensitivityType?: unknown;
  /** `change`: readings as they change; `request`: only on a message. */
  emit?: unknown;
  emitAtStart?: unknown;
  /** Name of the reading on which sending depends, such as `lux`; `always` for none. */
  whileReading?: unknown;
  whileComparison?: unknown;
  whileValue?: unknown;
  /** How long a sensor must have reported nothing before `false` is sent, such as `5min`; empty for at once. */
  endAfter?: unknown;
  interval?: unknown;
}

/** What the node sends of its readings. */
export interface SensorSettings {
  /** Missing for any type. */
  rtype?: KnownResourceType;
  emit: 'change' | 'request';
  emitAtStart: boolean;
  /** Present where readings are sorted to two outputs. */
  split?: YesNoCondition;
  /** Present where sending depends on another reading of the device. */
  condition?: ReadingCondition;
  /** In ms. */
  endAfter: number;
  /** Time between two polls, in ms. */
  interval: number;
}

/** A reading and where it has to be. */
export interface ReadingCondition {
  /** Name as in `msg.readings`. */
  readonly reading: string;
  readonly comparison: 'above' | 'below';
  readonly threshold: number;
}

/** Longest time that `endAfter` takes, in ms: one day. */
export const maxEndAfter = unitLengths.day;

/**
 * Parses the settings of a sensor node.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a type that no sensor has, a comparison without a number, and for a time that is none
 */
export function parseSensorSettings(def: SensorNodeDef): SensorSettings {
  const rtype = parseSensorTypeSetting(def.rtype);
  const condition = parseCondition(def);
  const isNumeric = rtype !== undefined && getResourceDefinition(rtype).unit !== undefined;
  return {
    ...(rtype === undefined ? {} : { rtype }),
    emit: def.emit === 'request' ? 'request' : 'change',
    emitAtStart: getBooleanOrDefault(def.emitAtStart, false),
    ...(def.split === 'yes-no' ? { split: parseYesNoCondition(def) } : {}),
    ...(condition === undefined ? {} : { condition }),
    // A number has no end: a time that was set for another kind of sensor does not count.
    endAfter: isNumeric ? 0 : parseEndAfter(def.endAfter),
    interval: parseInterval(def.interval, defaultPollingIntervals.sensor),
  };
}

/** Number of outputs for readings, which come before the one for answers to commands. */
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

function parseEndAfter(value: unknown): number {
  if (isSettingUnset(value)) return 0;
  const duration = parseDuration(parseNonEmptyText(value) ?? '');
  if (duration !== undefined && duration <= maxEndAfter) return duration;
  const path = formatSettingPath('endAfter');
  throw toCommandError({ path, expected: 'a time up to 24h, such as 5min', received: value });
}
