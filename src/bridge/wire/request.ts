import { collectionPath, itemPath, operationWire, resourceRoot } from '../../resources';
import type { Method, ResourceType } from '../../resources';
import type { RequestPurpose } from '../errors/sentences';

/** What goes over the wire, beside headers. */
export interface WireRequest {
  readonly method: Method;
  readonly path: string;
  /** Body as JSON text. */
  readonly body?: string;
}

/** One request to the resource service, before it is on the wire. */
export interface BridgeRequest extends WireRequest, RequestPurpose {
  /** True for a change that acts at once, so that it is neither merged nor repeated. */
  readonly momentary?: boolean;
  /** True for a read that waits for a bridge that is away, as writes do: a write is to be built on it. */
  readonly patient?: boolean;
}

/** Read of a whole collection, or of everything the bridge holds when no type is given. */
export const listRequest = (rtype?: ResourceType): BridgeRequest =>
  rtype === undefined
    ? { operation: 'list', method: 'GET', path: resourceRoot }
    : { operation: 'list', method: 'GET', path: collectionPath(rtype), rtype };

/** Request for one resource. The id must have passed `idPattern`. */
export const itemRequest = (
  operation: 'get' | 'delete',
  rtype: ResourceType,
  rid: string,
): BridgeRequest => ({
  operation,
  method: operationWire[operation].method,
  path: itemPath(rtype, rid),
  rtype,
  rid,
});

/** Change of one resource. The id must have passed `idPattern`. */
export const updateRequest = (
  rtype: ResourceType,
  rid: string,
  { text, momentary }: { text: string; momentary: boolean },
): BridgeRequest => ({
  operation: 'update',
  method: 'PUT',
  path: itemPath(rtype, rid),
  rtype,
  rid,
  body: text,
  momentary,
});

/** Request that adds to a collection. */
export const createRequest = (rtype: ResourceType, body: string): BridgeRequest => ({
  operation: 'create',
  method: 'POST',
  path: collectionPath(rtype),
  rtype,
  body,
});
