import { parseNonEmptyText } from '../../settings/evaluate-setting';
import type { NodeSettings } from '../../settings/evaluate-setting';
import { parseInterval, defaultPollingIntervals } from '../../watch/parse-interval';

export type StatusNodeDef = NodeSettings<keyof StatusSettings>;

export interface StatusSettings {
  /**
   * `change`: each change; `connection`: the bridge disconnects or reconnects; `sun`: sunrise and sunset; `request`:
   * only if a message asks.
   */
  emit: 'change' | 'connection' | 'sun' | 'request';
  /** `status`, `report`, or the path of a member of the status. */
  output: string;
  emitAtStart: boolean;
  /** In ms. */
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
