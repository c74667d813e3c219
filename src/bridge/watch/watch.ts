import type { ResourceOf, ResourceType } from '../../resources';
import type { ResourceChangeEvent } from '../state/resource-change';
import type { BridgeError } from '../errors/bridge-error';
import type { MessagePlace } from '../queue/lamp-reservation';

/** Options of a watch. All watches of one resource type share its polls. */
export interface WatchOptions<Type extends ResourceType = ResourceType> {
  rtype: Type;
  /** Only these resources; all of the type if missing. Where it is empty, the bridge is not polled for this watch. */
  rids?: readonly string[];
  /**
   * Longest time between two polls, in ms; at least `minPollInterval` of the limits, and
   * `defaultPollInterval` if missing. With an event stream it applies to `onPoll` only. `Infinity`
   * leaves polling to other watches of the type.
   */
  interval?: number;
  /** False while polls do not matter to the watcher, so that `onPoll` is not called. It may change meanwhile. */
  readonly wantsPolls?: boolean;
  /**
   * Called at the watcher's own interval, the first time as soon as the state is known.
   *
   * @param resources the watched resources. Frozen: clone them to change them
   * @param runStep runs a part of what is done with them, of thousands some in later turns of the event loop; all before
   *   anything else is reported
   */
  onPoll?(resources: readonly ResourceOf<Type>[], runStep: (step: () => void) => void): void;
  /** Called for each change; the initial state is not a change. */
  onChange?(change: ResourceChangeEvent<ResourceOf<Type>>): void;
  /** Called when the state can no longer be read, and again when the error code changes. */
  onError?(error: BridgeError): void;
  /** Called once when the state can be read again after an error. */
  onRecovered?(): void;
}

/** Interest in resources that costs no polls: it learns what the event stream and the reads of others find. */
export interface ResourceObservationOptions {
  readonly rtype?: undefined;
  /** Ids of the resources. */
  readonly rids: readonly string[];
  /** Called for each change of one of them; the initial state is not a change. */
  onChange(change: ResourceChangeEvent): void;
}

/** Options of an iteration over changes. */
export interface ChangeIterationOptions {
  /** Only these resources; all of the type if missing. */
  rids?: readonly string[];
  /** Longest time between two polls without an event stream, in ms, as in `WatchOptions`. */
  interval?: number;
  /** Ends the iteration. */
  signal?: AbortSignal;
}

/** Iteration over the changes of a type. */
export type ChangeIterable<Type extends ResourceType> = AsyncIterableIterator<
  ResourceChangeEvent<ResourceOf<Type>>,
  undefined
>;

/** A running watch. */
export interface Watch {
  /**
   * Polls now, and calls `onPoll` of this watch. Concurrent calls share one poll.
   *
   * @throws {BridgeError} when the poll fails
   */
  pollNow(): Promise<void>;
  /** Ends the watch; nothing is called afterwards. */
  stop(): void;
}

/** A change of a resource that was asked of the client. */
export interface RequestedWrite {
  readonly rtype: ResourceType;
  readonly rid: string;
  /** Members of its body; undefined while it depends on a state that is still to be read. */
  readonly members: Readonly<Record<string, unknown>> | undefined;
  /** Names of the members that a body which depends on a state may have; undefined where they are not known either. */
  readonly memberNames?: readonly string[] | undefined;
  /** Who asked for it, as the options of the request say. */
  readonly sender: string | undefined;
  /** True for a step of what runs on a lamp over time, which gives way to commands. */
  readonly isBackground: boolean;
  /** The place of its message among all writes; undefined for what comes after all others. */
  readonly place: MessagePlace | undefined;
}

/** What a listener has sent along with a change. */
export interface WriteAddition {
  /** Members that the change does not set itself. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Called once with whether the resource took the change. */
  onAnswer(isTaken: boolean): void;
}

/**
 * Returns what is sent along with a change. Called when the members of the change are known, which is later than the change is
 * asked for where they depend on a state.
 */
export type FindWriteAddition = (
  members: Readonly<Record<string, unknown>>,
) => WriteAddition | undefined;

/**
 * Called for each change of a resource that is asked of the client, before it is sent.
 *
 * @returns finds what is sent along; undefined where nothing ever is
 */
export type WriteListener = (write: RequestedWrite) => FindWriteAddition | undefined;
