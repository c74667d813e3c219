import { isResourceType } from '../../resources';
import type { Resource, ResourceType } from '../../resources';
import type { ChangeCause, ResourceChange } from '../state/changes';
import { longestDelay } from '../time/clock';
import type { Clock } from '../time/clock';
import { BridgeError } from '../errors/errors';
import type { Limits } from '../limits';
import { isOutage, Outage } from './outage';
import type { OwnWrites } from '../state/own-writes';
import type { ResourceReader } from '../state/resource-reader';
import type { ResourceStore } from '../state/resource-store';
import { TypePoller } from './type-poller';
import type { PollerHost } from './type-poller';
import type { Watch, WatchOptions } from './watch';
import { TypeWatchers } from './watchers';
import type { Watcher } from './watchers';

/** What a poller needs. */
export interface PollerOptions {
  reader: ResourceReader;
  store: ResourceStore;
  ownWrites: OwnWrites;
  clock: Clock;
  limits: Limits;
  /** Gets what a callback of a watcher threw. */
  report: (error: unknown) => void;
  /** Called when the first watcher comes and when the last one leaves. */
  onInterest: (watched: boolean) => void;
  /** Called when the bridge cannot be read any more, and again without an error when it can. */
  onOutage: (error: BridgeError | undefined) => void;
  /** Called when a poll finds something that a living event stream should have told. */
  onMissed: () => void;
  /** Called with what a poll tells as news, so that an event on its way does not tell it again. */
  onPolled: (resource: Resource) => void;
  /**
   * Asked of what a poll would tell as news.
   *
   * @param since time on the clock of the look before
   * @returns true when it is told later, by `tellKeptBack`
   */
  keepBack: (change: ResourceChange, since: number) => boolean;
}

/** Polls for all watchers of one bridge, and tells each of them what it asked for. */
export class Poller implements PollerHost {
  readonly reader: ResourceReader;
  readonly store: ResourceStore;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly #options: PollerOptions;
  readonly #types = new Map<ResourceType, TypePoller>();
  #outage: Outage | undefined;
  #live = false;
  #losses = 0;
  #closed = false;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.reader = options.reader;
    this.store = options.store;
    this.clock = options.clock;
    this.limits = options.limits;
  }

  get live(): boolean {
    return this.#live;
  }

  get away(): boolean {
    return this.#outage !== undefined;
  }

  get losses(): number {
    return this.#losses;
  }

  /** @throws {BridgeError} ERR_BRIDGE_CLOSED after {@link close} */
  watch(options: WatchOptions): Watch {
    if (this.#closed) throw watchClosed(options.rtype);
    const poller = this.#pollerOf(options.rtype);
    const { shortestPoll } = this.limits;
    const interval = Math.min(Math.max(options.interval, shortestPoll), longestDelay);
    const watcher = poller.watchers.add(options, interval);
    if (this.#types.size === 1 && poller.watchers.size === 1) this.#options.onInterest(true);
    if (this.#outage === undefined) poller.soon(this.#delayOf(poller));
    else this.#tellLater(poller, watcher);
    return {
      pollNow: () => poller.pollNow(watcher),
      stop: () => this.#stop(poller, watcher),
    };
  }

  /** Says whether an event stream tells of changes from now on. */
  setLive(live: boolean): void {
    if (this.#live === live) return;
    this.#live = live;
    if (!live) return this.#resumeAll();
    // Whoever looks seldom may be told nothing by a dead stream for as long.
    for (const poller of this.#types.values()) poller.soon(this.limits.streamCheck);
  }

  /** Polls a type soon, if anybody watches it. */
  lookAt(rtype: string): void {
    for (const poller of this.#types.values()) {
      if (poller.rtype === rtype && !this.away) poller.resume(0);
    }
  }

  /** Says that contact with the bridge was lost, if only for a moment. */
  noteLoss(): void {
    this.#losses += 1;
  }

  /** Says that the bridge answered somebody else, so that a bridge that was away is back. */
  bridgeAnswered(): void {
    if (this.#outage?.endsByAnswer === true) this.#probe();
  }

  /**
   * Tells watchers what happened.
   *
   * @param since time on the clock of the look before; a write after it may explain the changes
   */
  tell(changes: readonly ResourceChange[], cause: ChangeCause, since = this.clock.now()): void {
    for (const change of changes) {
      const poller = this.#watcherOf(change);
      if (poller !== undefined) this.#tellOne(poller, change, cause, since);
    }
  }

  /**
   * Tells watchers what a look at everything found, each as its own polls would.
   *
   * @param since time on the clock of the look at everything before
   */
  tellLook(changes: readonly ResourceChange[], since: number): void {
    for (const change of changes) {
      const poller = this.#watcherOf(change);
      if (poller === undefined) continue;
      const cause = poller.isRegular ? 'poll' : 'gap';
      this.#tellOne(poller, change, cause, Math.max(since, poller.lastLook));
    }
    if (this.#live && changes.length > 0) this.missed();
  }

  /** Tells watchers what was kept back. */
  tellKeptBack(change: ResourceChange, cause: ChangeCause, since: number): void {
    const poller = this.#watcherOf(change);
    if (poller !== undefined) this.#tellNow(poller, change, cause, since);
  }

  #watcherOf({ resource: { type } }: ResourceChange): TypePoller | undefined {
    return isResourceType(type) ? this.#types.get(type) : undefined;
  }

  #tellOne(poller: TypePoller, change: ResourceChange, cause: ChangeCause, since: number): void {
    if (cause === 'poll' && this.#options.keepBack(change, since)) return;
    this.#tellNow(poller, change, cause, since);
  }

  #tellNow(poller: TypePoller, change: ResourceChange, cause: ChangeCause, since: number): void {
    if (cause === 'poll') this.#options.onPolled(change.resource);
    const own = this.#options.ownWrites.explain(change.resource, since);
    poller.watchers.changed({ ...change, cause, own });
  }

  missed(): void {
    this.#options.onMissed();
  }

  answered(): void {
    if (this.#outage === undefined) return;
    this.#outage.end();
    this.#outage = undefined;
    this.#options.onOutage(undefined);
    this.#resumeAll();
  }

  failed(error: BridgeError): boolean {
    if (!isOutage(error) && (this.#outage === undefined || error.cause.status !== undefined)) {
      this.answered();
      return false;
    }
    if (this.#outage === undefined) {
      this.#outage = new Outage(error, this.clock, this.limits, () => this.#probe());
      for (const poller of this.#types.values()) poller.suspend();
      this.#options.onOutage(error);
    } else {
      this.#outage.failedAgain(error);
    }
    for (const poller of this.#types.values()) poller.watchers.failed(error);
    return true;
  }

  close(): void {
    this.#closed = true;
    for (const poller of this.#types.values()) poller.stop();
    this.#types.clear();
    this.#forgetOutage();
  }

  #pollerOf(rtype: ResourceType): TypePoller {
    const known = this.#types.get(rtype);
    if (known !== undefined) return known;
    const poller = new TypePoller(rtype, new TypeWatchers(this.#options.report), this);
    this.#types.set(rtype, poller);
    return poller;
  }

  #stop(poller: TypePoller, watcher: Watcher): void {
    poller.watchers.remove(watcher);
    if (poller.watchers.size > 0 || this.#types.get(poller.rtype) !== poller) return;
    poller.stop();
    this.#types.delete(poller.rtype);
    if (this.#types.size > 0) return;
    this.#forgetOutage();
    this.#options.onInterest(false);
  }

  #forgetOutage(): void {
    this.#outage?.end();
    this.#outage = undefined;
  }

  /** A watcher that comes while the bridge is away hears of it, but not before it has its watch in hand. */
  #tellLater(poller: TypePoller, watcher: Watcher): void {
    queueMicrotask(() => {
      if (this.#outage !== undefined) poller.watchers.tell(watcher, this.#outage.error);
    });
  }

  #probe(): void {
    const [poller] = this.#types.values();
    poller?.probe();
  }

  #resumeAll(): void {
    for (const poller of this.#types.values()) poller.resume(this.#delayOf(poller));
  }

  /** The first polls of the types follow one another, so that they do not all come at once. */
  #delayOf(poller: TypePoller): number {
    return [...this.#types.values()].indexOf(poller) * this.limits.pollStagger;
  }
}

const watchClosed = (rtype: ResourceType): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_CLOSED',
    `The ${rtype} resources cannot be watched: the connection to the bridge was closed.`,
    { operation: 'list', rtype },
  );
