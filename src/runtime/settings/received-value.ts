import { types } from 'node:util';
import { messageLimits } from '../../vocabulary/plain-json';
import { findTimeOfTrigger } from '../../vocabulary/read-payload';
import { isObject, parseJsonOrUndefined } from '../../resources/values/member-access';

/** Of one character in UTF-8. */
const maxBytesPerCharacter = 4;

/**
 * Reads what nodes of others send: the bytes of an `mqtt in` node as their text in UTF-8, and the time of a trigger in ms
 * since 1970. Other values stay as they are.
 */
export function readReceivedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return value;
  return (value instanceof Uint8Array ? decodeText(value) : findTimeOfTrigger(value)) ?? value;
}

/** Returns undefined for bytes that are not UTF-8, and for more than a message may contain. */
function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.length > messageLimits.maxMessageText * maxBytesPerCharacter) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * Reads the JSON of a command that is a text, as `mqtt in` nodes and schedulers send it.
 *
 * @returns undefined unless the text is an object, or a list with an object or several values: any other text may be a
 * name
 */
export function parseJsonText(text: string): object | undefined {
  if (text.length > messageLimits.maxMessageText || !/^\s*[[{]/.test(text)) return undefined;
  const parsed = parseJsonOrUndefined(text);
  if (Array.isArray(parsed)) return parsed.length > 1 || isObject(parsed[0]) ? parsed : undefined;
  return isObject(parsed) ? parsed : undefined;
}
