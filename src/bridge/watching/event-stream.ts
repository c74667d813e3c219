import type { createParser } from 'eventsource-parser';
import { BackOff, spreadWait } from '../time/back-off';
import { pause } from '../time/clock';
import type { Clock } from '../time/clock';
import { isBridgeError } from '../errors/errors';
import type { EventContainer } from './event-parser';
import type { Limits } from '../limits';
import type { StreamAnswer, StreamOpener } from '../wire/stream-answer';
import { StreamSession } from './stream-session';

/** What an event stream needs. */
export interface EventStreamOptions {
  open: StreamOpener;
  clock: Clock;
  limits: Limits;
  /**
   * Reads the state of everything, and tells what differs.
   *
   * @throws {BridgeError} when it cannot be read
   */
  readAll: (signal: AbortSignal) => Promise<void>;
  /** Called with each message, and with `gap` for one that may be of long ago. */
  onContainer: (container: EventContainer, cause: 'stream' | 'gap') => void;
  /** Called with true when every change is told from now on, with false when no longer. */
  onLive: (live: boolean) => void;
  /** A sentence for people. */
  onWarning: (warning: string) => void;
}

/** Why the next connection has to wait. */
type Hindrance = 'away' | 'busy' | 'key' | 'missing';

/** What became of one connection: whether and how long the next has to wait. */
interface Verdict {
  hindrance: Hindrance;
  /** Wait that the bridge asked for, in ms. */
  retryAfter?: number | undefined;
}

/** Statuses of a bridge that has no event stream, and of one that refuses the key. */
const verdictsByStatus: Readonly<Record<number, Hindrance>> = {
  404: 'missing',
  405: 'missing',
  501: 'missing',
  401: 'key',
  403: 'key',
};

/**
 * Keeps an event stream open until it is stopped. How bridges behave: Hue event stream captures and
 * clients (greeting comment, no keep-alive, 403 and 404, streams dropped at once in overload).
 */
export class EventStream {
  readonly #options: EventStreamOptions;
  readonly #backOff: BackOff;
  readonly #stopping = new AbortController();
  #connection = new AbortController();
  #session: StreamSession | undefined;
  #wake = new AbortController();
  #hindrance: Hindrance | undefined;
  #held = false;
  #live = false;

  constructor(options: EventStreamOptions) {
    const { clock, limits } = options;
    this.#options = options;
    this.#backOff = new BackOff(limits.firstRetry, limits.longestRetry, clock);
  }

  /** True while a stream is open that does not tell every change yet. */
  get isJoining(): boolean {
    return this.#session !== undefined && !this.#live;
  }

  /** Connects, and again whenever the stream ends, until {@link stop}. Never rejects. */
  async run(): Promise<void> {
    const { createParser: create } = await import('eventsource-parser');
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const verdict: Verdict = this.#held ? { hindrance: 'away' } : await this.#connect(create);
      await this.#wait(verdict);
    }
  }

  stop(): void {
    this.#setLive(false);
    this.#stopping.abort();
  }

  /** No connection is tried while the bridge is known to be away; the first follows its return. */
  hold(held: boolean): void {
    this.#held = held;
    if (held) return;
    if (this.#hindrance === 'away' || this.#hindrance === 'key') this.#wake.abort();
  }

  /**
   * Says that the stream may be dead although it looks open. It is given up unless it is heard again:
   * within half a check after it was heard last, and within the time that bridges gather events for.
   *
   * @param sure true when there is no doubt left
   */
  async doubt(sure: boolean): Promise<void> {
    const { clock, limits } = this.#options;
    const connection = this.#connection;
    const session = this.#session;
    const lastBytes = session?.lastBytes;
    if (lastBytes === undefined) return;
    if (!sure) {
      const silence = clock.now() - lastBytes;
      const patience = Math.max(limits.streamCheck / 10, limits.streamCheck / 2 - silence);
      await pause(clock, patience, connection.signal);
      if (session?.lastBytes !== lastBytes) return;
    }
    connection.abort();
  }

  async #connect(create: typeof createParser): Promise<Verdict> {
    const { open, clock, limits, onWarning } = this.#options;
    const connection = new AbortController();
    this.#connection = connection;
    const signal = AbortSignal.any([this.#stopping.signal, connection.signal]);
    try {
      const answer = await open(signal);
      const openedAt = clock.now();
      const refusal = refusalOf(answer);
      if (refusal?.hindrance === 'key') onWarning(refusedSentence(answer.status));
      if (refusal !== undefined) return refusal;
      const heard = await this.#listen(answer.body, create, signal, connection);
      if (heard && clock.now() - openedAt >= limits.streamSettled) this.#backOff.reset();
      return { hindrance: 'busy' };
    } catch (error) {
      // Why there is no connection shows on the requests beside it; here it means another attempt.
      if (!isBridgeError(error)) onWarning(`The event stream failed: ${String(error)}`);
      return { hindrance: 'away' };
    } finally {
      connection.abort();
      this.#setLive(false);
    }
  }

  /** @returns whether anything was heard before the stream ended */
  async #listen(
    body: AsyncIterable<Uint8Array>,
    create: typeof createParser,
    signal: AbortSignal,
    connection: AbortController,
  ): Promise<boolean> {
    const { clock, limits, readAll, onContainer, onWarning } = this.#options;
    const session = new StreamSession(create, clock, limits, {
      readAll: () => readAll(signal),
      onContainer,
      onLive: () => this.#setLive(true),
      onUnreadable: (what) => onWarning(`The event stream holds ${what}; it was left out.`),
      onUseless: (why) => {
        onWarning(`The event stream was given up, since it ${why}.`);
        connection.abort();
      },
    });
    this.#session = session;
    try {
      for await (const bytes of body) session.feed(bytes);
    } catch (error) {
      if (!isBridgeError(error)) throw error;
    } finally {
      session.end();
      this.#session = undefined;
    }
    return session.lastBytes !== undefined;
  }

  async #wait({ hindrance, retryAfter = 0 }: Verdict): Promise<void> {
    const { clock, limits } = this.#options;
    const asked = Math.min(retryAfter, limits.longestRetryAfter);
    const wait = Math.max(this.#waitFor(hindrance), asked);
    this.#hindrance = hindrance;
    this.#wake = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, this.#wake.signal]);
    await pause(clock, wait, signal);
    this.#hindrance = undefined;
  }

  #waitFor(hindrance: Hindrance): number {
    const { clock, limits } = this.#options;
    if (hindrance === 'missing') return spreadWait(limits.streamMissing, clock);
    if (hindrance === 'key') return spreadWait(limits.keyCheck, clock);
    return this.#backOff.next();
  }

  #setLive(live: boolean): void {
    if (this.#live === live || this.#stopping.signal.aborted) return;
    this.#live = live;
    this.#options.onLive(live);
  }
}

function refusalOf({ status, contentType, retryAfter }: StreamAnswer): Verdict | undefined {
  const hindrance = verdictsByStatus[status];
  if (hindrance !== undefined) return { hindrance };
  const accepted = status === 200 && contentType.toLowerCase().startsWith('text/event-stream');
  return accepted ? undefined : { hindrance: 'busy', retryAfter };
}

const refusedSentence = (status: number): string =>
  `The bridge does not open its event stream for this key (status ${status}). Changes are polled instead; pair again to get them at once.`;
