import { getErrorSentence } from '../errors/sanitize-text';
import type { ConnectionHealthMonitor } from '../health/connection-health-monitor';
import type { ClientLimits } from '../limits/client-limits';
import type { Clock, TimerHandle } from '../time/clock';
import type { EventStreamOpener } from '../wire/open-event-stream';
import { EventStream } from './event-stream';
import type { EventStreamOptions } from './event-stream';

interface OnDemandEventStreamOptions extends Pick<
  EventStreamOptions,
  'loadState' | 'onEvent' | 'onLiveChange' | 'onWarning'
> {
  openConnection: EventStreamOpener | undefined;
  clock: Clock;
  limits: ClientLimits;
  health: ConnectionHealthMonitor;
}

/** The event stream. It is open while a subscription needs changes, and for `streamLingerTime` afterwards. */
export class OnDemandEventStream {
  #stream: EventStream | undefined;
  #lingerTimer: TimerHandle | undefined;
  #subscriptionCount = 0;
  #isClosed = false;
  /** Status with which the stream rejected the key. Reported when another request proves that the key is valid. */
  #refusal: number | undefined;

  constructor(private readonly options: OnDemandEventStreamOptions) {}

  get isSynchronizing(): boolean {
    return this.#stream?.isSynchronizing === true;
  }

  get lastReceivedAt(): number | undefined {
    return this.#stream?.lastReceivedAt;
  }

  addSubscription(): void {
    this.#subscriptionCount += 1;
    if (this.#subscriptionCount === 1) this.#setNeeded(true);
  }

  removeSubscription(): void {
    this.#subscriptionCount -= 1;
    if (this.#subscriptionCount === 0) this.#setNeeded(false);
  }

  setSuspended(isSuspended: boolean): void {
    this.#stream?.setSuspended(isSuspended);
  }

  async verifyLiveness(isDead: boolean): Promise<void> {
    await this.#stream?.verifyLiveness(isDead);
  }

  /** Warns that the stream was rejected although the key is valid. */
  onKeyAccepted(): void {
    // A key that the bridge rejects for every request is reported by the connection state.
    if (this.#refusal !== undefined) this.options.onWarning(formatRefusal(this.#refusal));
    this.#refusal = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #setNeeded(isNeeded: boolean): void {
    const { clock, limits } = this.options;
    clock.clearTimeout(this.#lingerTimer);
    if (isNeeded) this.#start();
    else this.#lingerTimer = clock.setTimeout(() => this.#stop(), limits.streamLingerTime);
  }

  #start(): void {
    const { openConnection, health, onWarning } = this.options;
    if (openConnection === undefined || this.#stream !== undefined || this.#isClosed) return;
    this.#stream = new EventStream({
      ...this.options,
      openConnection,
      onDisconnected: () => health.doubt(),
      onKeyRefused: (status) => {
        this.#refusal = status;
      },
    });
    this.#stream.setSuspended(health.status === 'down');
    this.#stream
      .run()
      .catch((error: unknown) => onWarning(`There is no event stream: ${getErrorSentence(error)}`));
  }

  #stop(): void {
    this.options.clock.clearTimeout(this.#lingerTimer);
    this.#stream?.close();
    this.#stream = undefined;
  }
}

const formatRefusal = (status: number): string =>
  `The bridge does not open its event stream for this key (status ${status}). Changes are polled instead; pair again to get them at once.`;
