import { isResource } from './resource-state';
import { checkStatus, parseListResponse } from '../wire/envelope';
import { buildListRequest } from '../wire/request';
import type { HttpResponse } from '../wire/http-exchange';
import type { BridgeRequest } from '../wire/request';
import type { RawResponse, ResourceReader } from './resource-reader';

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
