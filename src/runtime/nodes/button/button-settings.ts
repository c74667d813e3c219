import type { NodeDef } from 'node-red';
import type { ButtonOutputPortSettings } from '../../../vocabulary';
import { parseNonEmptyText, parseUntrimmedText } from '../../settings/evaluate-setting';
import { parseInterval, defaultPollingIntervals } from '../../watch/parse-interval';
import type { WatchedTargetSettings } from '../../settings/target-settings';

/** Settings in the flow file; old or hand-written flows may lack some. */
export interface ButtonNodeDef
  extends NodeDef, WatchedTargetSettings, Partial<Record<keyof ButtonOutputPortSettings, unknown>> {
  bridge?: unknown;
  /** `press` for all properties of a press, `event` for the event name. */
  output?: unknown;
  /** `huemagic` for messages in the format of HueMagic. */
  format?: unknown;
  /** Seconds between two polls without an event stream. */
  interval?: unknown;
}

export interface ButtonSettings {
  outputs: ButtonOutputPortSettings;
  output: 'press' | 'event';
  /** Time between two polls, in ms. */
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
