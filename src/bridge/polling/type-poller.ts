import type { Resource, ResourceType } from '../../resources';
import { getErrorSentence } from '../errors/sanitize-text';
import { sleep } from '../time/clock';
import type { Clock, TimerHandle } from '../time/clock';
import { BridgeError, isBridgeError, toCaughtErrorMember } from '../errors/bridge-error';
import type { ClientLimits } from '../limits/client-limits';
import type { RawResponse, ResourceFetcher } from '../state/resource-fetcher';
import type { InFlightRead, ResourceStore } from '../state/resource-store';
import type { ChangeDispatcher } from '../watch/change-dispatcher';
import type { WatchesOfResourceType, WatchState } from '../watch/watches-of-resource-type';

export interface PollerTools {
  readonly reader: ResourceFetcher;
  readonly store: ResourceStore;
  readonly dispatcher: ChangeDispatcher;
  readonly clock: Clock;
  readonly limits: ClientLimits;
  /** A live event stream should have reported the change. */
  readonly onMissedChange: () => void;
}

export interface PollerContext {
  /** True while polls only verify the state. */
  readonly isStreamLive: boolean;
  readonly hasOutage: boolean;
  readonly connectionLosses: number;
  onPollSucceeded(): void;
  /** Resolves with true for an outage of the whole bridge. */
  onPollFailed(error: BridgeError): Promise<boolean>;
}

/** Polls one resource type, one request at a time, at the shortest interval of its watches. */
export class TypePoller {
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
    private readonly tools: PollerTools,
    private readonly context: PollerContext,
    predecessor?: TypePoller,
  ) {
    this.#lastReadStart = tools.clock.now();
    this.#lastReadStartDate = tools.clock.wallTime();
    this.#connectionLosses = context.connectionLosses;
    // A live event stream keeps every read type current.
    this.#hasGap = !context.isStreamLive || !tools.store.hasRead(rtype);
    if (predecessor === undefined || context.isStreamLive) return;
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
    const { clock, limits } = this.tools;
    const { isStreamLive, connectionLosses } = this.context;
    if (isStreamLive || this.#hasGap || connectionLosses !== this.#connectionLosses) return false;
    const expectedAt = Math.max(this.#lastReadStartDate + this.#interval(), this.#scheduledDate);
    return clock.wallTime() <= expectedAt + limits.maxReportDelay;
  }

  /** Rejects with a BridgeError if the poll fails. */
  async pollNow(watch: WatchState): Promise<void> {
    watch.pollDueAt = -Infinity;
    const error = await this.#pollFresh();
    if (error !== undefined) throw error;
    await this.tools.dispatcher.deliveries.whenDone();
  }

  pollDuringOutage(): void {
    void this.#startPoll();
  }

  /** Polls after a delay in ms, but not earlier than `minPollInterval` after the last poll. */
  scheduleSoon(delay: number): void {
    const { clock, limits } = this.tools;
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
    this.tools.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#scheduledFor = Infinity;
  }

  #schedule(at: number): void {
    this.#cancel();
    if (this.#abort.signal.aborted) return;
    const { clock } = this.tools;
    this.#scheduledFor = at;
    this.#timer = clock.setTimeout(() => this.#tick(), Math.max(0, at - clock.now()));
  }

  #scheduleNext(): void {
    if (this.context.hasOutage || this.watches.size === 0) return;
    const { clock, limits } = this.tools;
    let wait = this.#interval();
    if (this.#spreadsNextWait)
      wait = Math.max(wait * (0.5 + clock.random() / 2), limits.minPollInterval);
    this.#spreadsNextWait = false;
    const at = Math.max(this.#lastTick + wait, clock.now());
    this.#scheduledDate = clock.wallTime() + at - clock.now();
    this.#schedule(at);
  }

  #interval(): number {
    const { limits } = this.tools;
    const requestedInterval = this.watches.shortestInterval;
    if (this.#failures > 0) {
      return Math.max(
        requestedInterval,
        Math.min(requestedInterval * 2 ** this.#failures, limits.maxFailingPollInterval),
      );
    }
    if (!this.context.isStreamLive) return requestedInterval;
    return Math.min(limits.streamCheckInterval, this.watches.shortestPollInterval);
  }

  #tick(): void {
    this.#scheduledFor = Infinity;
    const { clock, store, limits } = this.tools;
    this.#lastTick = clock.now();
    const checkDue = this.#lastReadStart + limits.streamCheckInterval - limits.minPollInterval / 2;
    if (!this.context.isStreamLive || this.#hasGap || clock.now() >= checkDue) {
      void this.#startPoll();
      return;
    }
    this.watches.notifyPoll(store.byType(this.rtype), (rid) => store.get(rid), clock.now());
    this.#scheduleNext();
  }

  async #pollFresh(): Promise<BridgeError | undefined> {
    const { clock, limits } = this.tools;
    if (this.#queuedPoll !== undefined) return this.#queuedPoll;
    const spacing = this.#lastPollStart + limits.minOnDemandPollInterval - clock.now();
    if (this.#inFlight === undefined && spacing <= 0) return this.#startPoll();
    this.#queuedPoll = this.#pollAfterCurrent();
    return this.#queuedPoll;
  }

  async #pollAfterCurrent(): Promise<BridgeError | undefined> {
    const { clock, limits } = this.tools;
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
    const { clock, store, reader } = this.tools;
    const { signal } = this.#abort;
    if (signal.aborted) return createStoppedError(this.rtype);
    this.#lastPollStart = clock.now();
    this.#lastPollStartDate = clock.wallTime();
    const pendingRead = store.beginRead();
    try {
      const response = await reader.fetchCollection(this.rtype, signal);
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
      this.#lastAppliedRevision === this.tools.store.revision(this.rtype) &&
      this.#lastAppliedBody.equals(body)
    );
  }

  #applyResponse(
    pendingRead: InFlightRead,
    body: Buffer | undefined,
    resources: readonly Resource[] | undefined,
  ): void {
    const { clock, store, dispatcher, onMissedChange } = this.tools;
    const isSuperseded = store.isSuperseded(pendingRead, this.rtype);
    const changes =
      resources === undefined ? [] : store.applyCollection(pendingRead, this.rtype, resources);
    // After a response applied in part, the next equal body must not be skipped.
    this.#lastAppliedBody = isSuperseded || pendingRead.updatedRids.size > 0 ? undefined : body;
    this.#lastAppliedRevision = store.revision(this.rtype);
    this.#failures = 0;
    this.context.onPollSucceeded();
    this.watches.notifyRecovered();
    const cause = this.isContinuous ? 'poll' : 'gap';
    dispatcher.dispatch(changes, cause, this.#lastReadStart);
    if (this.context.isStreamLive && !this.#hasGap && dispatcher.hasExternalChange(changes))
      onMissedChange();
    this.#hasGap = false;
    this.#connectionLosses = this.context.connectionLosses;
    this.watches.notifyPoll(store.byType(this.rtype), (rid) => store.get(rid), clock.now());
  }

  async #handleFailure(error: BridgeError): Promise<void> {
    this.#hasGap = true;
    if (await this.context.onPollFailed(error)) return;
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
