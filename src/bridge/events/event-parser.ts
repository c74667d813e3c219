import type { createParser, EventSourceParser } from 'eventsource-parser';
import { isObject, parseJsonOrUndefined } from '../../resources/values/member-access';

/** One event of the event stream. Sources: Hue event stream captures; openhue-api, Event schema. */
export interface BridgeEvent {
  /** Unique id for deduplication. Some bridges send none. */
  id: string | undefined;
  type: string;
  /** `add`: complete resources. `update`: `id`, `type` and changed members. `delete`: `id` and `type`. */
  data: readonly unknown[];
}

interface EventParserCallbacks {
  onEvent: (event: BridgeEvent) => void;
  /** Called with a description of content that cannot be parsed. The parser continues with the next event. */
  onUnreadable: (description: string) => void;
  onOverflow: () => void;
}

export class EventParser {
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  #hasOverflowed = false;

  /**
   * @param createEventSourceParser `createParser` of eventsource-parser, which the caller imports on first use
   * @param maxEventSize in characters
   */
  constructor(
    createEventSourceParser: typeof createParser,
    private readonly maxEventSize: number,
    private readonly callbacks: EventParserCallbacks,
  ) {
    this.#parser = createEventSourceParser({
      maxBufferSize: maxEventSize,
      onEvent: ({ data }) => this.#parse(data),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#overflow();
      },
    });
  }

  feed(bytes: Uint8Array): void {
    if (!this.#hasOverflowed) this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
  }

  #overflow(): void {
    this.#hasOverflowed = true;
    this.callbacks.onOverflow();
  }

  #parse(text: string): void {
    // `maxBufferSize` limits only the characters buffered between two chunks.
    if (text.length > this.maxEventSize) this.#overflow();
    if (this.#hasOverflowed) return;
    const content = parseJsonOrUndefined(text);
    if (content === undefined) return this.callbacks.onUnreadable('a message that is not JSON');
    for (const value of Array.isArray(content) ? content : [content]) {
      const event = toBridgeEvent(value);
      if (event === undefined) this.callbacks.onUnreadable('a message without type or data');
      else this.callbacks.onEvent(event);
    }
  }
}

function toBridgeEvent(value: unknown): BridgeEvent | undefined {
  if (!isObject(value)) return undefined;
  const { id, type } = value;
  const data = type === 'error' ? (value['data'] ?? value['errors'] ?? []) : value['data'];
  if (typeof type !== 'string' || !Array.isArray(data)) return undefined;
  return { id: typeof id === 'string' ? id : undefined, type, data };
}
