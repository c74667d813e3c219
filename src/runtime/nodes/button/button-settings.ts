import type { NodeDef } from 'node-red';
import type { ButtonOutputPortSettings } from '../../../vocabulary';
import { parseNonEmptyText, parseUntrimmedText } from '../../settings/evaluate-setting';
import { parseInterval, defaultPollingIntervals } from '../../watch/parse-interval';
import type { WatchedTargetSettings } from '../../settings/target-settings';

/** Settings of a button node as the flow file holds them; old or hand-written flows may lack any. */
export interface ButtonNodeDef
  extends NodeDef, WatchedTargetSettings, Partial<Record<keyof ButtonOutputPortSettings, unknown>> {
  bridge?: unknown;
  /** `press` for all properties of a press, `event` for its event name only. */
  output?: unknown;
  /** `huemagic` for messages as HueMagic sends them. */
  format?: unknown;
  /** Seconds between two polls when there is no event stream. */
  interval?: unknown;
}

/** What a button node sends, and how often it polls. */
export interface ButtonSettings {
  outputs: ButtonOutputPortSettings;
  output: 'press' | 'event';
  /** Time between two polls, in ms. */
  interval: number;
}

/** Parses the settings of a button node. */
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
