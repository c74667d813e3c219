import type { NodeDef } from 'node-red';
import { givenSwitch, givenText } from '../given-setting';
import { intervalOf, usualIntervals } from '../interval';

/** Settings of a status node as the flow file holds them; old or hand-written flows may lack any. */
export interface StatusDef extends NodeDef {
  bridge?: unknown;
  /** `change`: each change; `connection`: when the bridge is lost and back; `request`: only when asked. */
  emit?: unknown;
  /** `status` for everything, otherwise the path of one of its members. */
  output?: unknown;
  emitAtStart?: unknown;
  /** Seconds after which the bridge is asked whether it is there. */
  interval?: unknown;
}

/** When and what a status node tells. */
export interface StatusSettings {
  emit: 'change' | 'connection' | 'request';
  output: string;
  emitAtStart: boolean;
  /** Time between two looks, in ms. */
  interval: number;
}

/** Reads the settings of a status node. */
export function readStatusSettings(def: StatusDef): StatusSettings {
  const { emit } = def;
  return {
    emit: emit === 'connection' || emit === 'request' ? emit : 'change',
    output: givenText(def.output) ?? 'status',
    emitAtStart: givenSwitch(def.emitAtStart, true),
    interval: intervalOf(def.interval, usualIntervals.status),
  };
}
