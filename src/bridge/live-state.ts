import type { ChangeDeliveryMode } from './connection-state';
import { listTypesBehindSensor } from '../resources/motion-zones';
import { isMissingPathError } from './errors';
import { BridgeActivity } from './bridge-activity';
import { ChangeDispatcher } from './changes';
import { OnDemandEventStream } from './event-stream';
import type { ResourceStore } from './state';
import { FadeToOffBrightnessTracker } from './faded-brightness';
import type { RememberedLampBrightness } from './faded-brightness';
import { OwnWriteTracker } from './own-writes';
import { BridgePoller } from './poll';
import { StateLoader } from './load-state';
import type { BridgeLink } from './load-state';
import type { CommandOptions } from './queue';
import type { BridgeRequest, RequestBody } from './request';
import { StateReader } from './read-state';
import type { WriteOrigin } from '../logbook/changed-by';
import type { ResourceObservationOptions, Watch, WatchOptions } from './watch';

/**
 * Keeps the last known state of a bridge current, and tells watches what changed. The state is loaded as a whole, then
 * follows the event stream, or polls of the types that are watched.
 */
export class LiveState {
  readonly store: ResourceStore;
  readonly reader: StateReader;
  readonly fadedBrightness: FadeToOffBrightnessTracker;
  readonly #loader: StateLoader;
  readonly #ownWrites: OwnWriteTracker;
  readonly #dispatcher: ChangeDispatcher;
  readonly #poller: BridgePoller;
  readonly #events: OnDemandEventStream | undefined;
  readonly #closing = new AbortController();
  #pendingObservation: Promise<void> | undefined;

  /**
   * @param usesEvents false to poll all types
   * @param restoreBrightness sets lamps that turned on too dark with their group, in the order of that write
   */
  constructor(
    private readonly connection: BridgeLink,
    usesEvents: boolean,
    restoreBrightness: (lamps: readonly RememberedLampBrightness[], order: number) => void,
  ) {
    const { clock, limits, health, fetcher, openEventStream, setMode } = connection;
    const warn = (warning: string): void => this.#warn(warning);
    const link = { clock, limits, health, fetcher, openEventStream, setMode, warn };
    const loader = new StateLoader(link);
    const { store } = loader;
    const ownWrites = new OwnWriteTracker(store, clock, limits);
    const activity = new BridgeActivity(store, clock);
    const dispatcher = new ChangeDispatcher(ownWrites, activity, link);
    const poller = new BridgePoller({ link, loader, dispatcher });
    store.findCause = activity.findCause;
    store.onReports = dispatcher.inputReports.recordState;
    this.store = store;
    this.reader = new StateReader(store, () => this.mode === 'stream');
    this.fadedBrightness = new FadeToOffBrightnessTracker(store, limits, restoreBrightness);
    this.#loader = loader;
    this.#ownWrites = ownWrites;
    this.#dispatcher = dispatcher;
    this.#poller = poller;
    if (usesEvents) this.#events = new OnDemandEventStream({ link, loader, dispatcher, poller });
  }

  get mode(): ChangeDeliveryMode {
    return this.#poller.mode;
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
      const { fetcher } = this.connection;
      const response = await fetcher.fetchCollection('light', this.#closing.signal);
      const lights = await response.parseResources((rid) => this.store.get(rid));
      for (const light of lights) this.fadedBrightness.observe(light);
    } catch {
      // The update itself reports the failure.
    } finally {
      this.#pendingObservation = undefined;
    }
  }

  /** Later changes are compared with the write. */
  recordRequest({ method, rtype, rid, members, origin }: BridgeRequest): void {
    if (method === 'GET' || rtype === undefined || rid === undefined) return;
    this.#loader.fullRead.recordWrite();
    if (method === 'DELETE') this.#ownWrites.recordDeletion(rtype, rid, origin);
    else this.#ownWrites.record(rid, members, origin);
  }

  recordWriteAnswer(rid: string, origin?: WriteOrigin): void {
    this.#loader.fullRead.recordWrite();
    this.#ownWrites.recordAnswer(rid, origin);
  }

  /** Uses a response to detect the end of an outage. */
  recordResponse(status: number): void {
    if (status >= 400) return;
    this.#poller.onBridgeResponse();
    this.#events?.onKeyAccepted();
  }

  close(): void {
    this.#closing.abort();
    this.#loader.close();
    this.#poller.close();
    this.#dispatcher.close();
    this.#events?.close();
  }

  #warn(warning: string): void {
    if (!this.#closing.signal.aborted) this.connection.warn(warning);
  }
}

/** A bridge may lack one of the types. */
async function pollUnlessMissing(watch: Watch): Promise<void> {
  try {
    await watch.pollNow();
  } catch (error) {
    if (!isMissingPathError(error)) throw error;
  }
}
