import type { ResourceOf, ResourceType } from '../resources/table';
import type { Members } from '../resources/members';
import type { ResourceChangeEvent } from './resource-state';
import { BridgeError } from './errors';
import type { Turn } from './turn';
import { onAbort } from './on-abort';

/** All watches of one resource type share its polls. */
export interface WatchOptions<Type extends ResourceType = ResourceType> {
  rtype: Type;
  /** All of the type if missing. If empty, the bridge is not polled for this watch. */
  rids?: readonly string[];
  /**
   * Maximum time between two polls, in ms; at least `minPollInterval`, and `defaultPollInterval` if missing. With an
   * event stream, it applies to `onPoll` only. `Infinity` leaves polling to other watches of the type.
   */
  interval?: number;
  /** False while `onPoll` need not be called. May change at any time. */
  readonly wantsPolls?: boolean;
  /**
   * Called at the interval of the watch, the first time when the state is known.
   *
   * @param resources the watched resources. Frozen: clone them to change them
   * @param runStep runs a step of the work, in a later turn of the event loop if there are thousands. All steps run
   * before the next report
   */
  onPoll?(resources: readonly ResourceOf<Type>[], runStep: (step: () => void) => void): void;
  onChange?(change: ResourceChangeEvent<ResourceOf<Type>>): void;
  /** Called if the state cannot be read any more, and again if the error code changes. */
  onError?(error: BridgeError): void;
  onRecovered?(): void;
}

/** Observes resources without polls: changes found by the event stream and by the reads of others. */
export interface ResourceObservationOptions {
  readonly rtype?: undefined;
  /** All resources if missing. */
  readonly rids?: readonly string[];
  onChange(change: ResourceChangeEvent): void;
}

export interface ChangeIterationOptions {
  /** All of the type if missing. */
  rids?: readonly string[];
  interval?: number;
  signal?: AbortSignal;
}

/** Ends without a value. An `AsyncIterableIterator` takes only one type argument before TypeScript 5.6. */
export interface ChangeIterable<Type extends ResourceType> {
  /** @throws {BridgeError} ERR_BRIDGE_QUEUE_FULL, once, if the consumer was too slow */
  next(): Promise<IteratorResult<ResourceChangeEvent<ResourceOf<Type>>, undefined>>;
  return(): Promise<IteratorResult<ResourceChangeEvent<ResourceOf<Type>>, undefined>>;
  [Symbol.asyncIterator](): this;
}

export interface Watch {
  /**
   * Polls now and calls `onPoll` of this watch. Concurrent calls share one poll.
   *
   * @throws {BridgeError} if the poll fails
   */
  pollNow(): Promise<void>;
  stop(): void;
}

export interface RequestedWrite {
  readonly rtype: ResourceType;
  readonly rid: string;
  readonly members: Members | undefined;
  /** Members that the body may have; undefined if unknown. */
  readonly memberNames?: readonly string[] | undefined;
  readonly sender: string | undefined;
  /** True for a write of a program; commands have priority. */
  readonly isBackground: boolean;
  readonly turn: Turn | undefined;
}

export interface WriteAddition {
  readonly members: Members;
  onAnswer(isAccepted: boolean): void;
}

/** Called when the members of the change are known. Returns the members to add. */
export type FindWriteAddition = (members: Members) => WriteAddition | undefined;

/**
 * Called for each requested change before it is sent.
 *
 * @returns finds the members to add; undefined if none are ever added
 */
export type WriteListener = (write: RequestedWrite) => FindWriteAddition | undefined;

/**
 * @param closing ends the iteration, as the signal of the options does
 * @param maxBuffered maximum changes that wait for the consumer
 * @throws {BridgeError} the error of `startWatch`
 */
export function iterateChanges<Type extends ResourceType>(
  rtype: Type,
  { signal, ...options }: ChangeIterationOptions,
  startWatch: (options: WatchOptions<Type>) => Watch,
  closing: AbortSignal,
  maxBuffered: number,
): ChangeIterable<Type> {
  return new ChangeIterator<ResourceChangeEvent<ResourceOf<Type>>>(
    (onChange) => startWatch({ ...options, rtype, onChange }),
    signal === undefined ? [closing] : [closing, signal],
    maxBuffered,
  );
}

/**
 * The watch runs until the iteration ends. After an abort, waiting changes are still delivered; after `return`
 * (called by `break`), they are not. If too many changes wait, they are delivered, and the iteration fails with
 * ERR_BRIDGE_QUEUE_FULL.
 */
class ChangeIterator<Change> implements AsyncIterableIterator<Change, undefined> {
  readonly #watch: Watch;
  readonly #removeAbortCallbacks: readonly (() => void)[];
  #buffer: Change[] = [];
  #pending: ((result: IteratorResult<Change, undefined>) => void)[] = [];
  #ended = false;
  #overflow: BridgeError | undefined;

  constructor(
    startWatch: (onChange: (change: Change) => void) => Watch,
    signals: readonly AbortSignal[],
    private readonly maxBuffered: number,
  ) {
    this.#watch = startWatch((change) => this.#push(change));
    this.#removeAbortCallbacks = signals.map((signal) => onAbort(signal, () => this.#end()));
    if (signals.some(({ aborted }) => aborted)) this.#end();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws {BridgeError} ERR_BRIDGE_QUEUE_FULL, once, if the consumer was too slow */
  next(): Promise<IteratorResult<Change, undefined>> {
    const change = this.#buffer.shift();
    if (change !== undefined) return Promise.resolve({ done: false, value: change });
    const overflow = this.#overflow;
    this.#overflow = undefined;
    if (overflow !== undefined) return Promise.reject(overflow);
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#pending.push(resolve);
    });
  }

  return(): Promise<IteratorResult<Change, undefined>> {
    this.#buffer = [];
    this.#overflow = undefined;
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  #push(change: Change): void {
    const resolve = this.#pending.shift();
    if (resolve !== undefined) return resolve({ done: false, value: change });
    if (this.#buffer.length < this.maxBuffered) return void this.#buffer.push(change);
    this.#overflow = new BridgeError(
      'ERR_BRIDGE_QUEUE_FULL',
      `The program takes changes more slowly than they come: ${this.maxBuffered} wait, and the next one was not kept. Iterate anew from the present state, and do slow work outside the loop.`,
    );
    this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#watch.stop();
    for (const remove of this.#removeAbortCallbacks) remove();
    for (const resolve of this.#pending.splice(0)) resolve({ done: true, value: undefined });
  }
}
