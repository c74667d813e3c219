import type { createParser, EventSourceParser } from 'eventsource-parser';
import { isObject } from '../../resources';
import { parseJson } from '../wire/parse-json';

/** One message of the event stream. Hue event stream captures; openhue-api, Event schema. */
export interface EventContainer {
  /** Unique id, by which a message that comes twice is known; missing on bridges that send none. */
  id: string | undefined;
  /** `update`, `add`, `delete` or `error`; others may come. */
  type: string;
  /** Whole resources (`add`), changed members with `id` and `type` (`update`), or `id` and `type` (`delete`). */
  data: readonly unknown[];
}

/** What a parser tells. */
export interface ParserEvents {
  onContainer: (container: EventContainer) => void;
  /** Something in the stream could not be read; what follows still can. */
  onUnreadable: (what: string) => void;
  /** An event grew past the bound; nothing more can be read from this stream. */
  onOverflow: () => void;
}

/** Reads the bytes of an event stream, cut wherever they may be, into messages. */
export class EventParser {
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  readonly #events: ParserEvents;
  readonly #largest: number;
  #overflown = false;

  /**
   * @param create `createParser` of eventsource-parser, which is loaded on first use only
   * @param largest largest event, in characters
   */
  constructor(create: typeof createParser, largest: number, events: ParserEvents) {
    this.#events = events;
    this.#largest = largest;
    this.#parser = create({
      maxBufferSize: largest,
      onEvent: ({ data }) => this.#read(data),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#overflow();
      },
    });
  }

  feed(bytes: Uint8Array): void {
    if (!this.#overflown) this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
  }

  #overflow(): void {
    this.#overflown = true;
    this.#events.onOverflow();
  }

  #read(text: string): void {
    // The parser measures what it keeps from one feed to the next, not what the last one completes.
    if (text.length > this.#largest) this.#overflow();
    if (this.#overflown) return;
    const message = parseJson(text);
    if (message === undefined) return this.#events.onUnreadable('a message that is not JSON');
    for (const value of Array.isArray(message) ? message : [message]) {
      const container = asContainer(value);
      if (container === undefined) this.#events.onUnreadable('a message without type or data');
      else this.#events.onContainer(container);
    }
  }
}

function asContainer(value: unknown): EventContainer | undefined {
  if (!isObject(value)) return undefined;
  const { id, type, data } = value;
  if (typeof type !== 'string' || !Array.isArray(data)) return undefined;
  return { id: typeof id === 'string' ? id : undefined, type, data };
}
