import {
  getNestedMember,
  isObject,
  omitNullMembers,
  parseJsonOrUndefined,
} from '../resources/members';
import { malformedResponseFailure, toRequestError } from './transport-failure';
import { sanitizeText, isBridgeError } from './errors';
import type { BridgeError } from './errors';
import {
  quoteDescriptions,
  createRequestError,
  createStatusError,
  addUnansweredAttemptToError,
} from './error-messages';
import type { Resource } from '../resources/resource';
import type { ResourceIdentifier } from '../resources/schemas';
import type { HttpResponse } from './http';
import type { BridgeRequest } from './request';
import { WorkSlices } from './slices';

export interface ParsedResponse<Data> {
  status: number;
  data: Data;
  /** Remarks beside the success, for example about commands without effect. */
  warnings: readonly string[];
}

/** Sources: service document, section 4 (200); Hue CLIP API reference (201 for POST, 207 for partial success). */
const successStatuses: ReadonlySet<number> = new Set([200, 201, 207]);

const maxDescriptions = 20;

/** True if the bridge warns that a lamp may be unreachable or off (openhab/openhab-addons#15511). */
export const missesLamp = (warnings: readonly string[]): boolean =>
  warnings.some((warning) => warning.includes('may not have effect'));

/**
 * @param isWanted other entries are omitted with a warning
 * @param parsedBody the parsed body, if it is known
 * @throws {BridgeError} for an error status or a body without an envelope
 */
export function parseListResponse<Item extends Resource>(
  request: BridgeRequest,
  response: HttpResponse,
  isWanted: (entry: unknown) => entry is Item,
  parsedBody?: unknown,
): ParsedResponse<Item[]> {
  const { data, warnings } = parseEnvelope(request, response, parsedBody);
  if (data.length === 0 && warnings.length > 0)
    throw createRefusedError(request, response, warnings);
  const entries = data.filter(isWanted);
  const omitted = data.length - entries.length;
  const omittedWarning = `${omitted} of ${data.length} entries of the answer are no such resources and were left out.`;
  return {
    status: response.status,
    data: entries,
    warnings: omitted === 0 ? warnings : [...warnings, omittedWarning],
  };
}

export function parseItemResponse<Item extends Resource>(
  request: BridgeRequest,
  response: HttpResponse,
  isWanted: (entry: unknown) => entry is Item,
): ParsedResponse<Item> {
  const { data, warnings } = parseEnvelope(request, response);
  const item = data.filter(isWanted).find(({ id }) => id === request.rid);
  if (item === undefined) throw createMissingResourceError(request, response, warnings);
  return { status: response.status, data: item, warnings };
}

/**
 * @param retriedAfterLoss true if an earlier attempt was not answered: a missing resource counts as deleted by it,
 * and other errors say that it may have succeeded
 */
export function parseWriteResponse(
  request: BridgeRequest,
  response: HttpResponse,
  retriedAfterLoss: boolean,
): ParsedResponse<ResourceIdentifier> {
  const { operation, rid, rtype } = request;
  const { status } = response;
  if (!retriedAfterLoss) return parseReferenceResponse(request, response);
  if (operation === 'delete' && status === 404 && rid !== undefined && rtype !== undefined)
    return { status, data: { rid, rtype }, warnings: [deletedByLostAttemptWarning] };
  try {
    return parseReferenceResponse(request, response);
  } catch (error) {
    throw isBridgeError(error) ? addUnansweredAttemptToError(error) : error;
  }
}

const deletedByLostAttemptWarning =
  'The connection was lost at first; when asked again, the bridge no longer had it.';

/** The resource in `data` means success, whatever `errors` contains. */
function parseReferenceResponse(
  request: BridgeRequest,
  response: HttpResponse,
): ParsedResponse<ResourceIdentifier> {
  const { data, warnings } = parseEnvelope(request, response);
  const reference = data
    .filter(isReference)
    .find(({ rid, rtype }) =>
      request.rid === undefined ? rtype === request.rtype : rid === request.rid,
    );
  if (reference === undefined) throw createMissingResourceError(request, response, warnings);
  return {
    status: response.status,
    data: { rid: reference.rid, rtype: reference.rtype },
    warnings,
  };
}

export function checkStatus(
  request: BridgeRequest,
  { status, retryAfter, body }: HttpResponse,
): void {
  if (successStatuses.has(status)) return;
  throw createStatusError(request, status, getBodyDescriptions(body.toString('utf8')), retryAfter);
}

const isReference = (entry: unknown): entry is ResourceIdentifier =>
  isObject(entry) && typeof entry['rid'] === 'string' && typeof entry['rtype'] === 'string';

function createMissingResourceError(
  request: BridgeRequest,
  response: HttpResponse,
  warnings: readonly string[],
): BridgeError {
  return warnings.length > 0
    ? createRefusedError(request, response, warnings)
    : createMalformedResponseError(request, response, 'the answer does not name the resource');
}

const createRefusedError = (
  request: BridgeRequest,
  { status }: HttpResponse,
  descriptions: readonly string[],
): BridgeError =>
  createRequestError(
    'ERR_BRIDGE_REFUSED',
    request,
    { detail: 'the bridge did not do it', hint: quoteDescriptions(descriptions).trimStart() },
    { status, descriptions },
  );

/** @param what for example "the answer is empty" */
export const createMalformedResponseError = (
  request: BridgeRequest,
  { status }: Pick<HttpResponse, 'status'>,
  what: string,
): BridgeError =>
  toRequestError(request, malformedResponseFailure(`${what} (status ${status})`), 'maybe');

/** Service document, sections 2.1 (envelope) and 7 (errors). */
function parseEnvelope(
  request: BridgeRequest,
  response: HttpResponse,
  parsedBody?: unknown,
): { data: readonly unknown[]; warnings: readonly string[] } {
  checkStatus(request, response);
  const content = parsedBody ?? parseJsonOrUndefined(response.body.toString('utf8'));
  const descriptions = getErrorDescriptions(content);
  if (response.body.length === 0)
    throw createMalformedResponseError(request, response, 'the answer is empty');
  if (content === undefined)
    throw createMalformedResponseError(request, response, 'the answer is not JSON');
  const data = getNestedMember(content, 'data');
  if (Array.isArray(data)) return { data: data.map(omitNullMembers), warnings: descriptions };
  if (descriptions.length > 0) return { data: [], warnings: descriptions };
  if (!isObject(content))
    throw createMalformedResponseError(request, response, 'the answer is no object');
  throw createMalformedResponseError(request, response, 'the answer has no data');
}

function getBodyDescriptions(body: string): readonly string[] {
  const content = parseJsonOrUndefined(body);
  if (content !== undefined) return getErrorDescriptions(content);
  const text = sanitizeText(body);
  return text === '' || text.startsWith('<') ? [] : [text];
}

/**
 * @param content parsed JSON: the envelope with `errors`, or the format of another server or of the older interface
 */
export function getErrorDescriptions(content: unknown): readonly string[] {
  const errors = getNestedMember(content, 'errors');
  if (Array.isArray(errors)) {
    return errors
      .slice(0, maxDescriptions)
      .map((error: unknown) => getDescription(error) ?? 'unnamed error');
  }
  const entries: readonly unknown[] = Array.isArray(content) ? content : [content];
  return entries.slice(0, maxDescriptions).flatMap((entry) => getOtherDescription(entry) ?? []);
}

/** Reads a body without the envelope: `{error: {description}}`, `{error}` or `{message}`. */
function getOtherDescription(entry: unknown): string | undefined {
  if (!isObject(entry) || Array.isArray(entry['data'])) return undefined;
  const description = getDescription(entry['error']) ?? getDescription(entry);
  return description ?? getDescription(entry['message']);
}

function getDescription(error: unknown): string | undefined {
  const description = isObject(error) ? error['description'] : error;
  return typeof description === 'string' && description !== ''
    ? sanitizeText(description)
    : undefined;
}

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
