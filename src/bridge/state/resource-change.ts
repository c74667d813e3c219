import type { Resource } from '../../resources';

/**
 * How a change was detected.
 *
 * - `stream`: by an event.
 * - `poll`: by a poll, or by a read of all resources between two polls, without an event stream. Also an own change
 * that a read finds before its event.
 * - `gap`: by comparing states after events or polls were missed. The time of the change is unknown, so a button
 * press found this way is not reported.
 */
export type ChangeCause = 'stream' | 'poll' | 'gap';

export interface ResourceChange<Changed extends Resource = Resource> {
  kind: 'added' | 'changed' | 'deleted';
  /** State after the change; the last known state of a deleted resource. Frozen: clone it to change it. */
  resource: Changed;
  /** State before the change; missing for an added resource. Frozen. */
  previous?: Changed;
  /** Paths of the changed properties, for example `dimming.brightness`. */
  changed: readonly string[];
}

export interface MomentaryInputReport {
  path: string;
  /** Timestamp of the bridge, unparsed; missing in old firmware. */
  updated: string | undefined;
}

export interface ResourceChangeEvent<
  Changed extends Resource = Resource,
> extends ResourceChange<Changed> {
  cause: ChangeCause;
  own: boolean;
  /**
   * New momentary inputs, for example button presses, each in one change only. Inputs that may be old are not
   * reported.
   */
  reports: readonly MomentaryInputReport[];
}
