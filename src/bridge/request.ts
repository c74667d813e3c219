import { idPattern, isWellFormedResourceTypeName } from '../resources/identifiers';
import { isObject } from '../resources/members';
import type { Members } from '../resources/members';
import type { WriteOrigin } from '../logbook/changed-by';
import {
  operationHttpMapping,
  resourceBasePath,
  isKnownResourceType,
  supportsOperation,
} from '../resources/table';
import type { HttpMethod, ResourceType } from '../resources/table';
import { validateWriteBody, isValidatedBody } from '../resources/check-body';
import type { BodyCheckResult, ValidatedBody } from '../resources/check-body';
import type { OperationName } from '../resources/resource';
import { describeProblem, describeValue } from '../resources/describe-problem';
import { BridgeError, toCaughtErrorMember, sanitizeText } from './errors';
import type { DisplayNameLookup, RequestDescription } from './error-messages';

export interface HttpRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly body?: string;
}

export type RequestBody = Pick<ValidatedBody, 'text' | 'members' | 'nonIdempotent'>;

/** Paths of lamps; `all` for all lamps of the bridge. */
export type LampPaths = ReadonlySet<string> | 'all';

/** A request with the data for its errors and retries. */
export interface BridgeRequest extends HttpRequest, RequestDescription {
  readonly members?: Members;
  /** True for a write that must be neither merged nor retried: its repetition has another effect. */
  readonly nonIdempotent?: boolean;
  readonly lampPaths?: LampPaths | undefined;
  /** Of a write. */
  readonly origin?: WriteOrigin | undefined;
  /** For a read that a write depends on. */
  readonly waitIfOffline?: boolean;
}

export interface PreparedRequest {
  readonly request: BridgeRequest;
  onSuccess(): void;
}

/** Service document, section 4.1. */
export const buildCollectionPath = (rtype: ResourceType): string => `${resourceBasePath}/${rtype}`;

/** The id must match `idPattern`. Service document, section 4.1. */
export const buildItemPath = (rtype: ResourceType, rid: string): string =>
  `${buildCollectionPath(rtype)}/${rid}`;

export const buildListRequest = (rtype?: ResourceType): BridgeRequest =>
  rtype === undefined
    ? { operation: 'list', method: 'GET', path: resourceBasePath }
    : { operation: 'list', method: 'GET', path: buildCollectionPath(rtype), rtype };

/** An update gets its body from `addRequestBody`. The id must match `idPattern`. */
export const buildSingleResourceRequest = (
  operation: 'get' | 'update' | 'delete',
  rtype: ResourceType,
  rid: string,
  names?: DisplayNameLookup,
): BridgeRequest => ({
  operation,
  method: operationHttpMapping[operation].method,
  path: buildItemPath(rtype, rid),
  rtype,
  rid,
  names,
});

export const addRequestBody = (
  request: BridgeRequest,
  { text, members, nonIdempotent }: RequestBody,
): BridgeRequest => ({ ...request, body: text, members, nonIdempotent });

export const buildUpdateRequest = (
  rtype: ResourceType,
  rid: string,
  body: RequestBody,
  names?: DisplayNameLookup,
): BridgeRequest => addRequestBody(buildSingleResourceRequest('update', rtype, rid, names), body);

export const buildCreateRequest = (rtype: ResourceType, body: string): BridgeRequest => ({
  operation: 'create',
  method: 'POST',
  path: buildCollectionPath(rtype),
  rtype,
  body,
});

const maxReportedProblems = 5;

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND */
export function checkOperationSupported(operation: OperationName, rtype: unknown): void {
  if (!isKnownResourceType(rtype) && !isWellFormedResourceTypeName(rtype)) {
    throw createInvalidCommandError(
      operation,
      describeValue(rtype),
      `a resource type is a name such as smart_scene, got ${describeValue(rtype)}.`,
    );
  }
  if (!supportsOperation(rtype, operation)) {
    throw createInvalidCommandError(operation, rtype, `${rtype} has no operation ${operation}.`);
  }
}

/**
 * A valid id cannot change the path. Service document, section 2.1.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND
 */
export function checkOperationTarget(
  operation: OperationName,
  rtype: ResourceType,
  rid: unknown,
): void {
  checkOperationSupported(operation, rtype);
  if (typeof rid === 'string' && idPattern.test(rid)) return;
  const example = '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0';
  throw createInvalidCommandError(
    operation,
    rtype,
    `the id of a ${rtype} looks like ${example}, got ${describeValue(rid)}.`,
  );
}

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, also for an unknown type without the option */
export function buildDeletionRequest(
  rtype: ResourceType,
  rid: string,
  { allowUnknownFields = false }: { readonly allowUnknownFields?: boolean },
  names: DisplayNameLookup,
): BridgeRequest {
  checkOperationTarget('delete', rtype, rid);
  if (allowUnknownFields || isKnownResourceType(rtype))
    return buildSingleResourceRequest('delete', rtype, rid, names);
  throw createInvalidCommandError(
    'delete',
    rtype,
    `${rtype} is a type that this package does not know; allow unknown members to write it.`,
  );
}

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND */
export function checkPollInterval(rtype: ResourceType, interval: unknown): void {
  if (interval === undefined || (typeof interval === 'number' && interval > 0)) return;
  throw createInvalidCommandError(
    'list',
    rtype,
    `the interval is a number of milliseconds above 0, got ${describeValue(interval)}.`,
  );
}

/**
 * Checks a body against the resource table and serialises it as JSON.
 *
 * @param body a `ValidatedBody` is not checked again
 * @returns the body to send; later changes of the object have no effect
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND
 */
export function serializeRequestBody(
  operation: 'create' | 'update',
  rtype: ResourceType,
  body: unknown,
  allowUnknownFields: boolean,
  maxBytes: number,
): RequestBody {
  const checked = isValidatedBody(body, rtype, operation)
    ? body
    : checkBodyNow(operation, rtype, body, allowUnknownFields);
  // A UTF-16 unit has at most three bytes in UTF-8, so most bodies need not be measured.
  const { text } = checked;
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return checked;
  throw createInvalidCommandError(operation, rtype, `the body has more than ${maxBytes} bytes.`);
}

function checkBodyNow(
  operation: 'create' | 'update',
  rtype: ResourceType,
  body: unknown,
  allowUnknownFields: boolean,
): RequestBody {
  let check: BodyCheckResult;
  try {
    check = validateWriteBody(rtype, operation, body, { allowUnknownFields });
  } catch (error) {
    const why = error instanceof Error ? `: ${sanitizeText(error.message)}` : '';
    throw createInvalidCommandError(
      operation,
      rtype,
      `the body cannot be written as JSON${why}.`,
      error,
    );
  }
  if (check.ok) {
    const { text, nonIdempotent } = check.body;
    // The validation does not copy free-form members; the text is their only copy.
    const copy: unknown = JSON.parse(text);
    return { text, nonIdempotent, members: isObject(copy) ? copy : {} };
  }
  const descriptions = check.problems.slice(0, maxReportedProblems).map(describeProblem);
  const omitted = check.problems.length - maxReportedProblems;
  const sentences = omitted > 0 ? [...descriptions, `And ${omitted} more.`] : descriptions;
  throw createInvalidCommandError(operation, rtype, sentences.join(' '));
}

const createInvalidCommandError = (
  operation: OperationName,
  rtype: string,
  explanation: string,
  caught?: unknown,
): BridgeError =>
  new BridgeError('ERR_BRIDGE_INVALID_COMMAND', `Nothing was sent: ${explanation}`, {
    operation,
    rtype: sanitizeText(rtype, 64),
    ...toCaughtErrorMember(caught),
  });

/**
 * Body of an update that depends on the state of its resource. The update keeps its place among the commands for the
 * resource.
 */
export interface StateDependentBody<Body = RequestBody> {
  /**
   * No read is needed, and the update can be merged. An update without this function is sent alone.
   *
   * @param pending members of the pending writes, the last value of each
   * @returns undefined if they do not determine the body
   * @throws {Error} an error that rejects the update
   */
  fromPendingWrites?: (pending: Members) => Body | undefined;
  /**
   * Reads the state after earlier writes are answered. No other write of the resource is sent meanwhile.
   *
   * @param signal aborted if the update is cancelled
   * @throws {Error} by rejection, an error that rejects the update
   */
  fromFreshState: (signal: AbortSignal) => Promise<Body>;
  /** Members that the body may have; missing if unknown. */
  memberNames?: readonly string[] | undefined;
}

/** An error that `convert` throws rejects the update. */
export function convertStateDependentBody<From, To>(
  { fromPendingWrites, fromFreshState, memberNames }: StateDependentBody<From>,
  convert: (body: From) => To,
): StateDependentBody<To> {
  const converted = {
    memberNames,
    fromFreshState: async (signal: AbortSignal) => convert(await fromFreshState(signal)),
  };
  if (fromPendingWrites === undefined) return converted;
  return {
    ...converted,
    fromPendingWrites(pending) {
      const body = fromPendingWrites(pending);
      return body === undefined ? undefined : convert(body);
    },
  };
}
