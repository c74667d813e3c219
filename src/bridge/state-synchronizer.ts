import type { ChangeDeliveryMode } from './connection-state';
import type { ResourceType } from '../resources/table';
import type { Members } from '../resources/members';
import { listTypesBehindSensor } from '../resources/motion-zones';
import { systemClock } from './clock';
import type { Clock } from './clock';
import { isOverloadStatus, isMissingPathError, getErrorSentence } from './errors';
import type { BridgeError } from './errors';
import { quoteDescriptions } from './error-messages';
import { getErrorDescriptions } from './response';
import { EventApplier, ChangeDispatcher, MomentaryInputReportTracker } from './changes';
import { OnDemandEventStream } from './event-stream';
import type { ConnectionHealthMonitor } from './health';
import type { ClientLimits } from './limits';
import { StoreBackedStateCache, ResourceStore } from './state';
import type { StateCache } from './state';
import { FadeToOffBrightnessTracker } from './faded-brightness';
import type { RememberedLampBrightness } from './faded-brightness';
import { OwnWriteTracker } from './own-writes';
import { BridgePoller } from './poll';
import type { ResourceFetcher } from './load-state';
import type { CommandOptions } from './queue';
import type { BridgeRequest, RequestBody } from './request';
import type { EventStreamOpener } from './http';
import { SharedFullRead, StateLoader } from './load-state';
import { StateReader } from './read-state';
import type { ResourceObservationOptions, Watch, WatchOptions } from './watch';

interface StateSynchronizerOptions {
  reader: ResourceFetcher;
  health: ConnectionHealthMonitor;
  /** If missing, all types are polled. */
  openStream?: EventStreamOpener | undefined;
  limits: ClientLimits;
  clock?: Clock | undefined;
  onWarning: (warning: string) => void;
  onModeChange: (mode: ChangeDeliveryMode) => void;
  findFormerName?: ((rid: string) => string | undefined) | undefined;
  /** Sets the brightness of lamps that turned on too dark with their group, in the order of that write. */
  restoreBrightness?: (lamps: readonly RememberedLampBrightness[], order: number) => void;
}

/** Keeps the last known state current by polls and events, and notifies watches. */
export class StateSynchronizer {
  readonly stateCache: StateCache;
  readonly stateReader: StateReader;
  readonly fadedBrightness: FadeToOffBrightnessTracker;
  readonly #clock: Clock;
  readonly #store: ResourceStore;
  readonly #ownWrites: OwnWriteTracker;
  readonly #fullRead: SharedFullRead;
  readonly #stateLoader: StateLoader;
  readonly #inputReports: MomentaryInputReportTracker;
  readonly #dispatcher: ChangeDispatcher;
  readonly #poller: BridgePoller;
  readonly #events: OnDemandEventStream;
  readonly #closeAbort = new AbortController();
  #pendingObservation: Promise<void> | undefined;
  #lastLoadStart: number;
  #lastLoadedAt: Date | undefined;
  /** Start or end of the latest outage of the connection or the event stream, in ms of the clock. */
  #lastInterruption = -Infinity;

  constructor(private readonly options: StateSynchronizerOptions) {
    const { limits, health, clock = systemClock } = options;
    this.#clock = clock;
    this.#lastLoadStart = clock.now();
    this.#fullRead = new SharedFullRead(options.reader, clock);
    this.#inputReports = new MomentaryInputReportTracker(clock, limits, (change, cause, since) =>
      this.#dispatcher.dispatchNow(change, cause, since),
    );
    this.#store = new ResourceStore(this.#inputReports.recordState);
    this.fadedBrightness = new FadeToOffBrightnessTracker(this.#store, limits, (...restored) =>
      options.restoreBrightness?.(...restored),
    );
    this.#ownWrites = new OwnWriteTracker(this.#store, clock, limits);
    this.#stateLoader = new StateLoader(this.#fullRead, this.#store, this.#warn);
    this.stateCache = new StoreBackedStateCache(
      this.#store,
      () => this.#loadState(this.#closeAbort.signal),
      () => this.#lastLoadedAt,
      (rtype) => this.#loadType(rtype),
      options.findFormerName,
    );
    this.stateReader = new StateReader(this.stateCache, () => this.mode === 'stream');
    this.#dispatcher = new ChangeDispatcher({
      ownWrites: this.#ownWrites,
      inputReports: this.#inputReports,
      clock,
      onListenerError: this.#onListenerError,
      expectsEvents: () => this.#events.stream?.isSynchronizing === true,
      wasInterrupted: (since) => this.#lastInterruption >= since,
      onNeeded: (isNeeded) => this.#events.setNeeded(isNeeded),
    });
    this.#poller = this.#createPoller();
    this.#events = this.#createStream();
    health.getLastStreamActivity = () => this.#events.stream?.lastReceivedAt;
  }

  #createPoller(): BridgePoller {
    return new BridgePoller({
      ...this.options,
      reader: this.#fullRead,
      store: this.#store,
      clock: this.#clock,
      dispatcher: this.#dispatcher,
      isFirstPollShared: () => this.#fullRead.isInFlight,
      onOutageChange: (error) => this.#onOutageChange(error),
      onMissedChange: () => void this.#events.stream?.verifyLiveness(false),
    });
  }

  #createStream(): OnDemandEventStream {
    return new OnDemandEventStream({
      ...this.options,
      clock: this.#clock,
      loadState: (signal) => this.#loadState(signal),
      onEvent: this.#createEventApplier().apply,
      onLiveChange: (isLive) => this.#setStreamLive(isLive),
      onWarning: this.#warn,
    });
  }

  #createEventApplier(): EventApplier {
    return new EventApplier({
      store: this.#store,
      dispatcher: this.#dispatcher,
      onIncompleteResource: (rtype) => this.#poller.pollSoon(rtype),
      onUnreadableEntries: () =>
        this.#warn('The event stream holds entries without an id; they were left out.'),
      onErrorEvent: (entries) =>
        this.#warn(
          `The bridge reports an error.${quoteDescriptions(getErrorDescriptions(entries))}`,
        ),
    });
  }

  get mode(): ChangeDeliveryMode {
    return this.#poller.isStreamLive ? 'stream' : 'polling';
  }

  /** Also polls the types whose state decides what a sensor of the type shows, such as the MotionAware zones. */
  watch(options: WatchOptions): Watch {
    const { interval, rids } = options;
    const watch = this.#poller.watch(options);
    const rtypes = rids?.length === 0 ? [] : listTypesBehindSensor(options.rtype);
    if (rtypes.length === 0) return watch;
    const behind = rtypes.map((rtype) =>
      this.#poller.watch({ rtype, ...(interval === undefined ? {} : { interval }) }),
    );
    return {
      async pollNow() {
        await Promise.all(behind.map((one) => pollUnlessMissing(one)));
        await watch.pollNow();
      },
      stop() {
        for (const one of [watch, ...behind]) one.stop();
      },
    };
  }

  /** Observes resources without polls. Keeps the event stream open, unless `rids` is empty. The result ends it. */
  observe(observation: ResourceObservationOptions): () => void {
    if (observation.rids?.length === 0) return () => undefined;
    const subscription = { options: observation };
    this.#dispatcher.subscribe(subscription);
    return () => this.#dispatcher.unsubscribe(subscription);
  }

  /**
   * Reads the lamps before an update whose effect depends on their state, unless events keep them current. The update
   * succeeds even if the read fails.
   */
  withFreshState(request: BridgeRequest, options: CommandOptions): [BridgeRequest, CommandOptions] {
    if (this.mode === 'stream') return [request, options];
    const { body: text = '', members = {}, nonIdempotent = false, ...withoutBody } = request;
    const body = { text, members, nonIdempotent };
    const fromFreshState = async (signal: AbortSignal): Promise<RequestBody> => {
      this.#pendingObservation ??= this.#observeLights();
      await this.#pendingObservation;
      signal.throwIfAborted();
      return body;
    };
    const stateDependentBody = { fromFreshState, fromPendingWrites: () => body };
    return [withoutBody, { ...options, stateDependentBody }];
  }

  async #observeLights(): Promise<void> {
    try {
      const { signal } = this.#closeAbort;
      const response = await this.options.reader.fetchCollection('light', signal);
      const lights = await response.parseResources((rid) => this.stateCache.get(rid));
      for (const light of lights) this.fadedBrightness.observe(light);
    } catch {
      // The update itself reports the failure.
    } finally {
      this.#pendingObservation = undefined;
    }
  }

  recordRequest({ method, rtype, rid, members }: BridgeRequest): void {
    if (method === 'GET' || rtype === undefined || rid === undefined) return;
    if (method === 'DELETE') this.recordDeletion(rtype, rid);
    else this.recordWrite(rid, members);
  }

  /** Later changes are compared with the write. */
  recordWrite(rid: string, members?: Members): void {
    this.#fullRead.recordWrite();
    this.#ownWrites.record(rid, members);
  }

  recordDeletion(rtype: string, rid: string): void {
    this.#fullRead.recordWrite();
    this.#ownWrites.recordDeletion(rtype, rid);
  }

  recordWriteAnswer(rid: string): void {
    this.#fullRead.recordWrite();
    this.#ownWrites.recordAnswer(rid);
  }

  /** Uses a response to detect the end of an outage. */
  recordResponse(status: number): void {
    if (status >= 400) return;
    this.#poller.onBridgeResponse();
    this.#events.onKeyAccepted();
  }

  close(): void {
    this.#closeAbort.abort();
    this.#poller.close();
    this.#dispatcher.close();
    this.#events.close();
  }

  async #loadState(signal: AbortSignal): Promise<void> {
    const startedAt = this.#clock.now();
    const previousStart = this.#lastLoadStart;
    await this.#stateLoader.load(signal, (changes) =>
      this.#poller.dispatchFullRead(changes, previousStart),
    );
    this.#lastLoadStart = startedAt;
    this.#lastLoadedAt = new Date();
  }

  #loadType(rtype: ResourceType): Promise<void> {
    const startedAt = this.#clock.now();
    return this.#stateLoader.loadType(rtype, this.#closeAbort.signal, (changes) =>
      this.#poller.dispatchFullRead(changes, startedAt),
    );
  }

  #onOutageChange(error: BridgeError | undefined): void {
    this.#lastInterruption = this.#clock.now();
    this.#events.stream?.setSuspended(error !== undefined);
    // Only a bridge that is unreachable or rejects the key closes the stream; a busy bridge may keep it open.
    if (error !== undefined && !isOverloadStatus(error.cause.status ?? 0))
      void this.#events.stream?.verifyLiveness(true);
  }

  #setStreamLive(isLive: boolean): void {
    if (!isLive) this.#lastInterruption = this.#clock.now();
    this.#poller.setStreamLive(isLive);
    this.options.onModeChange(this.mode);
  }

  readonly #onListenerError = (error: unknown): void =>
    this.#warn(`A watcher of the bridge failed: ${getErrorSentence(error)}`);

  readonly #warn = (warning: string): void => {
    if (!this.#closeAbort.signal.aborted) this.options.onWarning(warning);
  };
}

/** A bridge may lack one of the types. */
async function pollUnlessMissing(watch: Watch): Promise<void> {
  try {
    await watch.pollNow();
  } catch (error) {
    if (!isMissingPathError(error)) throw error;
  }
}
