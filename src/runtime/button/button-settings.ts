import type { NodeDef } from 'node-red';
import type { ButtonOutputSettings } from '../../vocabulary';
import { givenText, writtenText } from '../given-setting';
import { intervalOf, usualIntervals } from '../interval';
import type { WatchedTarget } from '../watched-address';

/** Settings of a button node as the flow file holds them; old or hand-written flows may lack any. */
export interface ButtonDef
  extends NodeDef, WatchedTarget, Partial<Record<keyof ButtonOutputSettings, unknown>> {
  bridge?: unknown;
  /** `press` for all that is known of a press, `event` for its name alone. */
  output?: unknown;
  /** Seconds between two looks where the bridge does not push. */
  interval?: unknown;
}

/** What a button node tells, and how often it looks. */
export interface ButtonSettings {
  outputs: ButtonOutputSettings;
  output: 'press' | 'event';
  /** Time between two polls, in ms. */
  interval: number;
}

/** Reads the settings of a button node. */
export function readButtonSettings(def: ButtonDef): ButtonSettings {
  const { rules } = def;
  const outputs: ButtonOutputSettings = { rules };
  for (const name of ['split', 'events', 'buttons'] as const) {
    const text = writtenText(def[name]);
    if (text !== undefined) outputs[name] = text;
  }
  return {
    outputs,
    output: givenText(def.output) === 'event' ? 'event' : 'press',
    interval: intervalOf(def.interval, usualIntervals.button),
  };
}
