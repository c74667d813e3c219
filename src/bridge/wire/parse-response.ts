import { isObject, getNestedMember, parseJsonOrUndefined } from '../../resources';
import { omitNullMembers } from '../../resources/values/member-access';
import { malformedResponseFailure, toRequestError } from '../errors/transport-failure';
import { sanitizeText } from '../errors/sanitize-text';
import {
  quoteDescriptions,
  createRequestError,
  createStatusError,
  addUnansweredAttemptToError,
} from '../errors/error-messages';
import type { Resource, ResourceIdentifier } from '../../resources';
import { isBridgeError } from '../errors/bridge-error';
import type { BridgeError } from '../errors/bridge-error';
import type { HttpResponse } from './http-transport';
import type { BridgeRequest } from './bridge-request';

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
