import type { createParser } from 'eventsource-parser';
import { isObject, parseJsonOrUndefined } from '../../resources/values/member-access';

/** Sources: Hue event stream captures; openhue-api, Event schema. */
export interface BridgeEvent {
  /** For deduplication. Some bridges send none. */
  id: string | undefined;
  type: string;
  /** `add`: complete resources. `update`: `id`, `type` and changed members. `delete`: `id` and `type`. */
  data: readonly unknown[];
}

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
export function createEventParser(
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
