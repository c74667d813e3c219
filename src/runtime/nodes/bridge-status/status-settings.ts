import type { NodeDef } from 'node-red';
import { parseNonEmptyText } from '../../settings/evaluate-setting';
import { parseInterval, defaultPollingIntervals } from '../../watch/parse-interval';

/** Settings in the flow file; old or hand-written flows may lack some. */
export interface StatusNodeDef extends NodeDef {
  bridge?: unknown;
  /**
   * `change`: each change; `connection`: the bridge disconnects or reconnects; `sun`: sunrise and sunset; `request`:
   * only if a message asks.
   */
  emit?: unknown;
  /** `status` for the whole status, `report`, or the path of a member of the status. */
  output?: unknown;
  emitAtStart?: unknown;
  /** Seconds between two polls. */
  interval?: unknown;
}

export interface StatusSettings {
  emit: 'change' | 'connection' | 'sun' | 'request';
  output: string;
  emitAtStart: boolean;
  /** Time between two polls, in ms. */
  interval: number;
}

export function parseStatusSettings(def: StatusNodeDef): StatusSettings {
  const { emit } = def;
  return {
    emit: emit === 'connection' || emit === 'sun' || emit === 'request' ? emit : 'change',
    output: parseNonEmptyText(def.output) ?? 'status',
    emitAtStart: def.emitAtStart !== false,
    interval: parseInterval(def.interval, defaultPollingIntervals.status),
  };
}
