import type { createParser } from 'eventsource-parser';
import type { Clock, Timer } from '../time/clock';
import { EventParser } from './event-parser';
import type { EventContainer } from './event-parser';
import type { Limits } from '../limits';

/** What happens on one connection of the event stream. */
export interface SessionEvents {
  /**
   * Reads the state of everything; messages wait meanwhile, so that nothing falls between.
   *
   * @throws when it cannot be read
   */
  readAll: () => Promise<void>;
  onContainer: (container: EventContainer) => void;
  /** From now on every change is told. */
  onLive: () => void;
  onUnreadable: (what: string) => void;
  /** The connection is of no use any more. */
  onUseless: (why: string) => void;
}

/** One connection of the event stream, from its first byte to its last. */
export class StreamSession {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #events: SessionEvents;
  readonly #parser: EventParser;
  #waiting: EventContainer[] | undefined = [];
  #timer: Timer;
  #lastBytes: number | undefined;
  #ended = false;

  constructor(create: typeof createParser, clock: Clock, limits: Limits, events: SessionEvents) {
    this.#clock = clock;
    this.#limits = limits;
    this.#events = events;
    this.#parser = new EventParser(create, limits.eventSize, {
      onContainer: (container) => this.#take(container),
      onUnreadable: (what) => events.onUnreadable(what),
      onOverflow: () =>
        events.onUseless(`sent an event of more than ${limits.eventSize} characters`),
    });
    // Bridges greet within a moment, so a stream that says nothing at all is none.
    this.#timer = clock.setTimeout(() => events.onUseless('sent no greeting'), limits.streamCheck);
  }

  /** When the last bytes came, in ms of the clock; undefined before the first. */
  get lastBytes(): number | undefined {
    return this.#lastBytes;
  }

  feed(bytes: Uint8Array): void {
    // A bridge in overload accepts the stream and drops it at once, so the first bytes prove little.
    if (this.#lastBytes === undefined) {
      this.#clock.clearTimeout(this.#timer);
      this.#timer = this.#clock.setTimeout(() => void this.#begin(), this.#limits.streamProof);
    }
    this.#lastBytes = this.#clock.now();
    this.#parser.feed(bytes);
  }

  end(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#clock.clearTimeout(this.#timer);
  }

  async #begin(): Promise<void> {
    try {
      await this.#events.readAll();
      if (!this.#ended) this.#goLive();
    } catch (error) {
      if (!this.#ended) this.#events.onUseless(`could not be joined: ${String(error)}`);
    }
  }

  #goLive(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#events.onLive();
    for (const container of waiting) this.#events.onContainer(container);
  }

  #take(container: EventContainer): void {
    if (this.#ended) return;
    if (this.#waiting === undefined) return this.#events.onContainer(container);
    if (this.#waiting.length < this.#limits.waitingEvents) this.#waiting.push(container);
    else this.#events.onUseless('sends more events than can wait for the first state');
  }
}
