import { isObject } from '../../resources';
import { parseJson } from './parse-json';
import { malformed, problemError } from '../errors/problem';
import { printable } from '../errors/printable';
import { quote, requestError, statusError } from '../errors/sentences';
import type { Resource, ResourceIdentifier } from '../../resources';
import type { BridgeError } from '../errors/errors';
import type { Reply } from './exchange';
import type { BridgeRequest } from './request';

/** What an answer of success holds. */
export interface Content<Data> {
  status: number;
  data: Data;
  /** The bridge's remarks beside a success, such as commands that may have no effect. */
  warnings: readonly string[];
}

/** Statuses of success. Service document, section 4 (200); Hue CLIP API reference (201 for POST, 207 in part). */
const successes: ReadonlySet<number> = new Set([200, 201, 207]);

/** Most descriptions kept of one answer. */
const mostDescriptions = 20;

/**
 * Reads an answer to a list.
 *
 * @param accept guard for the entries that are wanted; others are left out, with a warning
 * @throws {BridgeError} for a status other than success, and for what is no envelope
 */
export function readList<Entry extends Resource>(
  request: BridgeRequest,
  reply: Reply,
  accept: (entry: unknown) => entry is Entry,
): Content<Entry[]> {
  const { data, warnings } = openEnvelope(request, reply);
  if (data.length === 0 && warnings.length > 0) throw refused(request, reply, warnings);
  const entries = data.filter(accept);
  const left = data.length - entries.length;
  const remark = `${left} of ${data.length} entries of the answer are no such resources and were left out.`;
  return {
    status: reply.status,
    data: entries,
    warnings: left === 0 ? warnings : [...warnings, remark],
  };
}

/**
 * Reads an answer to the read of one resource.
 *
 * @throws {BridgeError} for a status other than success, and when the answer does not hold the resource
 */
export function readItem<Entry extends Resource>(
  request: BridgeRequest,
  reply: Reply,
  accept: (entry: unknown) => entry is Entry,
): Content<Entry> {
  const { data, warnings } = openEnvelope(request, reply);
  const found = data.filter(accept).find(({ id }) => id === request.rid);
  if (found === undefined) throw missing(request, reply, warnings);
  return { status: reply.status, data: found, warnings };
}

/**
 * Reads an answer to a command. A success whose `data` names the resource is one, whatever `errors` says.
 *
 * @throws {BridgeError} for a status other than success, and when the answer does not name the resource
 */
export function readReference(request: BridgeRequest, reply: Reply): Content<ResourceIdentifier> {
  const { data, warnings } = openEnvelope(request, reply);
  const named = data
    .filter(isReference)
    .find(({ rid, rtype }) =>
      request.rid === undefined ? rtype === request.rtype : rid === request.rid,
    );
  if (named === undefined) throw missing(request, reply, warnings);
  return { status: reply.status, data: { rid: named.rid, rtype: named.rtype }, warnings };
}

/**
 * Looks at the status alone.
 *
 * @throws {BridgeError} when it is not one of success
 */
export function checkStatus(request: BridgeRequest, { status, retryAfter, body }: Reply): void {
  if (successes.has(status)) return;
  throw statusError(request, status, descriptionsIn(parseJson(body.toString('utf8'))), retryAfter);
}

const isReference = (entry: unknown): entry is ResourceIdentifier =>
  isObject(entry) && typeof entry['rid'] === 'string' && typeof entry['rtype'] === 'string';

function missing(request: BridgeRequest, reply: Reply, warnings: readonly string[]): BridgeError {
  return warnings.length > 0
    ? refused(request, reply, warnings)
    : unreadable(request, reply, 'the answer does not name the resource');
}

const refused = (
  request: BridgeRequest,
  { status }: Reply,
  descriptions: readonly string[],
): BridgeError =>
  requestError(
    'ERR_BRIDGE_REFUSED',
    request,
    { what: 'the bridge did not do it', todo: quote(descriptions).trimStart() },
    { status, descriptions },
  );

const unreadable = (request: BridgeRequest, { status }: Reply, what: string): BridgeError =>
  problemError(request, malformed(`${what} (status ${status})`));

/** Service document, sections 2.1 (envelope) and 7 (errors). */
function openEnvelope(
  request: BridgeRequest,
  reply: Reply,
): { data: readonly unknown[]; warnings: readonly string[] } {
  checkStatus(request, reply);
  const content = parseJson(reply.body.toString('utf8'));
  const descriptions = descriptionsIn(content);
  if (reply.body.length === 0) throw unreadable(request, reply, 'the answer is empty');
  if (content === undefined) throw unreadable(request, reply, 'the answer is not JSON');
  if (!isObject(content)) throw unreadable(request, reply, 'the answer is no object');
  const { data } = content;
  if (Array.isArray(data)) return { data, warnings: descriptions };
  if (descriptions.length > 0) return { data: [], warnings: descriptions };
  throw unreadable(request, reply, 'the answer has no data');
}

function descriptionsIn(content: unknown): readonly string[] {
  const errors = isObject(content) ? content['errors'] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, mostDescriptions).map((error: unknown) => {
    const description = isObject(error) ? error['description'] : error;
    return typeof description === 'string' ? printable(description) : 'unnamed error';
  });
}
