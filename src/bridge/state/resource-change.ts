import type { Resource } from '../../resources';

/**
 * How a change was detected:
 * - `stream`: by an event of the event stream
 * - `poll`: by a regular poll, or a fetch of all resources between two polls, while there is no event stream; also what
 *   this client has written since, where a read finds it before its event
 * - `gap`: by comparing states after events or polls were missed (bridge unreachable, stream lost, consistency
 *   check of a live stream); when it happened is unknown, so a button press found this way is not reported
 */
export type ChangeCause = 'stream' | 'poll' | 'gap';

/** What happened to one resource. */
export interface ResourceChange<Changed extends Resource = Resource> {
  kind: 'added' | 'changed' | 'deleted';
  /** State after the change; the last known state of a deleted resource. Frozen: clone it to change it. */
  resource: Changed;
  /** State before the change; missing for an added resource. Frozen. */
  previous?: Changed;
  /** Paths of the properties that differ, such as `dimming.brightness`. */
  changed: readonly string[];
}

/** Report of a momentary input, such as a button press. */
export interface MomentaryInputReport {
  /** Property path, such as `button.button_report`. */
  path: string;
  /** Timestamp of the bridge, unparsed; missing with older firmware. */
  updated: string | undefined;
}

/** A change as reported to watchers. */
export interface ResourceChangeEvent<
  Changed extends Resource = Resource,
> extends ResourceChange<Changed> {
  cause: ChangeCause;
  /** True when a recent write of this client caused the change. */
  own: boolean;
  /**
   * Momentary inputs that just happened, such as button presses, each in one change only. Empty for a change of other
   * properties, and for inputs that were reported before or may be old.
   */
  reports: readonly MomentaryInputReport[];
}
