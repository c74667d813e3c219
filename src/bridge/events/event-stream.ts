import type { createParser } from 'eventsource-parser';
import { isObject } from '../../resources';
import { ExponentialBackoff, addJitter } from '../time/exponential-backoff';
import { maxTimerDelay, sleep } from '../time/clock';
import { debugLogs } from '../logging/debug-logs';
import { getErrorSentence, sanitizeText } from '../errors/sanitize-text';
import type { Clock } from '../time/clock';
import { isBridgeError } from '../errors/bridge-error';
import type { BridgeEvent } from './event-parser';
import type { ClientLimits } from '../limits/client-limits';
import type { EventStreamResponse, EventStreamOpener } from '../wire/open-event-stream';
import { EventStreamSession } from './event-stream-session';

export interface EventStreamOptions {
  openStream: EventStreamOpener;
  clock: Clock;
  limits: ClientLimits;
  onDisconnected: () => void;
  /** Rejects with a BridgeError if the resources cannot be read. */
  loadState: (signal: AbortSignal) => Promise<void>;
  /** The cause is `gap` for an event that may be old. */
  onEvent: (event: BridgeEvent, cause: 'stream' | 'gap') => void;
  onLiveChange: (isLive: boolean) => void;
  onWarning: (warning: string) => void;
  onKeyRefused: (status: number) => void;
}

type RetryReason = 'away' | 'busy' | 'key' | 'missing';

interface RetryPlan {
  retryReason: RetryReason;
  retryAfter?: number | undefined;
}

const retryReasonsByStatus: Readonly<Record<number, RetryReason>> = {
  404: 'missing',
  405: 'missing',
  501: 'missing',
  401: 'key',
  403: 'key',
};

/**
 * Keeps an event stream open. Bridges send a greeting comment, no keep-alive, 403 and 404, and close streams when
 * overloaded. Source: Hue event stream captures and clients.
 */
export class EventStream {
  readonly #backOff: ExponentialBackoff;
  readonly #closing = new AbortController();
  #connectionAbort = new AbortController();
  #session: EventStreamSession | undefined;
  #wakeAbort = new AbortController();
  #retryReason: RetryReason | undefined;
  #suspended = false;
  #isLive = false;

  constructor(private readonly options: EventStreamOptions) {
    const { clock, limits } = options;
    this.#backOff = new ExponentialBackoff(
      limits.initialReconnectDelay,
      limits.maxReconnectDelay,
      clock,
    );
  }

  get isSynchronizing(): boolean {
    return this.#session !== undefined && !this.#isLive;
  }

  async run(): Promise<void> {
    const { createParser: createEventSourceParser } = await import('eventsource-parser');
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const retryPlan: RetryPlan = this.#suspended
        ? { retryReason: 'away' }
        : await this.#connect(createEventSourceParser);
      await this.#wait(retryPlan);
    }
  }

  close(): void {
    this.#setLive(false);
    this.#closing.abort();
  }

  get lastReceivedAt(): number | undefined {
    return this.#session?.lastReceivedAt;
  }

  /** Suspends connecting while the bridge is unreachable or rejects reads. */
  setSuspended(suspended: boolean): void {
    const wasSuspended = this.#suspended;
    this.#suspended = suspended;
    if (suspended || !wasSuspended) return;
    this.#backOff.reset();
    if (this.#retryReason !== 'missing') this.#wakeAbort.abort();
  }

  /**
   * Closes a stream that may be dead, unless bytes arrive in time. The wait ends half a `streamCheckInterval` after
   * the last bytes, and lasts at least as long as bridges batch events.
   *
   * @param isDead true to close the stream immediately
   */
  async verifyLiveness(isDead: boolean): Promise<void> {
    const { clock, limits } = this.options;
    const connectionAbort = this.#connectionAbort;
    const session = this.#session;
    const lastReceivedAt = session?.lastReceivedAt;
    if (lastReceivedAt === undefined) return;
    if (!isDead) {
      const silence = clock.now() - lastReceivedAt;
      const remainingWait = Math.max(
        limits.streamCheckInterval / 10,
        limits.streamCheckInterval / 2 - silence,
      );
      await sleep(clock, remainingWait, connectionAbort.signal);
      if (session?.lastReceivedAt !== lastReceivedAt) return;
    }
    connectionAbort.abort();
  }

  async #connect(createEventSourceParser: typeof createParser): Promise<RetryPlan> {
    const { openStream, clock, limits, onWarning } = this.options;
    const connectionAbort = new AbortController();
    this.#connectionAbort = connectionAbort;
    const signal = AbortSignal.any([this.#closing.signal, connectionAbort.signal]);
    try {
      const response = await openStream(signal);
      debugLogs.events?.(`stream: status ${response.status}, ${response.contentType}`);
      const openedAt = clock.now();
      const retryPlan = toRetryPlan(response);
      if (retryPlan?.retryReason === 'key') this.options.onKeyRefused(response.status);
      if (retryPlan !== undefined) return retryPlan;
      const hasReceivedBytes = await this.#consume(response, createEventSourceParser, signal);
      if (hasReceivedBytes && clock.now() - openedAt >= limits.streamStableAfter)
        this.#backOff.reset();
      this.#reportDisconnected();
      return { retryReason: 'busy' };
    } catch (error) {
      // Requests report connection failures; the stream only retries.
      if (!isBridgeError(error)) onWarning(`The event stream failed: ${getErrorSentence(error)}`);
      this.#reportDisconnected();
      return { retryReason: 'away' };
    } finally {
      connectionAbort.abort();
      this.#setLive(false);
    }
  }

  async #consume(
    { readBody }: EventStreamResponse,
    createEventSourceParser: typeof createParser,
    signal: AbortSignal,
  ): Promise<boolean> {
    const connectionAbort = this.#connectionAbort;
    const { clock, limits, loadState, onEvent, onWarning } = this.options;
    const session = new EventStreamSession(createEventSourceParser, clock, limits, {
      loadState: () => loadState(signal),
      onEvent: debugLogs.events ? withEventLogging(onEvent) : onEvent,
      onLive: () => this.#setLive(true),
      onUnreadable: (description) =>
        onWarning(`The event stream holds ${description}; it was left out.`),
      onFailed: (reason) => {
        if (signal.aborted) return;
        if (reason !== undefined) onWarning(`The event stream was given up: ${reason}`);
        connectionAbort.abort();
      },
    });
    this.#session = session;
    try {
      await readBody(session.feed);
    } catch (error) {
      if (!isBridgeError(error)) throw error;
    } finally {
      session.close();
      this.#session = undefined;
    }
    return session.lastReceivedAt !== undefined;
  }

  #reportDisconnected(): void {
    if (!this.#closing.signal.aborted && !this.#suspended) this.options.onDisconnected();
  }

  async #wait({ retryReason, retryAfter = 0 }: RetryPlan): Promise<void> {
    const { clock, limits } = this.options;
    const requestedWait = Math.min(retryAfter, limits.maxRetryAfter);
    const wait = Math.max(this.#getWait(retryReason), requestedWait);
    if (!this.#closing.signal.aborted)
      debugLogs.events?.(`stream: ${retryReason}, connects again in ${Math.round(wait)} ms`);
    this.#retryReason = retryReason;
    this.#wakeAbort = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, this.#wakeAbort.signal]);
    await sleep(clock, wait, signal);
    this.#retryReason = undefined;
  }

  #getWait(retryReason: RetryReason): number {
    const { clock, limits } = this.options;
    if (this.#suspended) return maxTimerDelay;
    if (retryReason === 'missing') return addJitter(limits.streamUnsupportedRetryInterval, clock);
    if (retryReason === 'key') return addJitter(limits.unauthorizedRetryInterval, clock);
    return this.#backOff.nextDelay();
  }

  #setLive(isLive: boolean): void {
    if (this.#isLive === isLive || this.#closing.signal.aborted) return;
    this.#isLive = isLive;
    debugLogs.events?.(isLive ? 'stream: live' : 'stream: no longer live');
    this.options.onLiveChange(isLive);
  }
}

function toRetryPlan({
  status,
  contentType,
  retryAfter,
}: EventStreamResponse): RetryPlan | undefined {
  const retryReason = retryReasonsByStatus[status];
  if (retryReason !== undefined) return { retryReason };
  const isEventStream = status === 200 && contentType.toLowerCase().startsWith('text/event-stream');
  return isEventStream ? undefined : { retryReason: 'busy', retryAfter };
}

type EventListener = (event: BridgeEvent, cause: 'stream' | 'gap') => void;

const maxLoggedTypes = 10;

export const withEventLogging =
  (listener: EventListener): EventListener =>
  (event, cause) => {
    const { type, data } = event;
    const types = data.slice(0, maxLoggedTypes).map(getTypeName);
    const late = cause === 'gap' ? ', may be old' : '';
    const more = data.length > maxLoggedTypes ? ', …' : '';
    debugLogs.events?.(
      `${sanitizeText(type, 32)}: ${data.length} (${types.join(', ')}${more})${late}`,
    );
    listener(event, cause);
  };

const getTypeName = (entry: unknown): string => {
  const type = isObject(entry) ? entry['type'] : undefined;
  return typeof type === 'string' ? sanitizeText(type, 32) : 'without type';
};
