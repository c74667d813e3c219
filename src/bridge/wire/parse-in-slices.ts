import { isObject, parseJsonOrUndefined } from '../../resources/values/member-access';
import { WorkSlices } from '../time/work-slices';

/** In bytes. A smaller body takes a few ms. */
export const slicedParseThreshold = 262_144;

const chunkSize = 65_536;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

interface Span {
  start: number;
  end: number;
}

/**
 * A large body must not block the event loop.
 *
 * @param body JSON with the list in its member `data`
 * @param prepare its result replaces the entry
 * @returns the result of `JSON.parse` with the prepared entries; undefined for invalid JSON
 */
export async function parseListInSlices(
  body: Buffer,
  prepare: (entry: unknown) => unknown,
): Promise<unknown> {
  const entries: unknown[] = [];
  const chunks = findChunks(body);
  const slices = new WorkSlices();
  for (;;) {
    const { done, value: span } = chunks.next();
    if (done === true) return joinList(body, span, entries);
    const parsed = parseJsonOrUndefined(`[${body.toString('utf8', span.start, span.end)}]`);
    if (!Array.isArray(parsed)) return undefined;
    for (const entry of parsed) entries.push(prepare(entry));
    await slices.next();
  }
}

function joinList(body: Buffer, list: Span | undefined, entries: readonly unknown[]): unknown {
  if (list === undefined) return parseJsonOrUndefined(body.toString('utf8'));
  const [before, after] = [body.subarray(0, list.start), body.subarray(list.end)];
  const envelope = parseJsonOrUndefined(`${before.toString('utf8')}${after.toString('utf8')}`);
  const rest = isObject(envelope) ? envelope['data'] : undefined;
  // If a member occurs twice, JSON uses the last one, which was not the one found.
  return isObject(envelope) && Array.isArray(rest) && rest.length === 0
    ? { ...envelope, data: entries }
    : parseJsonOrUndefined(body.toString('utf8'));
}

/**
 * Finds groups of whole entries in the list `data`.
 *
 * @returns the list without its brackets; undefined without a list
 */
function* findChunks(body: Buffer): Generator<Span, Span | undefined, undefined> {
  let depth = 0;
  let listStart = -1;
  let chunkStart = -1;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (byte === quote) {
      index = findStringEnd(body, index);
    } else if (isOpening(byte)) {
      depth += 1;
      if (depth !== 2 || byte !== openBracket || listStart >= 0 || !followsDataKey(body, index))
        continue;
      listStart = index + 1;
      chunkStart = listStart;
    } else if (isClosing(byte)) {
      depth -= 1;
      if (depth !== 1 || chunkStart < 0) continue;
      yield { start: chunkStart, end: index };
      return { start: listStart, end: index };
    } else if (byte === comma && depth === 2 && chunkStart >= 0 && index - chunkStart > chunkSize) {
      yield { start: chunkStart, end: index };
      chunkStart = index + 1;
    }
  }
  return undefined;
}

const isOpening = (byte: number | undefined): boolean => byte === openBrace || byte === openBracket;
const isClosing = (byte: number | undefined): boolean =>
  byte === closeBrace || byte === closeBracket;

function findStringEnd(body: Buffer, start: number): number {
  let index = start + 1;
  while (index < body.length && body[index] !== quote) index += body[index] === backslash ? 2 : 1;
  return index;
}

const followsDataKey = (body: Buffer, index: number): boolean =>
  /[{,]\s*"data"\s*:\s*$/.test(body.toString('latin1', Math.max(0, index - 64), index));
