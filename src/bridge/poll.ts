import type { ResourceType } from '../resources/table';
import type { Resource } from '../resources/resource';
import type { ResourceChange } from './resource-state';
import { maxTimerDelay, sleep, ExponentialBackoff, addJitter } from './clock';
import type { Clock, TimerHandle } from './clock';
import { BridgeError, isBridgeError, toCaughtErrorMember, getErrorSentence } from './errors';
import type { BridgeErrorCode } from './errors';
import { toTransportFailureError } from './transport-failure';
import type { ChangeDispatcher } from './changes';
import type { Watch, WatchOptions } from './watch';
import type { ClientLimits } from './limits';
import type { BridgeLink, RawResponse, StateLoader } from './load-state';
import type { InFlightRead } from './state';
import type { SlicedQueue } from './slices';
import type { ChangeDeliveryMode } from './connection-state';

/** What all polls of a bridge share. */
interface PollerParts {
  readonly link: BridgeLink;
  readonly loader: StateLoader;
  readonly dispatcher: ChangeDispatcher;
}

/** Polls the resource types that are watched, each at its own interval, and pauses while the bridge cannot be read. */
export class BridgePoller {
  /** True while polls only verify the state. Only this class changes the two fields. */
  isStreamLive = false;
  connectionLosses = 0;
  /** Called at the start of an outage, at each change of its reason, and with undefined at its end. */
  onOutageChange: (error: BridgeError | undefined) => void = () => undefined;
  /** Called if a read finds a change that a live event stream should have reported. */
  onMissedChange: () => void = () => undefined;
  readonly #pollersByType = new Map<ResourceType, TypePoller>();
  /** Pollers of types without watches. After a deploy, a new watch continues from its poller. */
  readonly #stoppedPollers = new Map<ResourceType, TypePoller>();
  readonly #unsubscribe: () => void;
  #outage: BridgeError | undefined;
  #refusal: RefusedBridgePollScheduler | undefined;
  #closed = false;

  constructor(private readonly parts: PollerParts) {
    const { link, loader } = parts;
    loader.onChanges = (changes, since) => this.#dispatchFullRead(changes, since);
    this.#unsubscribe = link.health.subscribe(() => this.#onHealthChange());
  }

  get mode(): ChangeDeliveryMode {
    return this.isStreamLive ? 'stream' : 'polling';
  }

  get hasOutage(): boolean {
    return this.#outage !== undefined;
  }

  watch(options: WatchOptions): Watch {
    if (this.#closed) throw createWatchClosedError(options.rtype);
    if (options.rids?.length === 0) return new EmptyWatch(options, this.parts.dispatcher);
    const poller = this.#getOrCreatePoller(options.rtype);
    const { minPollInterval, defaultPollInterval } = this.parts.link.limits;
    const requestedInterval = options.interval ?? defaultPollInterval;
    const interval = Math.min(Math.max(requestedInterval, minPollInterval), maxTimerDelay);
    const watch = poller.watches.add(options, interval);
    this.parts.dispatcher.subscribe(watch);
    if (this.#outage === undefined) poller.scheduleSoon(this.#getStaggerDelay(poller));
    // The watch gets the error after this method has returned.
    else
      queueMicrotask(() => {
        if (this.#outage !== undefined) poller.watches.notifyWatchError(watch, this.#outage);
      });
    return new PollerWatch(this, poller, watch);
  }

  setStreamLive(isStreamLive: boolean): void {
    if (this.isStreamLive === isStreamLive) return;
    this.isStreamLive = isStreamLive;
    if (!isStreamLive) return this.#resumeAll();
    // Types with a long interval must detect a dead stream too.
    for (const poller of this.#pollersByType.values())
      poller.scheduleSoon(this.parts.link.limits.streamCheckInterval);
  }

  pollSoon(rtype: string): void {
    for (const poller of this.#pollersByType.values()) {
      if (poller.rtype === rtype && !this.hasOutage) poller.resume(0);
    }
  }

  onBridgeResponse(): void {
    if (this.#refusal?.endsOnResponse === true) this.#retryPoll();
  }

  /** Dispatches changes as polls of each type would. */
  #dispatchFullRead(changes: readonly ResourceChange[], since: number): void {
    for (const change of changes) {
      const { type } = change.resource;
      const poller = this.#pollersByType.get(type);
      const cause = poller?.isContinuous === true ? 'poll' : 'gap';
      this.parts.dispatcher.dispatch(
        [change],
        cause,
        Math.max(since, poller?.lastReadStart ?? since),
      );
    }
    if (this.isStreamLive && this.parts.dispatcher.hasExternalChange(changes))
      this.onMissedChange();
  }

  onPollSucceeded(): void {
    if (this.#outage !== undefined) this.#endOutage();
  }

  /** Resolves with true for an outage of the whole bridge. */
  async onPollFailed(error: BridgeError): Promise<boolean> {
    const { health } = this.parts.link;
    await health.whenJudged();
    if (this.#closed || health.status === 'down') return true;
    if (!isBridgeWideRefusal(error)) {
      // Any response proves that the bridge can be read again.
      if (error.cause.status !== undefined) this.onPollSucceeded();
      return false;
    }
    if (this.#refusal !== undefined) this.#refusal.recordFailure(error);
    else
      this.#refusal = new RefusedBridgePollScheduler(
        error,
        this.parts.link.clock,
        this.parts.link.limits,
        () => this.#retryPoll(),
      );
    this.#beginOutage(error);
    return true;
  }

  #onHealthChange(): void {
    const { status, failure } = this.parts.link.health;
    if (this.#closed) return;
    if (status === 'down' && failure !== undefined) {
      if (this.#outage !== undefined && this.#refusal === undefined) return;
      this.#stopRefusal();
      this.connectionLosses += 1;
      this.#beginOutage(toTransportFailureError('reach the bridge', failure));
    } else if (status === 'up' && this.#outage !== undefined && this.#refusal === undefined) {
      this.#endOutage();
    }
  }

  #beginOutage(error: BridgeError): void {
    const isNew = this.#outage === undefined;
    this.#outage = error;
    if (isNew) for (const poller of this.#pollersByType.values()) poller.suspend();
    this.parts.dispatcher.recordInterruption();
    this.onOutageChange(error);
    for (const poller of this.#pollersByType.values()) poller.watches.notifyError(error);
  }

  #endOutage(): void {
    this.#stopRefusal();
    this.#outage = undefined;
    this.parts.dispatcher.recordInterruption();
    this.onOutageChange(undefined);
    this.#resumeAll();
  }

  #stopRefusal(): void {
    this.#refusal?.close();
    this.#refusal = undefined;
  }

  close(): void {
    this.#closed = true;
    for (const poller of this.#pollersByType.values()) poller.close();
    this.#pollersByType.clear();
    this.#stopRefusal();
    this.#unsubscribe();
  }

  #getOrCreatePoller(rtype: ResourceType): TypePoller {
    const existing = this.#pollersByType.get(rtype);
    if (existing !== undefined) return existing;
    const poller = new TypePoller(
      rtype,
      new WatchesOfResourceType(this.parts.dispatcher.deliveries),
      this.parts,
      this,
      this.#stoppedPollers.get(rtype),
    );
    this.#stoppedPollers.delete(rtype);
    this.#pollersByType.set(rtype, poller);
    return poller;
  }

  stop(poller: TypePoller, watch: WatchState): void {
    this.parts.dispatcher.unsubscribe(watch);
    poller.watches.remove(watch);
    if (poller.watches.size > 0 || this.#pollersByType.get(poller.rtype) !== poller) return;
    poller.close();
    this.#pollersByType.delete(poller.rtype);
    this.#stoppedPollers.set(poller.rtype, poller);
    if (this.#pollersByType.size > 0) return;
    // Without watches nobody asks again. The next watch must not wait.
    if (this.#refusal !== undefined) this.#endOutage();
  }

  #retryPoll(): void {
    const [poller] = this.#pollersByType.values();
    poller?.pollDuringOutage();
  }

  #resumeAll(): void {
    for (const poller of this.#pollersByType.values()) poller.resume(this.#getStaggerDelay(poller));
  }

  #getStaggerDelay(poller: TypePoller): number {
    if (this.parts.loader.fullRead.isInFlight) return 0;
    return [...this.#pollersByType.values()].indexOf(poller) * this.parts.link.limits.pollStagger;
  }
}

const createWatchClosedError = (rtype: ResourceType): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_CLOSED',
    `The ${rtype} resources cannot be watched: the connection to the bridge was closed.`,
    { operation: 'list', rtype },
  );

/** Polls nothing. */
class EmptyWatch implements Watch {
  readonly #deliveries: ChangeDispatcher['deliveries'];
  #stopped = false;

  constructor(
    private readonly options: WatchOptions,
    { deliveries }: ChangeDispatcher,
  ) {
    this.#deliveries = deliveries;
    // Callbacks run after `watch` has returned.
    queueMicrotask(() => this.#report());
  }

  async pollNow(): Promise<void> {
    this.#report();
    await this.#deliveries.whenDone();
  }

  stop(): void {
    this.#stopped = true;
  }

  #report(): void {
    this.#deliveries.run(() => {
      if (!this.#stopped && this.options.wantsPolls !== false)
        this.options.onPoll?.([], this.#deliveries.runStep);
    });
  }
}

/** Needs less memory than closures: a flow may have thousands of watches. */
class PollerWatch implements Watch {
  constructor(
    private readonly bridgePoller: BridgePoller,
    private readonly poller: TypePoller,
    private readonly watch: WatchState,
  ) {}

  pollNow(): Promise<void> {
    return this.poller.pollNow(this.watch);
  }

  stop(): void {
    this.bridgePoller.stop(this.poller, this.watch);
  }
}

/** Polls one resource type, one request at a time, at the shortest interval of its watches. */
class TypePoller {
  readonly #abort = new AbortController();
  #timer: TimerHandle | undefined;
  #scheduledFor = Infinity;
  #lastTick = -Infinity;
  #lastPollStart = -Infinity;
  #lastPollStartDate = -Infinity;
  /** Wall time; another watch may have requested an earlier poll. */
  #scheduledDate = -Infinity;
  #lastReadStart: number;
  #lastReadStartDate: number;
  #inFlight: Promise<BridgeError | undefined> | undefined;
  #queuedPoll: Promise<BridgeError | undefined> | undefined;
  #lastAppliedBody: Buffer | undefined;
  #lastAppliedRevision = -1;
  #failures = 0;
  #connectionLosses = 0;
  /** True after missed polls: the age of the next changes is unknown. */
  #hasGap: boolean;
  /** Shortens the next wait randomly, so that the polls of different types spread. */
  #spreadsNextWait = true;

  /** @param predecessor stopped poller; its schedule continues, so that no change is missed */
  constructor(
    readonly rtype: ResourceType,
    readonly watches: WatchesOfResourceType,
    private readonly parts: PollerParts,
    private readonly bridgePoller: BridgePoller,
    predecessor?: TypePoller,
  ) {
    this.#lastReadStart = parts.link.clock.now();
    this.#lastReadStartDate = parts.link.clock.wallTime();
    this.#connectionLosses = bridgePoller.connectionLosses;
    // A live event stream keeps every read type current.
    this.#hasGap = !bridgePoller.isStreamLive || !parts.loader.store.hasRead(rtype);
    if (predecessor === undefined || bridgePoller.isStreamLive) return;
    this.#lastReadStart = predecessor.#lastReadStart;
    this.#lastReadStartDate = predecessor.#lastReadStartDate;
    this.#scheduledDate = predecessor.#scheduledDate;
    this.#connectionLosses = predecessor.#connectionLosses;
    this.#hasGap = predecessor.#hasGap;
  }

  get lastReadStart(): number {
    return this.#lastReadStart;
  }

  /** True if new changes happened since the last read, at most about one interval ago. */
  get isContinuous(): boolean {
    const { clock, limits } = this.parts.link;
    const { isStreamLive, connectionLosses } = this.bridgePoller;
    if (isStreamLive || this.#hasGap || connectionLosses !== this.#connectionLosses) return false;
    const expectedAt = Math.max(this.#lastReadStartDate + this.#interval(), this.#scheduledDate);
    return clock.wallTime() <= expectedAt + limits.maxReportDelay;
  }

  /** Rejects with a BridgeError if the poll fails. */
  async pollNow(watch: WatchState): Promise<void> {
    watch.pollDueAt = -Infinity;
    const error = await this.#pollFresh();
    if (error !== undefined) throw error;
    await this.parts.dispatcher.deliveries.whenDone();
  }

  pollDuringOutage(): void {
    void this.#startPoll();
  }

  /** Polls after a delay in ms, but not earlier than `minPollInterval` after the last poll. */
  scheduleSoon(delay: number): void {
    const { clock, limits } = this.parts.link;
    const at = Math.max(clock.now() + delay, this.#lastPollStart + limits.minPollInterval);
    if (at < this.#scheduledFor) this.#schedule(at);
  }

  /** Later changes have the cause `gap`. */
  suspend(): void {
    this.#hasGap = true;
    this.#cancel();
  }

  resume(delay: number): void {
    this.#hasGap = true;
    this.#spreadsNextWait = true;
    this.#cancel();
    this.scheduleSoon(delay);
  }

  close(): void {
    this.#abort.abort();
    this.#cancel();
    this.#lastAppliedBody = undefined;
  }

  #cancel(): void {
    this.parts.link.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#scheduledFor = Infinity;
  }

  #schedule(at: number): void {
    this.#cancel();
    if (this.#abort.signal.aborted) return;
    const { clock } = this.parts.link;
    this.#scheduledFor = at;
    this.#timer = clock.setTimeout(() => this.#tick(), Math.max(0, at - clock.now()));
  }

  #scheduleNext(): void {
    if (this.bridgePoller.hasOutage || this.watches.size === 0) return;
    const { clock, limits } = this.parts.link;
    let wait = this.#interval();
    if (this.#spreadsNextWait)
      wait = Math.max(wait * (0.5 + clock.random() / 2), limits.minPollInterval);
    this.#spreadsNextWait = false;
    const at = Math.max(this.#lastTick + wait, clock.now());
    this.#scheduledDate = clock.wallTime() + at - clock.now();
    this.#schedule(at);
  }

  #interval(): number {
    const { limits } = this.parts.link;
    const requestedInterval = this.watches.shortestInterval;
    if (this.#failures > 0) {
      return Math.max(
        requestedInterval,
        Math.min(requestedInterval * 2 ** this.#failures, limits.maxFailingPollInterval),
      );
    }
    if (!this.bridgePoller.isStreamLive) return requestedInterval;
    return Math.min(limits.streamCheckInterval, this.watches.shortestPollInterval);
  }

  #tick(): void {
    this.#scheduledFor = Infinity;
    const { clock, limits } = this.parts.link;
    const { store } = this.parts.loader;
    this.#lastTick = clock.now();
    const checkDue = this.#lastReadStart + limits.streamCheckInterval - limits.minPollInterval / 2;
    if (!this.bridgePoller.isStreamLive || this.#hasGap || clock.now() >= checkDue) {
      void this.#startPoll();
      return;
    }
    this.watches.notifyPoll(store.byType(this.rtype), (rid) => store.get(rid), clock.now());
    this.#scheduleNext();
  }

  async #pollFresh(): Promise<BridgeError | undefined> {
    const { clock, limits } = this.parts.link;
    if (this.#queuedPoll !== undefined) return this.#queuedPoll;
    const spacing = this.#lastPollStart + limits.minOnDemandPollInterval - clock.now();
    if (this.#inFlight === undefined && spacing <= 0) return this.#startPoll();
    this.#queuedPoll = this.#pollAfterCurrent();
    return this.#queuedPoll;
  }

  async #pollAfterCurrent(): Promise<BridgeError | undefined> {
    const { clock, limits } = this.parts.link;
    await this.#inFlight;
    const spacing = this.#lastPollStart + limits.minOnDemandPollInterval - clock.now();
    const waited = await sleep(clock, Math.max(0, spacing), this.#abort.signal);
    this.#queuedPoll = undefined;
    return waited ? this.#startPoll() : createStoppedError(this.rtype);
  }

  async #startPoll(): Promise<BridgeError | undefined> {
    this.#inFlight ??= this.#fetchAndApply().finally(() => {
      this.#inFlight = undefined;
      this.#scheduleNext();
    });
    return this.#inFlight;
  }

  async #fetchAndApply(): Promise<BridgeError | undefined> {
    const { clock } = this.parts.link;
    const { store, fullRead } = this.parts.loader;
    const { signal } = this.#abort;
    if (signal.aborted) return createStoppedError(this.rtype);
    this.#lastPollStart = clock.now();
    this.#lastPollStartDate = clock.wallTime();
    const pendingRead = store.beginRead();
    try {
      const response = await fullRead.fetchCollection(this.rtype, signal);
      if (signal.aborted) return createStoppedError(this.rtype);
      const resources = this.#isUnchanged(response)
        ? undefined
        : await response.parseResources((rid) => store.get(rid));
      if (signal.aborted) return createStoppedError(this.rtype);
      this.#applyResponse(pendingRead, response.body, resources);
      this.#lastReadStart = this.#lastPollStart;
      this.#lastReadStartDate = this.#lastPollStartDate;
      return undefined;
    } catch (error) {
      const failure = isBridgeError(error) ? error : createUnreadableError(this.rtype, error);
      if (!signal.aborted) await this.#handleFailure(failure);
      return failure;
    } finally {
      store.endRead(pendingRead);
    }
  }

  #isUnchanged({ body }: RawResponse): boolean {
    return (
      this.#lastAppliedBody !== undefined &&
      body !== undefined &&
      this.#lastAppliedRevision === this.parts.loader.store.revision(this.rtype) &&
      this.#lastAppliedBody.equals(body)
    );
  }

  #applyResponse(
    pendingRead: InFlightRead,
    body: Buffer | undefined,
    resources: readonly Resource[] | undefined,
  ): void {
    const { link, loader, dispatcher } = this.parts;
    const { store } = loader;
    const isSuperseded = store.isSuperseded(pendingRead, this.rtype);
    const changes =
      resources === undefined ? [] : store.applyCollection(pendingRead, this.rtype, resources);
    // After a response applied in part, the next equal body must not be skipped.
    this.#lastAppliedBody = isSuperseded || pendingRead.updatedRids.size > 0 ? undefined : body;
    this.#lastAppliedRevision = store.revision(this.rtype);
    this.#failures = 0;
    this.bridgePoller.onPollSucceeded();
    this.watches.notifyRecovered();
    const cause = this.isContinuous ? 'poll' : 'gap';
    dispatcher.dispatch(changes, cause, this.#lastReadStart);
    if (this.bridgePoller.isStreamLive && !this.#hasGap && dispatcher.hasExternalChange(changes))
      this.bridgePoller.onMissedChange();
    this.#hasGap = false;
    this.#connectionLosses = this.bridgePoller.connectionLosses;
    this.watches.notifyPoll(store.byType(this.rtype), (rid) => store.get(rid), link.clock.now());
  }

  async #handleFailure(error: BridgeError): Promise<void> {
    this.#hasGap = true;
    if (await this.bridgePoller.onPollFailed(error)) return;
    this.#failures += 1;
    this.watches.notifyError(error);
  }
}

const createUnreadableError = (rtype: ResourceType, error: unknown): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_MALFORMED_ANSWER',
    `The ${rtype} resources could not be taken in. Please report this: ${getErrorSentence(error)}`,
    { operation: 'list', rtype, ...toCaughtErrorMember(error) },
  );

const createStoppedError = (rtype: ResourceType): BridgeError =>
  new BridgeError('ERR_BRIDGE_CLOSED', `The ${rtype} poll was stopped before it was answered`, {
    operation: 'list',
    rtype,
  });

/** The bridge rejects every request: it is busy or does not accept the key. */
const refusalsByCode: Partial<Record<BridgeErrorCode, 'busy' | 'key'>> = {
  ERR_BRIDGE_TOO_MANY_REQUESTS: 'busy',
  ERR_BRIDGE_BUSY: 'busy',
  ERR_BRIDGE_UNAUTHORIZED: 'key',
  ERR_BRIDGE_FORBIDDEN: 'key',
  ERR_BRIDGE_NOT_CONFIGURED: 'key',
};

const isBridgeWideRefusal = (error: BridgeError): boolean =>
  refusalsByCode[error.code] !== undefined;

/** Times the polls of a bridge that rejects every request. */
class RefusedBridgePollScheduler {
  readonly #backOff: ExponentialBackoff;
  #timer: TimerHandle | undefined;

  /** @param retryPoll makes one attempt; `recordFailure` or `close` must follow */
  constructor(
    private error: BridgeError,
    private readonly clock: Clock,
    private readonly limits: ClientLimits,
    private readonly retryPoll: () => void,
  ) {
    this.#backOff = new ExponentialBackoff(
      limits.initialReconnectDelay,
      Math.min(limits.maxReconnectDelay, limits.lateProbeInterval),
      clock,
    );
    this.recordFailure(error);
  }

  /**
   * A response to another request proves that the bridge can be read, unless it is busy: a busy bridge answers some.
   */
  get endsOnResponse(): boolean {
    return refusalsByCode[this.error.code] !== 'busy';
  }

  recordFailure(error: BridgeError): void {
    this.error = error;
    this.clock.clearTimeout(this.#timer);
    this.#timer = this.clock.setTimeout(this.retryPoll, this.#wait());
  }

  close(): void {
    this.clock.clearTimeout(this.#timer);
  }

  #wait(): number {
    const { code, cause } = this.error;
    const { unauthorizedRetryInterval, maxRetryAfter } = this.limits;
    const wait =
      refusalsByCode[code] === 'key'
        ? addJitter(unauthorizedRetryInterval, this.clock)
        : this.#backOff.nextDelay();
    return Math.max(wait, Math.min(cause.retryAfter ?? 0, maxRetryAfter));
  }
}

interface WatchState {
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
