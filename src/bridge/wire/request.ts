import { idPattern } from '../../resources/values/id-pattern';
import { isObject } from '../../resources/values/member-access';
import { operationHttpMapping, resourceBasePath } from '../../resources/table/operations';
import { isKnownResourceType, supportsOperation } from '../../resources/table/resource-table';
import { isWellFormedResourceTypeName } from '../../resources/values/resource-type-name';
import { validateWriteBody, isValidatedBody } from '../../resources/table/validate-write-body';
import { describeProblem, describeValue } from '../../resources/validation/describe-problem';
import { BridgeError } from '../errors/bridge-error';
import { sanitizeText } from '../errors/sanitize-text';
import { toCaughtErrorMember } from '../errors/transport-failure';
import type {
  BodyCheckResult,
  ValidatedBody,
  HttpMethod,
  OperationName,
  ResourceType,
} from '../../resources';
import type { DisplayNameLookup, RequestDescription } from '../errors/error-messages';

/** An HTTP request without its headers. */
export interface HttpRequest {
  readonly method: HttpMethod;
  readonly path: string;
  /** Body as JSON text. */
  readonly body?: string;
}

/** A body as the queue needs it. */
export type RequestBody = Pick<ValidatedBody, 'text' | 'members' | 'nonIdempotent'>;

/** One request to the resource service, with what its errors and retries need. */
export interface BridgeRequest extends HttpRequest, RequestDescription {
  /** Members of the body of an update, by which it is merged with others. */
  readonly members?: Readonly<Record<string, unknown>>;
  /**
   * True for a change whose repetition has an effect of its own, so that it is neither merged nor
   * retried.
   */
  readonly nonIdempotent?: boolean;
  /** Paths of the lamps, of a change that sets several by one request. */
  readonly lampPaths?: ReadonlySet<string> | undefined;
  /**
   * True for a read that waits for an unreachable bridge, as writes do, because a write depends on
   * it.
   */
  readonly waitIfOffline?: boolean;
}

/** A request as it is sent. */
export interface PreparedRequest {
  readonly request: BridgeRequest;
  /** To be called when the bridge has carried it out. */
  onSuccess(): void;
}

/** Path of a collection. Service document, section 4.1. */
export const buildCollectionPath = (rtype: ResourceType): string => `${resourceBasePath}/${rtype}`;

/** Path of an item. Service document, section 4.1. The id must have passed `idPattern`. */
export const buildItemPath = (rtype: ResourceType, rid: string): string =>
  `${buildCollectionPath(rtype)}/${rid}`;

/**
 * Builds the read of a whole collection, or of everything the bridge holds when no type is given.
 */
export const buildListRequest = (rtype?: ResourceType): BridgeRequest =>
  rtype === undefined
    ? { operation: 'list', method: 'GET', path: resourceBasePath }
    : { operation: 'list', method: 'GET', path: buildCollectionPath(rtype), rtype };

/**
 * Builds the read or deletion of one resource, or its change without the body (see `addBody`). The id
 * must have passed `idPattern`.
 *
 * @param names knows the name of the resource, for errors
 */
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

/**
 * Builds the change of one resource. The id must have passed `idPattern`.
 *
 * @param names knows the name of the resource, for errors
 */
export const buildUpdateRequest = (
  rtype: ResourceType,
  rid: string,
  { text, members, nonIdempotent }: RequestBody,
  names?: DisplayNameLookup,
): BridgeRequest => ({
  operation: 'update',
  method: 'PUT',
  path: buildItemPath(rtype, rid),
  rtype,
  rid,
  names,
  body: text,
  members,
  nonIdempotent,
});

/** Returns the change of a resource with its body. */
export const addRequestBody = (
  request: BridgeRequest,
  { text, members, nonIdempotent }: RequestBody,
): BridgeRequest => ({ ...request, body: text, members, nonIdempotent });

/** Builds the creation of a resource, from its body as JSON. */
export const buildCreateRequest = (rtype: ResourceType, body: string): BridgeRequest => ({
  operation: 'create',
  method: 'POST',
  path: buildCollectionPath(rtype),
  rtype,
  body,
});

/** Most problems described in one error. */
const maxReportedProblems = 5;

/**
 * Checks that a resource type has an operation.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND
 */
export function checkOperationSupported(operation: OperationName, rtype: unknown): void {
  if (!isKnownResourceType(rtype) && !isWellFormedResourceTypeName(rtype)) {
    throw invalidCommandError(
      operation,
      describeValue(rtype),
      `a resource type is a name such as smart_scene, got ${describeValue(rtype)}.`,
    );
  }
  if (!supportsOperation(rtype, operation)) {
    throw invalidCommandError(operation, rtype, `${rtype} has no operation ${operation}.`);
  }
}

/**
 * Checks that a resource type has an operation, and that an id is one: nothing else can reach a path.
 * Service document, section 2.1.
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
  throw invalidCommandError(
    operation,
    rtype,
    `the id of a ${rtype} looks like ${example}, got ${describeValue(rid)}.`,
  );
}

/**
 * Checks that a type may be written: one that the table does not list only where that was allowed.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND
 */
export function checkWritableType(
  operation: OperationName,
  rtype: ResourceType,
  { allowUnknownFields = false }: { readonly allowUnknownFields?: boolean },
): void {
  if (allowUnknownFields || isKnownResourceType(rtype)) return;
  throw invalidCommandError(
    operation,
    rtype,
    `${rtype} is a type that this package does not know; allow unknown members to write it.`,
  );
}

/**
 * Checks a poll interval; without one the default applies.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND
 */
export function checkPollInterval(rtype: ResourceType, interval: unknown): void {
  if (interval === undefined || (typeof interval === 'number' && interval > 0)) return;
  throw invalidCommandError(
    'list',
    rtype,
    `the interval is a number of milliseconds above 0, got ${describeValue(interval)}.`,
  );
}

/**
 * Checks a body against the resource table and serialises it as JSON.
 *
 * @param body any value; one that was checked before is not checked again
 * @param maxBytes largest JSON body, in bytes
 * @returns the body as it is sent; later changes of the object have no effect
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
  throw invalidCommandError(operation, rtype, `the body has more than ${maxBytes} bytes.`);
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
    throw invalidCommandError(operation, rtype, `the body cannot be written as JSON${why}.`, error);
  }
  if (check.ok) {
    const { text, nonIdempotent } = check.body;
    // Free-form members are checked as they are, so only the text is a copy of them.
    const copy: unknown = JSON.parse(text);
    return { text, nonIdempotent, members: isObject(copy) ? copy : {} };
  }
  const descriptions = check.problems.slice(0, maxReportedProblems).map(describeProblem);
  const omitted = check.problems.length - maxReportedProblems;
  const sentences = omitted > 0 ? [...descriptions, `And ${omitted} more.`] : descriptions;
  throw invalidCommandError(operation, rtype, sentences.join(' '));
}

/** @param explanation one sentence or several, the first without a capital */
const invalidCommandError = (
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
