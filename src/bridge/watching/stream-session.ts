import type { createParser } from 'eventsource-parser';
import { isObject } from '../../resources';
import { momentReports } from '../state/reports';
import { afterWait } from '../time/clock';
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
  /** Called with each message, and with `gap` for one that may be of long ago. */
  onContainer: (container: EventContainer, cause: 'stream' | 'gap') => void;
  /** From now on every change is told. */
  onLive: () => void;
  onUnreadable: (what: string) => void;
  /** The connection is of no use any more. */
  onUseless: (why: string) => void;
}

/** A message that waits for the first state. */
interface Waiting {
  container: EventContainer;
  /** Date at which it came. */
  heardAt: number;
}

/** One connection of the event stream, from its first byte to its last. */
export class StreamSession {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #events: SessionEvents;
  readonly #parser: EventParser;
  #waiting: Waiting[] | undefined = [];
  /** Calls off the wait for the greeting, then that for the proof. */
  #callOff: () => void;
  #pulse: Timer;
  /** When this session last had a turn, by the date: what comes after a sleep is of before it. */
  #awakeAt: number;
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
    this.#callOff = afterWait(clock, limits.streamCheck, () =>
      events.onUseless('sent no greeting'),
    );
    this.#awakeAt = clock.date();
    this.#pulse = this.#beat();
  }

  /** When the last bytes came, in ms of the clock; undefined before the first. */
  get lastBytes(): number | undefined {
    return this.#lastBytes;
  }

  feed(bytes: Uint8Array): void {
    // A bridge in overload accepts the stream and drops it at once, so the first bytes prove little.
    if (this.#lastBytes === undefined) {
      this.#callOff();
      this.#callOff = afterWait(this.#clock, this.#limits.streamProof, () => void this.#begin());
    }
    this.#lastBytes = this.#clock.now();
    this.#parser.feed(bytes);
  }

  end(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#callOff();
    this.#clock.clearTimeout(this.#pulse);
  }

  #beat(): Timer {
    return this.#clock.setTimeout(() => {
      this.#awakeAt = this.#clock.date();
      this.#pulse = this.#beat();
    }, this.#limits.lateAnswer);
  }

  async #begin(): Promise<void> {
    // What was told before the state was asked for is in it.
    const contained = this.#waiting?.length ?? 0;
    try {
      await this.#events.readAll();
      if (!this.#ended) this.#goLive(contained);
    } catch (error) {
      if (!this.#ended) this.#events.onUseless(`could not be joined: ${String(error)}`);
    }
  }

  /** @param contained how many of the messages that wait the state that was read contains */
  #goLive(contained: number): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#events.onLive();
    const now = this.#clock.date();
    for (const [index, { container, heardAt }] of waiting.entries()) {
      const isLate = now - heardAt > this.#limits.lateAnswer;
      const news = index < contained ? momentsOf(container) : container;
      this.#events.onContainer(news, isLate ? 'gap' : 'stream');
    }
  }

  #take(container: EventContainer): void {
    if (this.#ended) return;
    const { lateAnswer, waitingEvents } = this.#limits;
    const now = this.#clock.date();
    const hasSlept = now - this.#awakeAt > 2 * lateAnswer;
    if (this.#waiting === undefined) {
      return this.#events.onContainer(container, hasSlept ? 'gap' : 'stream');
    }
    const heardAt = hasSlept ? -Infinity : now;
    if (this.#waiting.length < waitingEvents) this.#waiting.push({ container, heardAt });
    else this.#events.onUseless('sends more events than can wait for the first state');
  }
}

/** Of a message whose states are known: what no state tells. */
function momentsOf(container: EventContainer): EventContainer {
  const data = container.type === 'update' ? container.data.filter(isMoment) : [];
  return { ...container, data };
}

const isMoment = (entry: unknown): boolean => isObject(entry) && momentReports(entry).length > 0;
