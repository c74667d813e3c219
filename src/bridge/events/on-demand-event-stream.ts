import { getErrorSentence } from '../errors/sanitize-text';
import type { ConnectionHealthMonitor } from '../health/connection-health-monitor';
import type { ClientLimits } from '../limits/client-limits';
import type { Clock, TimerHandle } from '../time/clock';
import type { EventStreamOpener } from '../wire/open-event-stream';
import { EventStream } from './event-stream';
import type { EventStreamOptions } from './event-stream';

/** Dependencies of an `OnDemandEventStream`. */
export interface OnDemandEventStreamOptions extends Pick<
  EventStreamOptions,
  'loadState' | 'onEvent' | 'onLiveChange' | 'onWarning'
> {
  /** Opens the event stream; without it there is none. */
  openConnection: EventStreamOpener | undefined;
  clock: Clock;
  limits: ClientLimits;
  health: ConnectionHealthMonitor;
}

/** The event stream, which is open while something needs its changes, and for a while after. */
export class OnDemandEventStream {
  readonly #options: OnDemandEventStreamOptions;
  #stream: EventStream | undefined;
  #lingerTimer: TimerHandle | undefined;
  #isPolled = false;
  #observerCount = 0;
  #isClosed = false;
  /** Status of a stream that was refused for the key, until another request shows whether the key is good. */
  #refusal: number | undefined;

  constructor(options: OnDemandEventStreamOptions) {
    this.#options = options;
  }

  /** True while a stream is open whose initial state is not loaded yet. */
  get isSynchronizing(): boolean {
    return this.#stream?.isSynchronizing === true;
  }

  /** When the stream received something last, in ms of the clock; undefined where nothing is open. */
  get lastReceivedAt(): number | undefined {
    return this.#stream?.lastReceivedAt;
  }

  /** Opens the stream while there are watches, whose types are polled where there is no stream. */
  setPolled(isPolled: boolean): void {
    this.#isPolled = isPolled;
    if (this.#observerCount === 0) this.#setNeeded(isPolled);
  }

  /** Opens the stream for something that is never polled. */
  addObserver(): void {
    this.#observerCount += 1;
    if (this.#observerCount === 1 && !this.#isPolled) this.#setNeeded(true);
  }

  /** Ends what one `addObserver` began. */
  removeObserver(): void {
    this.#observerCount -= 1;
    if (this.#observerCount === 0 && !this.#isPolled) this.#setNeeded(false);
  }

  /** Lets no connection be opened during an outage. */
  setSuspended(isSuspended: boolean): void {
    this.#stream?.setSuspended(isSuspended);
  }

  /** Checks as `EventStream.verifyLiveness` does, where a stream is open. */
  async verifyLiveness(isDead: boolean): Promise<void> {
    await this.#stream?.verifyLiveness(isDead);
  }

  /** Warns of a stream that was refused, once another request shows that the key is good. */
  onKeyAccepted(): void {
    // The key is warned of where nothing is allowed with it.
    if (this.#refusal !== undefined) this.#options.onWarning(formatRefusal(this.#refusal));
    this.#refusal = undefined;
  }

  /** Closes the stream for good. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #setNeeded(isNeeded: boolean): void {
    const { clock, limits } = this.#options;
    clock.clearTimeout(this.#lingerTimer);
    if (isNeeded) this.#start();
    else this.#lingerTimer = clock.setTimeout(() => this.#stop(), limits.streamLingerTime);
  }

  #start(): void {
    const { openConnection, health, onWarning } = this.#options;
    if (openConnection === undefined || this.#stream !== undefined || this.#isClosed) return;
    this.#stream = new EventStream({
      ...this.#options,
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
    this.#options.clock.clearTimeout(this.#lingerTimer);
    this.#stream?.stop();
    this.#stream = undefined;
  }
}

const formatRefusal = (status: number): string =>
  `The bridge does not open its event stream for this key (status ${status}). Changes are polled instead; pair again to get them at once.`;
