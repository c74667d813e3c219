import type { createParser } from 'eventsource-parser';
import { isObject } from '../../resources/values/member-access';
import { findMomentaryInputReports } from '../state/resource-state';
import { callAfterDelay } from '../time/clock';
import { isBridgeError } from '../errors/bridge-error';
import type { BridgeErrorCode } from '../errors/bridge-error';
import { getErrorSentence } from '../errors/sanitize-text';
import type { Clock, TimerHandle } from '../time/clock';
import { createEventParser } from './event-parser';
import type { BridgeEvent } from './event-parser';
import type { ClientLimits } from '../limits/client-limits';

interface StreamSessionCallbacks {
  /** Reads all resources, or rejects. Events are buffered meanwhile. */
  loadState: () => Promise<void>;
  onEvent: (event: BridgeEvent, cause: 'stream' | 'gap') => void;
  /** From this call on, every change is reported. */
  onLive: () => void;
  onUnreadable: (description: string) => void;
  /** The connection must be closed. The reason is a sentence; undefined if another place reports it. */
  onFailed: (reason: string | undefined) => void;
}

const connectionErrorCodes: ReadonlySet<BridgeErrorCode> = new Set<BridgeErrorCode>([
  'ERR_BRIDGE_UNREACHABLE',
  'ERR_BRIDGE_TIMEOUT',
  'ERR_BRIDGE_UNTRUSTED',
  'ERR_BRIDGE_UNAUTHORIZED',
  'ERR_BRIDGE_FORBIDDEN',
  'ERR_BRIDGE_TOO_MANY_REQUESTS',
  'ERR_BRIDGE_BUSY',
]);

interface BufferedEvent {
  event: BridgeEvent;
  receivedAt: number;
}

/** In ms; detects machine sleep. Each check wakes an idle process. */
const clockCheckInterval = 60_000;

export class EventStreamSession {
  readonly #parse: (bytes: Uint8Array) => void;
  #bufferedEvents: BufferedEvent[] | undefined = [];
  /** Cancels the greeting timeout, and later the delay until the stream counts as connected. */
  #cancelTimeout: () => void;
  #clockCheckTimer: TimerHandle;
  /** In ms. It grows while the machine sleeps. */
  #clockOffset: number;
  /** True from the first event after machine sleep until events count as timely again. */
  #isResuming = false;
  #lastReceivedAt: number | undefined;
  #isClosed = false;

  constructor(
    createEventSourceParser: typeof createParser,
    private readonly clock: Clock,
    private readonly limits: ClientLimits,
    private readonly callbacks: StreamSessionCallbacks,
  ) {
    this.#parse = createEventParser(createEventSourceParser, limits.maxEventSize, {
      onEvent: (event) => this.#handleEvent(event),
      onUnreadable: (description) => callbacks.onUnreadable(description),
      onOverflow: () =>
        callbacks.onFailed(`it sent an event of more than ${limits.maxEventSize} characters.`),
    });
    // Bridges send a greeting immediately, so a stream without bytes is dead.
    this.#cancelTimeout = callAfterDelay(clock, limits.streamCheckInterval, () =>
      callbacks.onFailed('it sent no greeting.'),
    );
    this.#clockOffset = this.#measureClockOffset();
    this.#clockCheckTimer = this.#scheduleClockCheck(clockCheckInterval);
  }

  get lastReceivedAt(): number | undefined {
    return this.#lastReceivedAt;
  }

  readonly feed = (bytes: Uint8Array): void => {
    // An overloaded bridge opens the stream and closes it at once, so it counts as connected after a delay.
    if (this.#lastReceivedAt === undefined) {
      this.#cancelTimeout();
      this.#cancelTimeout = callAfterDelay(
        this.clock,
        this.limits.streamConnectedAfter,
        () => void this.#loadInitialState(),
      );
    }
    this.#lastReceivedAt = this.clock.now();
    this.#parse(bytes);
  };

  close(): void {
    this.#isClosed = true;
    this.#bufferedEvents = [];
    this.#cancelTimeout();
    this.clock.clearTimeout(this.#clockCheckTimer);
  }

  #measureClockOffset(): number {
    return this.clock.wallTime() - this.clock.now();
  }

  /** After the check, events count as timely again. This also handles a changed system date. */
  #scheduleClockCheck(delay: number): TimerHandle {
    return this.clock.setTimeout(() => {
      this.#clockOffset = this.#measureClockOffset();
      this.#isResuming = false;
      this.#clockCheckTimer = this.#scheduleClockCheck(clockCheckInterval);
    }, delay);
  }

  #hasSlept(): boolean {
    const { maxReportDelay } = this.limits;
    if (this.#measureClockOffset() - this.#clockOffset <= maxReportDelay) return false;
    if (!this.#isResuming) {
      this.#isResuming = true;
      this.clock.clearTimeout(this.#clockCheckTimer);
      this.#clockCheckTimer = this.#scheduleClockCheck(maxReportDelay);
    }
    return true;
  }

  async #loadInitialState(): Promise<void> {
    // The initial state includes these events.
    const includedCount = this.#bufferedEvents?.length ?? 0;
    try {
      await this.callbacks.loadState();
      if (!this.#isClosed) this.#goLive(includedCount);
    } catch (error) {
      if (this.#isClosed) return;
      const isReported = isBridgeError(error) && connectionErrorCodes.has(error.code);
      this.callbacks.onFailed(isReported ? undefined : getErrorSentence(error));
    }
  }

  #goLive(includedCount: number): void {
    const bufferedEvents = this.#bufferedEvents ?? [];
    this.#bufferedEvents = undefined;
    this.callbacks.onLive();
    const now = this.clock.wallTime();
    for (const [index, { event, receivedAt }] of bufferedEvents.entries()) {
      const isLate = now - receivedAt > this.limits.maxReportDelay;
      const bufferedEvent = index < includedCount ? keepInputReports(event) : event;
      this.callbacks.onEvent(bufferedEvent, isLate ? 'gap' : 'stream');
    }
  }

  #handleEvent(event: BridgeEvent): void {
    if (this.#isClosed) return;
    const hasSlept = this.#hasSlept();
    if (this.#bufferedEvents === undefined) {
      return this.callbacks.onEvent(event, hasSlept ? 'gap' : 'stream');
    }
    const receivedAt = hasSlept ? -Infinity : this.clock.wallTime();
    if (this.#bufferedEvents.length < this.limits.maxBufferedEvents)
      this.#bufferedEvents.push({ event, receivedAt });
    else this.callbacks.onFailed('it sent more events than can wait for the first state.');
  }
}

/** The states of the event are loaded already. */
function keepInputReports(event: BridgeEvent): BridgeEvent {
  const data = event.type === 'update' ? event.data.filter(hasInputReport) : [];
  return { ...event, data };
}

const hasInputReport = (entry: unknown): boolean =>
  isObject(entry) && findMomentaryInputReports(entry).length > 0;
