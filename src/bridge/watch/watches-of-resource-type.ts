import type { Resource } from '../../resources';
import type { BridgeError } from '../errors/bridge-error';
import type { SlicedQueue } from '../time/sliced-queue';
import type { WatchOptions } from './watch';

export interface WatchState {
  readonly options: WatchOptions;
  readonly interval: number;
  pollDueAt: number;
  reportedErrorCode: string | undefined;
}

/** Knows when each watch is due for a poll, and which error was reported to it. */
export class WatchesOfResourceType {
  readonly #all = new Set<WatchState>();

  constructor(private readonly deliveries: SlicedQueue) {}

  get size(): number {
    return this.#all.size;
  }

  get shortestInterval(): number {
    let shortest = Infinity;
    for (const { interval } of this.#all) shortest = Math.min(shortest, interval);
    return shortest;
  }

  get shortestPollInterval(): number {
    let shortest = Infinity;
    for (const { options, interval } of this.#all) {
      if (wantsPolls(options)) shortest = Math.min(shortest, interval);
    }
    return shortest;
  }

  add(options: WatchOptions, interval: number): WatchState {
    const watch: WatchState = {
      options,
      interval,
      pollDueAt: -Infinity,
      reportedErrorCode: undefined,
    };
    this.#all.add(watch);
    return watch;
  }

  remove(watch: WatchState): void {
    this.#all.delete(watch);
  }

  /**
   * Calls `onPoll` of the watches whose interval has passed.
   *
   * @param resources all resources of the type
   * @param now in ms of the clock
   */
  notifyPoll(
    resources: readonly Resource[],
    get: (rid: string) => Resource | undefined,
    now: number,
  ): void {
    const tolerance = this.shortestPollInterval / 2;
    for (const watch of this.#all) {
      const { options } = watch;
      if (!wantsPolls(options) || now < watch.pollDueAt - tolerance) continue;
      watch.pollDueAt = now + watch.interval;
      const selected = options.rids?.map(get).filter((resource) => resource !== undefined);
      this.#deliver(watch, () => options.onPoll?.(selected ?? resources, this.deliveries.runStep));
    }
  }

  notifyError(error: BridgeError): void {
    for (const watch of this.#all) this.notifyWatchError(watch, error);
  }

  notifyWatchError(watch: WatchState, error: BridgeError): void {
    if (watch.reportedErrorCode === error.code || !this.#all.has(watch)) return;
    watch.reportedErrorCode = error.code;
    this.#deliver(watch, () => watch.options.onError?.(error));
  }

  notifyRecovered(): void {
    for (const watch of this.#all) {
      if (watch.reportedErrorCode === undefined) continue;
      watch.reportedErrorCode = undefined;
      this.#deliver(watch, () => watch.options.onRecovered?.());
    }
  }

  #deliver(watch: WatchState, call: () => void): void {
    this.deliveries.run(() => {
      if (this.#all.has(watch)) call();
    });
  }
}

const wantsPolls = (options: WatchOptions): boolean =>
  options.onPoll !== undefined && options.wantsPolls !== false;
