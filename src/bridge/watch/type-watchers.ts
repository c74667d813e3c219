import type { Resource } from '../../resources';
import type { ResourceChangeEvent } from '../state/resource-change';
import type { BridgeError } from '../errors/bridge-error';
import type { WatchOptions } from './watch';

/** One watch and its state. */
export interface Watcher {
  readonly options: WatchOptions;
  /** Requested interval, clamped to the limits, in ms. */
  readonly interval: number;
  /** When `onPoll` is next due, on the client's clock. */
  pollDueAt: number;
  /** Code of the error last reported, until recovery. */
  reportedErrorCode: string | undefined;
}

/** Watchers of one resource type, indexed by resource id: a change costs nothing for watchers of other resources. */
export class TypeWatchers {
  readonly #all = new Set<Watcher>();
  readonly #forAllResources = new Set<Watcher>();
  readonly #byRid = new Map<string, Set<Watcher>>();

  /** @param onListenerError called with what a callback threw, so that one watcher cannot affect another */
  constructor(private readonly onListenerError: (error: unknown) => void) {}

  get size(): number {
    return this.#all.size;
  }

  /** Shortest requested interval, in ms; infinite without watchers. */
  get shortestInterval(): number {
    let shortest = Infinity;
    for (const { interval } of this.#all) shortest = Math.min(shortest, interval);
    return shortest;
  }

  /** Shortest interval of the watchers with `onPoll`, in ms; infinite without any. */
  get shortestPollInterval(): number {
    let shortest = Infinity;
    for (const { options, interval } of this.#all) {
      if (options.onPoll !== undefined) shortest = Math.min(shortest, interval);
    }
    return shortest;
  }

  /** @param interval requested interval, clamped to the limits, in ms */
  add(options: WatchOptions, interval: number): Watcher {
    const watcher: Watcher = {
      options,
      interval,
      pollDueAt: -Infinity,
      reportedErrorCode: undefined,
    };
    this.#all.add(watcher);
    if (options.rids === undefined) this.#forAllResources.add(watcher);
    for (const rid of options.rids ?? []) {
      const watchers = this.#byRid.get(rid) ?? new Set<Watcher>();
      this.#byRid.set(rid, watchers.add(watcher));
    }
    return watcher;
  }

  remove(watcher: Watcher): void {
    this.#all.delete(watcher);
    this.#forAllResources.delete(watcher);
    for (const rid of watcher.options.rids ?? []) {
      const watchers = this.#byRid.get(rid);
      watchers?.delete(watcher);
      if (watchers?.size === 0) this.#byRid.delete(rid);
    }
  }

  /** Calls `onChange` of the watchers of the resource. */
  notifyChange(change: ResourceChangeEvent): void {
    for (const watchers of [this.#forAllResources, this.#byRid.get(change.resource.id)]) {
      for (const { options } of watchers ?? []) this.#callSafely(() => options.onChange?.(change));
    }
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
      if (options.onPoll === undefined || now < watcher.pollDueAt - tolerance) continue;
      watcher.pollDueAt = now + watcher.interval;
      const selected = options.rids?.map(get).filter((resource) => resource !== undefined);
      this.#callSafely(() => options.onPoll?.(selected ?? resources));
    }
  }

  /** Calls `onError` of all watchers; each gets the same error code once until recovery. */
  notifyError(error: BridgeError): void {
    for (const watcher of this.#all) this.notifyWatcherError(watcher, error);
  }

  /** Calls `onError` of one watcher, unless it already got this code or was removed. */
  notifyWatcherError(watcher: Watcher, error: BridgeError): void {
    if (watcher.reportedErrorCode === error.code || !this.#all.has(watcher)) return;
    watcher.reportedErrorCode = error.code;
    this.#callSafely(() => watcher.options.onError?.(error));
  }

  notifyRecovered(): void {
    for (const watcher of this.#all) {
      if (watcher.reportedErrorCode === undefined) continue;
      watcher.reportedErrorCode = undefined;
      this.#callSafely(() => watcher.options.onRecovered?.());
    }
  }

  #callSafely(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.onListenerError(error);
    }
  }
}
