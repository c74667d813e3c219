import type { NodeDef } from 'node-red';
import { getBooleanOrDefault, parseNonEmptyText } from '../../settings/evaluate-setting';
import { parseInterval, defaultPollingIntervals } from '../../watch/parse-interval';

/** Settings of a status node as the flow file holds them; old or hand-written flows may lack any. */
export interface StatusNodeDef extends NodeDef {
  bridge?: unknown;
  /** `change`: each change; `connection`: bridge lost or returned; `sun`: at sunrise and sunset; `request`: only on input messages. */
  emit?: unknown;
  /** `status` for the whole status, `report`, otherwise the path of a member of the status. */
  output?: unknown;
  emitAtStart?: unknown;
  /** Seconds between two polls that check the connection. */
  interval?: unknown;
}

/** When and what a status node sends. */
export interface StatusSettings {
  emit: 'change' | 'connection' | 'sun' | 'request';
  output: string;
  emitAtStart: boolean;
  /** Time between two polls, in ms. */
  interval: number;
}

/** Parses the settings of a status node. */
export function parseStatusSettings(def: StatusNodeDef): StatusSettings {
  const { emit } = def;
  return {
    emit: emit === 'connection' || emit === 'sun' || emit === 'request' ? emit : 'change',
    output: parseNonEmptyText(def.output) ?? 'status',
    emitAtStart: getBooleanOrDefault(def.emitAtStart, true),
    interval: parseInterval(def.interval, defaultPollingIntervals.status),
  };
}
