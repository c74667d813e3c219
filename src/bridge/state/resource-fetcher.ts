import type { Resource, ResourceType } from '../../resources';
import { deepFreezeResource, findChangedPaths, isResource } from './resource-state';
import { checkStatus, malformedResponseError, parseListResponse } from '../wire/envelope';
import { slicedParseThreshold, parseListInSlices } from '../wire/parse-in-slices';
import { buildListRequest } from '../wire/request';
import type { HttpResponse } from '../wire/http-request-attempt';
import type { BridgeRequest } from '../wire/request';

/** Response to a GET, not yet parsed: parsing is skipped for a body equal to the last one. */
export interface RawResponse {
  /** Status of the answer that held the resources. */
  status: number;
  /** Missing where it also held other resources. */
  body?: Buffer;
  /**
   * Parses the body, a large one in slices.
   *
   * @param get finds the last known state; it takes the place of an equal one
   * @returns the resources in `data`
   * @throws {BridgeError} ERR_BRIDGE_MALFORMED_ANSWER, also where no entry is a resource
   */
  parseResources(get: (rid: string) => Resource | undefined): Promise<Resource[]>;
  /** Called once the resources are in the store; missing where nobody waits for that. */
  onApplied?(): void;
}

/** Fetches resources from the bridge; every failure is a BridgeError. */
export interface ResourceFetcher {
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

/** Returns a reader that fetches through the request queue of a client. */
export function createResourceFetcher(executeRequest: ExecuteRequest): ResourceFetcher {
  const fetch = async (request: BridgeRequest, signal: AbortSignal): Promise<RawResponse> => {
    const { response } = await executeRequest(request, { signal });
    checkStatus(request, response);
    return {
      status: response.status,
      body: response.body,
      async parseResources(get) {
        const isLarge = response.body.length >= slicedParseThreshold;
        const content = isLarge
          ? await parseListInSlices(response.body, (entry) => prepareEntry(entry, get))
          : undefined;
        const { data, warnings } = parseListResponse(request, response, isResource, content);
        if (data.length === 0 && warnings.length > 0)
          throw malformedResponseError(request, response, 'no entry of the answer is a resource');
        return data;
      },
    };
  };
  return {
    fetchCollection: (rtype, signal) => fetch(buildListRequest(rtype), signal),
    fetchAll: (signal) => fetch(buildListRequest(), signal),
  };
}

/** Does what storing an entry of a list takes beforehand. @returns the known state, if it is equal */
function prepareEntry(entry: unknown, get: (rid: string) => Resource | undefined): unknown {
  if (!isResource(entry)) return entry;
  const known = get(entry.id);
  if (known?.type === entry.type && findChangedPaths(known, entry).length === 0) return known;
  deepFreezeResource(entry);
  return entry;
}
