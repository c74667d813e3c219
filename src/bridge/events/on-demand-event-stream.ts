import { getErrorSentence } from '../errors/sanitize-text';
import type { ConnectionHealthMonitor } from '../health/connection-health-monitor';
import type { TimerHandle } from '../time/clock';
import type { EventStreamOpener } from '../wire/open-event-stream';
import { EventStream } from './event-stream';
import type { EventStreamOptions } from './event-stream';

interface OnDemandEventStreamOptions extends Pick<
  EventStreamOptions,
  'clock' | 'limits' | 'loadState' | 'onEvent' | 'onLiveChange' | 'onWarning'
> {
  /** If missing, there is no event stream. */
  openStream?: EventStreamOpener | undefined;
  health: ConnectionHealthMonitor;
}

/** Open while changes are needed, and for `streamLingerTime` afterwards. */
export class OnDemandEventStream {
  /** Only this class changes it. */
  stream: EventStream | undefined;
  #lingerTimer: TimerHandle | undefined;
  #isClosed = false;
  /** Status with which the stream rejected the key. Reported if another request proves that the key is valid. */
  #refusal: number | undefined;

  constructor(private readonly options: OnDemandEventStreamOptions) {}

  setNeeded(isNeeded: boolean): void {
    const { clock, limits } = this.options;
    clock.clearTimeout(this.#lingerTimer);
    if (isNeeded) this.#start();
    else this.#lingerTimer = clock.setTimeout(() => this.#stop(), limits.streamLingerTime);
  }

  onKeyAccepted(): void {
    // The connection state reports a key that is rejected everywhere.
    if (this.#refusal !== undefined) this.options.onWarning(formatRefusal(this.#refusal));
    this.#refusal = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #start(): void {
    const { openStream, health, onWarning } = this.options;
    if (openStream === undefined || this.stream !== undefined || this.#isClosed) return;
    this.stream = new EventStream({
      ...this.options,
      openStream,
      onDisconnected: () => health.doubt(),
      onKeyRefused: (status) => {
        this.#refusal = status;
      },
    });
    this.stream.setSuspended(health.status === 'down');
    this.stream
      .run()
      .catch((error: unknown) => onWarning(`There is no event stream: ${getErrorSentence(error)}`));
  }

  #stop(): void {
    this.options.clock.clearTimeout(this.#lingerTimer);
    this.stream?.close();
    this.stream = undefined;
  }
}

const formatRefusal = (status: number): string =>
  `The bridge does not open its event stream for this key (status ${status}). Changes are polled instead; pair again to get them at once.`;
