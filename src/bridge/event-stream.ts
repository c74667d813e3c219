import type { createParser } from 'eventsource-parser';
import { isObject, parseJsonOrUndefined } from '../resources/members';
import { ExponentialBackoff, addJitter, maxTimerDelay, sleep, callAfterDelay } from './clock';
import type { Clock, TimerHandle } from './clock';
import { debugLogs } from './debug-logs';
import { getErrorSentence, isBridgeError, isOverloadStatus, sanitizeText } from './errors';
import type { BridgeError, BridgeErrorCode } from './errors';
import type { ClientLimits } from './limits';
import type { EventStreamResponse } from './http';
import { EventApplier } from './changes';
import type { BridgeEvent, ChangeDispatcher } from './changes';
import type { BridgeLink, StateLoader } from './load-state';
import type { BridgePoller } from './poll';
import type { ChangeCause } from './resource-state';
import { findMomentaryInputReports } from './resource-state';

/** Where an event stream comes from, and what it keeps current. */
interface EventStreamParts {
  readonly link: BridgeLink;
  readonly loader: StateLoader;
  readonly dispatcher: ChangeDispatcher;
  readonly poller: BridgePoller;
}

/**
 * The event stream of a client, open while changes are needed and for `streamLingerTime` afterwards.
 *
 * It has one `EventStream`, which connects again and again; each connection is an `EventStreamSession`.
 */
export class OnDemandEventStream {
  readonly #applier: EventApplier;
  #stream: EventStream | undefined;
  #lingerTimer: TimerHandle | undefined;
  #isClosed = false;
  /** Status with which the stream rejected the key. Reported if another request proves that the key is valid. */
  #refusal: number | undefined;

  constructor(private readonly parts: EventStreamParts) {
    const { link, loader, dispatcher, poller } = parts;
    const pollSoon = (rtype: string): void => poller.pollSoon(rtype);
    this.#applier = new EventApplier(loader.store, dispatcher, pollSoon, link.warn);
    dispatcher.onNeeded = (isNeeded) => this.#setNeeded(isNeeded);
    dispatcher.expectsEvents = () => this.#stream?.isSynchronizing === true;
    poller.onOutageChange = (error) => this.#onOutageChange(error);
    poller.onMissedChange = () => void this.#stream?.verifyLiveness(false);
    link.health.getLastStreamActivity = () => this.#stream?.lastReceivedAt;
  }

  onKeyAccepted(): void {
    // The connection state reports a key that is rejected everywhere.
    if (this.#refusal !== undefined) this.parts.link.warn(formatRefusal(this.#refusal));
    this.#refusal = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #setNeeded(isNeeded: boolean): void {
    const { clock, limits } = this.parts.link;
    clock.clearTimeout(this.#lingerTimer);
    if (isNeeded) this.#start();
    else this.#lingerTimer = clock.setTimeout(() => this.#stop(), limits.streamLingerTime);
  }

  #onOutageChange(error: BridgeError | undefined): void {
    this.#stream?.setSuspended(error !== undefined);
    // Only a bridge that is unreachable or rejects the key closes the stream; a busy bridge may keep it open.
    if (error !== undefined && !isOverloadStatus(error.cause.status ?? 0))
      void this.#stream?.verifyLiveness(true);
  }

  #start(): void {
    if (this.#stream !== undefined || this.#isClosed) return;
    const { link } = this.parts;
    this.#stream = new EventStream(this.parts, this.#applier, (status) => {
      this.#refusal = status;
    });
    this.#stream.setSuspended(link.health.status === 'down');
    this.#stream
      .run()
      .catch((error: unknown) => link.warn(`There is no event stream: ${getErrorSentence(error)}`));
  }

  #stop(): void {
    this.parts.link.clock.clearTimeout(this.#lingerTimer);
    this.#stream?.close();
    this.#stream = undefined;
  }
}

const formatRefusal = (status: number): string =>
  `The bridge does not open its event stream for this key (status ${status}). Changes are polled instead; pair again to get them at once.`;

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
class EventStream {
  readonly #backOff: ExponentialBackoff;
  readonly #closing = new AbortController();
  #connectionAbort = new AbortController();
  #session: EventStreamSession | undefined;
  #wakeAbort = new AbortController();
  #retryReason: RetryReason | undefined;
  #suspended = false;
  #isLive = false;

  constructor(
    private readonly parts: EventStreamParts,
    private readonly applier: EventApplier,
    private readonly onKeyRefused: (status: number) => void,
  ) {
    const { clock, limits } = parts.link;
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
    const { clock, limits } = this.parts.link;
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
    const { openEventStream, clock, limits, warn } = this.parts.link;
    const connectionAbort = new AbortController();
    this.#connectionAbort = connectionAbort;
    const signal = AbortSignal.any([this.#closing.signal, connectionAbort.signal]);
    try {
      const response = await openEventStream(signal);
      debugLogs.events?.(`stream: status ${response.status}, ${response.contentType}`);
      const openedAt = clock.now();
      const retryPlan = toRetryPlan(response);
      if (retryPlan?.retryReason === 'key') this.onKeyRefused(response.status);
      if (retryPlan !== undefined) return retryPlan;
      const hasReceivedBytes = await this.#consume(response, createEventSourceParser, signal);
      if (hasReceivedBytes && clock.now() - openedAt >= limits.streamStableAfter)
        this.#backOff.reset();
      this.#reportDisconnected();
      return { retryReason: 'busy' };
    } catch (error) {
      // Requests report connection failures; the stream only retries.
      if (!isBridgeError(error)) warn(`The event stream failed: ${getErrorSentence(error)}`);
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
    const { link, loader } = this.parts;
    const session = new EventStreamSession(createEventSourceParser, link, this.applier, {
      loadState: () => loader.load(signal),
      onLive: () => this.#setLive(true),
      onFailed: (reason) => {
        if (signal.aborted) return;
        if (reason !== undefined) link.warn(`The event stream was given up: ${reason}`);
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
    if (!this.#closing.signal.aborted && !this.#suspended) this.parts.link.health.doubt();
  }

  async #wait({ retryReason, retryAfter = 0 }: RetryPlan): Promise<void> {
    const { clock, limits } = this.parts.link;
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
    const { clock, limits } = this.parts.link;
    if (this.#suspended) return maxTimerDelay;
    if (retryReason === 'missing') return addJitter(limits.streamUnsupportedRetryInterval, clock);
    if (retryReason === 'key') return addJitter(limits.unauthorizedRetryInterval, clock);
    return this.#backOff.nextDelay();
  }

  #setLive(isLive: boolean): void {
    if (this.#isLive === isLive || this.#closing.signal.aborted) return;
    this.#isLive = isLive;
    debugLogs.events?.(isLive ? 'stream: live' : 'stream: no longer live');
    const { link, dispatcher, poller } = this.parts;
    if (!isLive) dispatcher.recordInterruption();
    poller.setStreamLive(isLive);
    link.setMode(poller.mode);
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

const maxLoggedTypes = 10;

export function logEvent({ type, data }: BridgeEvent, cause: ChangeCause): void {
  if (debugLogs.events === undefined) return;
  const types = data.slice(0, maxLoggedTypes).map(getTypeName);
  const late = cause === 'gap' ? ', may be old' : '';
  const more = data.length > maxLoggedTypes ? ', …' : '';
  debugLogs.events(`${sanitizeText(type, 32)}: ${data.length} (${types.join(', ')}${more})${late}`);
}

const getTypeName = (entry: unknown): string => {
  const type = isObject(entry) ? entry['type'] : undefined;
  return typeof type === 'string' ? sanitizeText(type, 32) : 'without type';
};

interface StreamSessionCallbacks {
  /** Reads all resources, or rejects. Events are buffered meanwhile. */
  loadState: () => Promise<void>;
  /** From this call on, every change is reported. */
  onLive: () => void;
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

/** One connection: takes the greeting, loads the state, and passes on the events that came meanwhile and after. */
class EventStreamSession {
  readonly #clock: Clock;
  readonly #limits: ClientLimits;
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
    { clock, limits, warn }: BridgeLink,
    private readonly applier: EventApplier,
    private readonly callbacks: StreamSessionCallbacks,
  ) {
    this.#clock = clock;
    this.#limits = limits;
    this.#parse = createEventParser(createEventSourceParser, limits.maxEventSize, {
      onEvent: (event) => this.#handleEvent(event),
      onUnreadable: (description) =>
        warn(`The event stream holds ${description}; it was left out.`),
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
        this.#clock,
        this.#limits.streamConnectedAfter,
        () => void this.#loadInitialState(),
      );
    }
    this.#lastReceivedAt = this.#clock.now();
    this.#parse(bytes);
  };

  close(): void {
    this.#isClosed = true;
    this.#bufferedEvents = [];
    this.#cancelTimeout();
    this.#clock.clearTimeout(this.#clockCheckTimer);
  }

  #measureClockOffset(): number {
    return this.#clock.wallTime() - this.#clock.now();
  }

  /** After the check, events count as timely again. This also handles a changed system date. */
  #scheduleClockCheck(delay: number): TimerHandle {
    return this.#clock.setTimeout(() => {
      this.#clockOffset = this.#measureClockOffset();
      this.#isResuming = false;
      this.#clockCheckTimer = this.#scheduleClockCheck(clockCheckInterval);
    }, delay);
  }

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
    const now = this.#clock.wallTime();
    for (const [index, { event, receivedAt }] of bufferedEvents.entries()) {
      const isLate = now - receivedAt > this.#limits.maxReportDelay;
      const bufferedEvent = index < includedCount ? keepInputReports(event) : event;
      this.#apply(bufferedEvent, isLate ? 'gap' : 'stream');
    }
  }

  /** The cause is `gap` for an event that may be old. */
  #apply(event: BridgeEvent, cause: ChangeCause): void {
    logEvent(event, cause);
    this.applier.apply(event, cause);
  }

  #handleEvent(event: BridgeEvent): void {
    if (this.#isClosed) return;
    const hasSlept = this.#hasSlept();
    if (this.#bufferedEvents === undefined) {
      return this.#apply(event, hasSlept ? 'gap' : 'stream');
    }
    const receivedAt = hasSlept ? -Infinity : this.#clock.wallTime();
    if (this.#bufferedEvents.length < this.#limits.maxBufferedEvents)
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

interface EventParserCallbacks {
  onEvent: (event: BridgeEvent) => void;
  /** Called with a description of unreadable content. The parser continues with the next event. */
  onUnreadable: (description: string) => void;
  onOverflow: () => void;
}

/**
 * @param createEventSourceParser `createParser` of eventsource-parser, which the caller imports on first use
 * @param maxEventSize in characters
 */
function createEventParser(
  createEventSourceParser: typeof createParser,
  maxEventSize: number,
  { onEvent, onUnreadable, onOverflow }: EventParserCallbacks,
): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let hasOverflowed = false;
  const overflow = (): void => {
    hasOverflowed = true;
    onOverflow();
  };
  const parse = (text: string): void => {
    // `maxBufferSize` limits only characters buffered between two chunks.
    if (text.length > maxEventSize) overflow();
    if (hasOverflowed) return;
    const content = parseJsonOrUndefined(text);
    if (content === undefined) return onUnreadable('a message that is not JSON');
    for (const value of Array.isArray(content) ? content : [content]) {
      const event = toBridgeEvent(value);
      if (event === undefined) onUnreadable('a message without type or data');
      else onEvent(event);
    }
  };
  const parser = createEventSourceParser({
    maxBufferSize: maxEventSize,
    onEvent: ({ data }) => parse(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') overflow();
    },
  });
  return (bytes) => {
    if (!hasOverflowed) parser.feed(decoder.decode(bytes, { stream: true }));
  };
}

function toBridgeEvent(value: unknown): BridgeEvent | undefined {
  if (!isObject(value)) return undefined;
  const { id, type } = value;
  const data = type === 'error' ? (value['data'] ?? value['errors'] ?? []) : value['data'];
  if (typeof type !== 'string' || !Array.isArray(data)) return undefined;
  return { id: typeof id === 'string' ? id : undefined, type, data };
}
