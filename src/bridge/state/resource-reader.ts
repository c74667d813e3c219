import type { Resource, ResourceType } from '../../resources';
import { isResource } from './resource-state';
import { checkStatus, parseListResponse } from '../wire/envelope';
import { buildListRequest } from '../wire/request';
import type { HttpResponse } from '../wire/http-exchange';
import type { BridgeRequest } from '../wire/request';

/** Response to a GET, not yet parsed: parsing is skipped for a body equal to the last one. */
export interface RawResponse {
  body: Buffer;
  /**
   * Parses the body.
   *
   * @returns the resources in `data`
   * @throws {BridgeError} ERR_BRIDGE_MALFORMED_ANSWER
   */
  parseResources(): Resource[];
}

/** Fetches resources from the bridge; every failure is a BridgeError. */
export interface ResourceReader {
  /** One GET of the collection of a type. */
  fetchCollection(rtype: ResourceType, signal: AbortSignal): Promise<RawResponse>;
  /** One GET of all resources (`/resource`). */
  fetchAll(signal: AbortSignal): Promise<RawResponse>;
}

/** Executes one request; resolves with the response, whatever its status. */
export type ExecuteRequest = (
  request: BridgeRequest,
  options: { signal?: AbortSignal },
) => Promise<{ response: HttpResponse; merged: number }>;

/** @returns a reader that fetches through the request queue of a client */
export function createResourceReader(executeRequest: ExecuteRequest): ResourceReader {
  const fetch = async (request: BridgeRequest, signal: AbortSignal): Promise<RawResponse> => {
    const { response } = await executeRequest(request, { signal });
    checkStatus(request, response);
    return {
      body: response.body,
      parseResources: () => parseListResponse(request, response, isResource).data,
    };
  };
  return {
    fetchCollection: (rtype, signal) => fetch(buildListRequest(rtype), signal),
    fetchAll: (signal) => fetch(buildListRequest(), signal),
  };
}
