import type { ButtonOutputPortSettings } from '../../../vocabulary';
import { parseBoundedDuration } from '../../../vocabulary/parsing/parse-scalars';
import {
  isSettingUnset,
  parseNonEmptyText,
  parseUntrimmedText,
} from '../../settings/evaluate-setting';
import { formatSettingPath, getParsedOrThrow } from '../../settings/node-errors';
import type { NodeSettings } from '../../settings/evaluate-setting';
import { parseInterval, defaultPollingIntervals } from '../../watch/parse-interval';
import type { WatchedTargetSettings } from '../../settings/target-settings';

export type ButtonNodeDef = NodeSettings<
  | keyof WatchedTargetSettings
  | keyof ButtonOutputPortSettings
  | 'output'
  | 'doubleWithin'
  | 'format'
  | 'interval'
>;

export interface ButtonSettings {
  outputs: ButtonOutputPortSettings;
  /** All properties of a press, or the event name. */
  output: 'press' | 'event';
  /** In ms; undefined if two presses are no double press. */
  doubleWithin?: number | undefined;
  /** In ms. */
  interval: number;
}

/** In ms. */
const maxDoublePressTime = 5_000;

function parseDoubleWithin(setting: unknown): number | undefined {
  const text = parseUntrimmedText(setting);
  if (isSettingUnset(text)) return undefined;
  const parsed = parseBoundedDuration(text, formatSettingPath('doubleWithin'), maxDoublePressTime);
  const duration = getParsedOrThrow(parsed);
  return duration === 0 ? undefined : duration;
}

export function parseButtonSettings(def: ButtonNodeDef): ButtonSettings {
  const { rules } = def;
  const outputs: ButtonOutputPortSettings = { rules };
  for (const name of ['split', 'events', 'buttons'] as const) {
    const text = parseUntrimmedText(def[name]);
    if (text !== undefined) outputs[name] = text;
  }
  return {
    outputs,
    doubleWithin: parseDoubleWithin(def.doubleWithin),
    output: parseNonEmptyText(def.output) === 'event' ? 'event' : 'press',
    interval: parseInterval(def.interval, defaultPollingIntervals.button),
  };
}
