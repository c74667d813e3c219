import type { ResourceType } from '../../resources';
import type { ResourceChange } from '../state/resource-change';
import { maxTimerDelay } from '../time/clock';
import { BridgeError } from '../errors/bridge-error';
import { isBridgeWideRefusal, RefusedBridgePollScheduler } from './refused-bridge-poll-scheduler';
import { toTransportFailureError } from '../errors/transport-failure';
import type { ConnectionHealthMonitor } from '../health/connection-health-monitor';
import { TypePoller } from './type-poller';
import type { PollerContext, PollerTools } from './type-poller';
import type { ChangeDispatcher } from '../watch/change-dispatcher';
import type { Watch, WatchOptions } from '../watch/watch';
import { WatchesOfResourceType } from '../watch/watches-of-resource-type';
import type { WatchState } from '../watch/watches-of-resource-type';

interface BridgePollerOptions extends PollerTools {
  /** True while the first poll of a type costs no request. */
  isFirstPollShared: () => boolean;
  health: ConnectionHealthMonitor;
  onOutageChange: (error: BridgeError | undefined) => void;
}

export class BridgePoller implements PollerContext {
  /** Only this class changes the two fields. */
  isStreamLive = false;
  connectionLosses = 0;
  readonly #pollersByType = new Map<ResourceType, TypePoller>();
  /** Pollers of types without watches. After a deploy, a new watch continues from its poller. */
  readonly #stoppedPollers = new Map<ResourceType, TypePoller>();
  readonly #unsubscribe: () => void;
  #outage: BridgeError | undefined;
  #refusal: RefusedBridgePollScheduler | undefined;
  #closed = false;

  constructor(private readonly options: BridgePollerOptions) {
    this.#unsubscribe = options.health.subscribe(() => this.#onHealthChange());
  }

  get hasOutage(): boolean {
    return this.#outage !== undefined;
  }

  watch(options: WatchOptions): Watch {
    if (this.#closed) throw createWatchClosedError(options.rtype);
    if (options.rids?.length === 0) return new EmptyWatch(options, this.options.dispatcher);
    const poller = this.#getOrCreatePoller(options.rtype);
    const { minPollInterval, defaultPollInterval } = this.options.limits;
    const requestedInterval = options.interval ?? defaultPollInterval;
    const interval = Math.min(Math.max(requestedInterval, minPollInterval), maxTimerDelay);
    const watch = poller.watches.add(options, interval);
    this.options.dispatcher.subscribe(watch);
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
      poller.scheduleSoon(this.options.limits.streamCheckInterval);
  }

  pollSoon(rtype: string): void {
    for (const poller of this.#pollersByType.values()) {
      if (poller.rtype === rtype && !this.hasOutage) poller.resume(0);
    }
  }

  onBridgeResponse(): void {
    if (this.#refusal?.endsOnResponse === true) this.#retryPoll();
  }

  /**
   * Dispatches changes as polls of each type would.
   *
   * @param since start of the previous read of all resources, in ms of the clock
   */
  dispatchFullRead(changes: readonly ResourceChange[], since: number): void {
    for (const change of changes) {
      const { type } = change.resource;
      const poller = this.#pollersByType.get(type);
      const cause = poller?.isContinuous === true ? 'poll' : 'gap';
      this.options.dispatcher.dispatch(
        [change],
        cause,
        Math.max(since, poller?.lastReadStart ?? since),
      );
    }
    if (this.isStreamLive && this.options.dispatcher.hasExternalChange(changes))
      this.options.onMissedChange();
  }

  onPollSucceeded(): void {
    if (this.#outage !== undefined) this.#endOutage();
  }

  async onPollFailed(error: BridgeError): Promise<boolean> {
    const { health } = this.options;
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
        this.options.clock,
        this.options.limits,
        () => this.#retryPoll(),
      );
    this.#beginOutage(error);
    return true;
  }

  #onHealthChange(): void {
    const { status, failure } = this.options.health;
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
    this.options.onOutageChange(error);
    for (const poller of this.#pollersByType.values()) poller.watches.notifyError(error);
  }

  #endOutage(): void {
    this.#stopRefusal();
    this.#outage = undefined;
    this.options.onOutageChange(undefined);
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
      new WatchesOfResourceType(this.options.dispatcher.deliveries),
      this.options,
      this,
      this.#stoppedPollers.get(rtype),
    );
    this.#stoppedPollers.delete(rtype);
    this.#pollersByType.set(rtype, poller);
    return poller;
  }

  stop(poller: TypePoller, watch: WatchState): void {
    this.options.dispatcher.unsubscribe(watch);
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
    if (this.options.isFirstPollShared()) return 0;
    return [...this.#pollersByType.values()].indexOf(poller) * this.options.limits.pollStagger;
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
