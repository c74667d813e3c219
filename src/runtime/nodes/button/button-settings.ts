import type { ButtonOutputPortSettings } from '../../../vocabulary';
import { parseNonEmptyText, parseUntrimmedText } from '../../settings/evaluate-setting';
import type { NodeSettings } from '../../settings/evaluate-setting';
import { parseInterval, defaultPollingIntervals } from '../../watch/parse-interval';
import type { WatchedTargetSettings } from '../../settings/target-settings';

export type ButtonNodeDef = NodeSettings<
  keyof WatchedTargetSettings | keyof ButtonOutputPortSettings | 'output' | 'format' | 'interval'
>;

export interface ButtonSettings {
  outputs: ButtonOutputPortSettings;
  /** All properties of a press, or the event name. */
  output: 'press' | 'event';
  /** In ms. */
  interval: number;
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
    output: parseNonEmptyText(def.output) === 'event' ? 'event' : 'press',
    interval: parseInterval(def.interval, defaultPollingIntervals.button),
  };
}
