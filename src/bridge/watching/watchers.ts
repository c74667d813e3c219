import type { Resource } from '../../resources';
import type { Change } from '../state/changes';
import type { BridgeError } from '../errors/errors';
import type { WatchOptions } from './watch';

/** One watch and what it was told. */
export interface Watcher {
  readonly options: WatchOptions;
  /** How often it wants to look, within bounds, in ms. */
  readonly interval: number;
  /** When `onPoll` is next due, on the client's clock. */
  due: number;
  /** Code of the error it was told and not yet relieved of. */
  told: string | undefined;
}

/** The watchers of one resource type. What a change costs does not depend on who watches other resources. */
export class TypeWatchers {
  readonly #all = new Set<Watcher>();
  readonly #ofAnyResource = new Set<Watcher>();
  readonly #byRid = new Map<string, Set<Watcher>>();

  /** @param report gets what a callback threw, so that one watcher cannot disturb another */
  constructor(private readonly report: (error: unknown) => void) {}

  get size(): number {
    return this.#all.size;
  }

  /** Shortest interval that anyone asks for, in ms; infinite without watchers. */
  get shortestInterval(): number {
    let shortest = Infinity;
    for (const { interval } of this.#all) shortest = Math.min(shortest, interval);
    return shortest;
  }

  /** Shortest interval of those that want to hear of every poll. */
  get shortestPollInterval(): number {
    let shortest = Infinity;
    for (const { options, interval } of this.#all) {
      if (options.onPoll !== undefined) shortest = Math.min(shortest, interval);
    }
    return shortest;
  }

  /** @param interval what the options ask for, within bounds, in ms */
  add(options: WatchOptions, interval: number): Watcher {
    const watcher: Watcher = { options, interval, due: -Infinity, told: undefined };
    this.#all.add(watcher);
    if (options.rids === undefined) this.#ofAnyResource.add(watcher);
    for (const rid of options.rids ?? []) {
      const watchers = this.#byRid.get(rid) ?? new Set<Watcher>();
      this.#byRid.set(rid, watchers.add(watcher));
    }
    return watcher;
  }

  remove(watcher: Watcher): void {
    this.#all.delete(watcher);
    this.#ofAnyResource.delete(watcher);
    for (const rid of watcher.options.rids ?? []) {
      const watchers = this.#byRid.get(rid);
      watchers?.delete(watcher);
      if (watchers?.size === 0) this.#byRid.delete(rid);
    }
  }

  /** Tells those who asked for the resource. */
  changed(change: Change): void {
    for (const watchers of [this.#ofAnyResource, this.#byRid.get(change.resource.id)]) {
      for (const { options } of watchers ?? []) this.#call(() => options.onChange?.(change));
    }
  }

  /**
   * Tells those whose interval has passed.
   *
   * @param resources all of the type
   * @param get finds one of them by id
   * @param now time on the client's clock, in ms
   */
  polled(
    resources: readonly Resource[],
    get: (rid: string) => Resource | undefined,
    now: number,
  ): void {
    const slack = this.shortestPollInterval / 2;
    for (const watcher of this.#all) {
      const { options } = watcher;
      if (options.onPoll === undefined || now < watcher.due - slack) continue;
      watcher.due = now + watcher.interval;
      const wanted = options.rids?.map(get).filter((resource) => resource !== undefined);
      this.#call(() => options.onPoll?.(wanted ?? resources));
    }
  }

  /** Tells of an error; each watcher hears of the same one once until it is over. */
  failed(error: BridgeError): void {
    for (const watcher of this.#all) this.tell(watcher, error);
  }

  /** Tells one watcher, unless it has heard of the error or has gone. */
  tell(watcher: Watcher, error: BridgeError): void {
    if (watcher.told === error.code || !this.#all.has(watcher)) return;
    watcher.told = error.code;
    this.#call(() => watcher.options.onError?.(error));
  }

  recovered(): void {
    for (const watcher of this.#all) {
      if (watcher.told === undefined) continue;
      watcher.told = undefined;
      this.#call(() => watcher.options.onRecovered?.());
    }
  }

  #call(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.report(error);
    }
  }
}
