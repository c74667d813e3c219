import {
  buildCollectionPath,
  buildItemPath,
  operationHttpMapping,
  resourceBasePath,
} from '../../resources';
import type { CheckedBody, HttpMethod, ResourceType } from '../../resources';
import type { NameLookup, RequestSummary } from '../errors/error-messages';

/** An HTTP request without its headers. */
export interface HttpRequest {
  readonly method: HttpMethod;
  readonly path: string;
  /** Body as JSON text. */
  readonly body?: string;
}

/** A body as the queue needs it. */
export type RequestBody = Pick<CheckedBody, 'text' | 'members' | 'nonIdempotent'>;

/** One request to the resource service, with what its errors and retries need. */
export interface BridgeRequest extends HttpRequest, RequestSummary {
  /** Members of the body of an update, by which it is merged with others. */
  readonly members?: Readonly<Record<string, unknown>>;
  /**
   * True for a change whose repetition has an effect of its own, so that it is neither merged nor
   * retried.
   */
  readonly nonIdempotent?: boolean;
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
export const buildItemRequest = (
  operation: 'get' | 'update' | 'delete',
  rtype: ResourceType,
  rid: string,
  names?: NameLookup,
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
  names?: NameLookup,
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

/** @returns the change of a resource with its body */
export const withRequestBody = (
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
