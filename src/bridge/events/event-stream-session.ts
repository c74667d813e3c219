import type { createParser } from 'eventsource-parser';
import { isObject } from '../../resources/values/member-access';
import { findMomentaryInputReports } from '../state/resource-state';
import { callAfterDelay } from '../time/clock';
import { isBridgeError } from '../errors/bridge-error';
import type { BridgeErrorCode } from '../errors/bridge-error';
import { getErrorSentence } from '../errors/sanitize-text';
import type { Clock, TimerHandle } from '../time/clock';
import { EventParser } from './event-parser';
import type { BridgeEvent } from './event-parser';
import type { ClientLimits } from '../limits/client-limits';

/** Callbacks of an `EventStreamSession`. */
export interface StreamSessionCallbacks {
  /**
   * Fetches all resources; events are buffered meanwhile, so that no change is lost in between.
   *
   * @throws when they cannot be fetched
   */
  loadState: () => Promise<void>;
  /** Called with each event; the cause is `gap` for one that may be old. */
  onEvent: (event: BridgeEvent, cause: 'stream' | 'gap') => void;
  /** Called when every change is reported from now on. */
  onLive: () => void;
  onUnreadable: (description: string) => void;
  /** Called when the connection must be closed, with a sentence unless the reason is reported elsewhere. */
  onFailed: (reason: string | undefined) => void;
}

/** Errors that the state of the connection reports. */
const connectionErrorCodes: ReadonlySet<BridgeErrorCode> = new Set<BridgeErrorCode>([
  'ERR_BRIDGE_UNREACHABLE',
  'ERR_BRIDGE_TIMEOUT',
  'ERR_BRIDGE_UNTRUSTED',
  'ERR_BRIDGE_UNAUTHORIZED',
  'ERR_BRIDGE_FORBIDDEN',
  'ERR_BRIDGE_TOO_MANY_REQUESTS',
  'ERR_BRIDGE_BUSY',
]);

/** An event that waits for the initial state. */
interface BufferedEvent {
  event: BridgeEvent;
  /** Wall time of its arrival, in ms. */
  receivedAt: number;
}

/** Time between two looks at whether the machine slept, in ms: each wakes an idle process. */
const clockCheckInterval = 60_000;

/** One connection of the event stream, from its first byte to its last. */
export class EventStreamSession {
  readonly #clock: Clock;
  readonly #limits: ClientLimits;
  readonly #callbacks: StreamSessionCallbacks;
  readonly #parser: EventParser;
  #bufferedEvents: BufferedEvent[] | undefined = [];
  /** Cancels the timeout for the greeting, then the delay until the stream counts as connected. */
  #cancelTimeout: () => void;
  #clockCheckTimer: TimerHandle;
  /** Wall time less the time of the clock, in ms: it grows while the machine sleeps, after which events may be old. */
  #clockOffset: number;
  /** True from the first event after the machine slept until events count as timely again. */
  #isResuming = false;
  #lastReceivedAt: number | undefined;
  #ended = false;

  constructor(
    createEventSourceParser: typeof createParser,
    clock: Clock,
    limits: ClientLimits,
    callbacks: StreamSessionCallbacks,
  ) {
    this.#clock = clock;
    this.#limits = limits;
    this.#callbacks = callbacks;
    this.#parser = new EventParser(createEventSourceParser, limits.maxEventSize, {
      onEvent: (event) => this.#handleEvent(event),
      onUnreadable: (description) => callbacks.onUnreadable(description),
      onOverflow: () =>
        callbacks.onFailed(`it sent an event of more than ${limits.maxEventSize} characters.`),
    });
    // Bridges send a greeting at once, so a stream without any bytes is dead.
    this.#cancelTimeout = callAfterDelay(clock, limits.streamCheckInterval, () =>
      callbacks.onFailed('it sent no greeting.'),
    );
    this.#clockOffset = this.#measureClockOffset();
    this.#clockCheckTimer = this.#scheduleClockCheck(clockCheckInterval);
  }

  /** When bytes were last received, in ms of the clock; undefined before the first. */
  get lastReceivedAt(): number | undefined {
    return this.#lastReceivedAt;
  }

  /** Handles bytes of the stream, in chunks with arbitrary boundaries. */
  readonly feed = (bytes: Uint8Array): void => {
    // An overloaded bridge accepts the stream and closes it at once, so wait before counting it as connected.
    if (this.#lastReceivedAt === undefined) {
      this.#cancelTimeout();
      this.#cancelTimeout = callAfterDelay(
        this.#clock,
        this.#limits.streamConnectedAfter,
        () => void this.#loadInitialState(),
      );
    }
    this.#lastReceivedAt = this.#clock.now();
    this.#parser.feed(bytes);
  };

  end(): void {
    this.#ended = true;
    this.#bufferedEvents = [];
    this.#cancelTimeout();
    this.#clock.clearTimeout(this.#clockCheckTimer);
  }

  #measureClockOffset(): number {
    return this.#clock.wallTime() - this.#clock.now();
  }

  /** Events count as timely again after it, also when the date was set. */
  #scheduleClockCheck(delay: number): TimerHandle {
    return this.#clock.setTimeout(() => {
      this.#clockOffset = this.#measureClockOffset();
      this.#isResuming = false;
      this.#clockCheckTimer = this.#scheduleClockCheck(clockCheckInterval);
    }, delay);
  }

  /** True for an event that arrives right after the machine slept. */
  #hasSlept(): boolean {
    const { maxReportDelay } = this.#limits;
    if (this.#measureClockOffset() - this.#clockOffset <= maxReportDelay) return false;
    if (!this.#isResuming) {
      this.#isResuming = true;
      this.#clock.clearTimeout(this.#clockCheckTimer);
      this.#clockCheckTimer = this.#scheduleClockCheck(maxReportDelay);
    }
    return true;
  }

  async #loadInitialState(): Promise<void> {
    // Events received before the state is requested are included in it.
    const includedCount = this.#bufferedEvents?.length ?? 0;
    try {
      await this.#callbacks.loadState();
      if (!this.#ended) this.#goLive(includedCount);
    } catch (error) {
      if (this.#ended) return;
      const isReported = isBridgeError(error) && connectionErrorCodes.has(error.code);
      this.#callbacks.onFailed(isReported ? undefined : getErrorSentence(error));
    }
  }

  /** @param includedCount number of buffered events that the loaded state includes */
  #goLive(includedCount: number): void {
    const bufferedEvents = this.#bufferedEvents ?? [];
    this.#bufferedEvents = undefined;
    this.#callbacks.onLive();
    const now = this.#clock.wallTime();
    for (const [index, { event, receivedAt }] of bufferedEvents.entries()) {
      const isLate = now - receivedAt > this.#limits.maxReportDelay;
      const bufferedEvent = index < includedCount ? keepInputReports(event) : event;
      this.#callbacks.onEvent(bufferedEvent, isLate ? 'gap' : 'stream');
    }
  }

  #handleEvent(event: BridgeEvent): void {
    if (this.#ended) return;
    const hasSlept = this.#hasSlept();
    if (this.#bufferedEvents === undefined) {
      return this.#callbacks.onEvent(event, hasSlept ? 'gap' : 'stream');
    }
    const receivedAt = hasSlept ? -Infinity : this.#clock.wallTime();
    if (this.#bufferedEvents.length < this.#limits.maxBufferedEvents)
      this.#bufferedEvents.push({ event, receivedAt });
    else this.#callbacks.onFailed('it sent more events than can wait for the first state.');
  }
}

/** @returns the event with its input reports only, for one whose states are already loaded */
function keepInputReports(event: BridgeEvent): BridgeEvent {
  const data = event.type === 'update' ? event.data.filter(hasInputReport) : [];
  return { ...event, data };
}

const hasInputReport = (entry: unknown): boolean =>
  isObject(entry) && findMomentaryInputReports(entry).length > 0;
