import type { Resource } from '../../resources';
import type { BridgeError } from '../errors/bridge-error';
import type { SlicedQueue } from '../time/sliced-queue';
import type { WatchOptions } from './watch';

/** One watch and its state. */
export interface WatchState {
  readonly options: WatchOptions;
  /** Requested interval, clamped to the limits, in ms. */
  readonly interval: number;
  /** When `onPoll` is next due, on the client's clock. */
  pollDueAt: number;
  /** Code of the error last reported, until recovery. */
  reportedErrorCode: string | undefined;
}

/** Watchers of one resource type: when each is due for a poll, and which error it knows of. */
export class WatchersOfResourceType {
  readonly #all = new Set<WatchState>();

  /**
   * @param deliveries runs what is called, in order with the changes
   * @param onListenerError called with what a callback threw, so that one watcher cannot affect another
   */
  constructor(
    private readonly deliveries: SlicedQueue,
    private readonly onListenerError: (error: unknown) => void,
  ) {}

  get size(): number {
    return this.#all.size;
  }

  /** Shortest requested interval, in ms; infinite without watchers. */
  get shortestInterval(): number {
    let shortest = Infinity;
    for (const { interval } of this.#all) shortest = Math.min(shortest, interval);
    return shortest;
  }

  /** Shortest interval of the watchers that are to be called for polls, in ms; infinite without any. */
  get shortestPollInterval(): number {
    let shortest = Infinity;
    for (const { options, interval } of this.#all) {
      if (wantsPolls(options)) shortest = Math.min(shortest, interval);
    }
    return shortest;
  }

  /** @param interval requested interval, clamped to the limits, in ms */
  add(options: WatchOptions, interval: number): WatchState {
    const watcher: WatchState = {
      options,
      interval,
      pollDueAt: -Infinity,
      reportedErrorCode: undefined,
    };
    this.#all.add(watcher);
    return watcher;
  }

  remove(watcher: WatchState): void {
    this.#all.delete(watcher);
  }

  /**
   * Calls `onPoll` of the watchers whose interval has passed.
   *
   * @param resources all of the type
   * @param get finds one of them by id
   * @param now time on the client's clock, in ms
   */
  notifyPoll(
    resources: readonly Resource[],
    get: (rid: string) => Resource | undefined,
    now: number,
  ): void {
    const tolerance = this.shortestPollInterval / 2;
    for (const watcher of this.#all) {
      const { options } = watcher;
      if (!wantsPolls(options) || now < watcher.pollDueAt - tolerance) continue;
      watcher.pollDueAt = now + watcher.interval;
      const selected = options.rids?.map(get).filter((resource) => resource !== undefined);
      this.#deliver(watcher, () =>
        options.onPoll?.(selected ?? resources, this.deliveries.runStep),
      );
    }
  }

  /** Calls `onError` of all watchers; each gets the same error code once until recovery. */
  notifyError(error: BridgeError): void {
    for (const watcher of this.#all) this.notifyWatcherError(watcher, error);
  }

  /** Calls `onError` of one watcher, unless it already got this code or was removed. */
  notifyWatcherError(watcher: WatchState, error: BridgeError): void {
    if (watcher.reportedErrorCode === error.code || !this.#all.has(watcher)) return;
    watcher.reportedErrorCode = error.code;
    this.#deliver(watcher, () => watcher.options.onError?.(error));
  }

  notifyRecovered(): void {
    for (const watcher of this.#all) {
      if (watcher.reportedErrorCode === undefined) continue;
      watcher.reportedErrorCode = undefined;
      this.#deliver(watcher, () => watcher.options.onRecovered?.());
    }
  }

  #deliver(watcher: WatchState, call: () => void): void {
    this.deliveries.run(() => {
      if (!this.#all.has(watcher)) return;
      try {
        call();
      } catch (error) {
        this.onListenerError(error);
      }
    });
  }
}

const wantsPolls = (options: WatchOptions): boolean =>
  options.onPoll !== undefined && options.wantsPolls !== false;
