import type { Resource, ResourceType } from '../../resources';
import type { Change } from '../state/changes';
import type { BridgeError } from '../errors/errors';

/** What a watcher wants to know. All watchers of one resource type share its polls. */
export interface WatchOptions {
  rtype: ResourceType;
  /** Only these resources; all of the type when missing. */
  rids?: readonly string[];
  /**
   * Longest time between two looks, in ms; not below `shortestPoll` of the limits. With an event stream
   * it paces `onPoll` only. `Infinity` leaves the pace to others who watch the type.
   */
  interval: number;
  /**
   * Called at the watcher's own interval, the first time as soon as the state is known.
   *
   * @param resources the watched resources. Frozen: clone them to change them
   */
  onPoll?(resources: readonly Resource[]): void;
  /** Called for each change; what the first look finds is no change. */
  onChange?(change: Change): void;
  /** Called when the state can no longer be read, and again when the reason changes. */
  onError?(error: BridgeError): void;
  /** Called once when the state can be read again after an error. */
  onRecovered?(): void;
}

/** A running watch. */
export interface Watch {
  /**
   * Looks at the bridge now, and calls `onPoll` of this watch. Calls at the same time share one look.
   *
   * @throws {BridgeError} when the bridge could not be read
   */
  pollNow(): Promise<void>;
  /** Ends the watch; nothing is called afterwards. */
  stop(): void;
}
