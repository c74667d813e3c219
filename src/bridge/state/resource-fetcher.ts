import type { Resource, ResourceType } from '../../resources';
import { omitNullMembers } from '../../resources/values/omit-null-members';
import { deepFreezeResource, findChangedPaths, isResource } from './resource-state';
import {
  checkStatus,
  createMalformedResponseError,
  parseListResponse,
} from '../wire/parse-response';
import { slicedParseThreshold, parseListInSlices } from '../wire/parse-in-slices';
import { buildListRequest } from '../wire/bridge-request';
import type { HttpResponse } from '../wire/http-request-attempt';
import type { BridgeRequest } from '../wire/bridge-request';

/** Not parsed yet: a body equal to the last one need not be parsed. */
export interface RawResponse {
  status: number;
  /** Missing if the body also contains other resources. */
  body?: Buffer;
  /**
   * Parses a large body in slices.
   *
   * @param get returns the last known state, which replaces an equal one
   * @throws {BridgeError} ERR_BRIDGE_MALFORMED_ANSWER, also if no entry is a resource
   */
  parseResources(get: (rid: string) => Resource | undefined): Promise<Resource[]>;
  onApplied?(): void;
}

/** Throws BridgeErrors only. */
export interface ResourceFetcher {
  fetchCollection(rtype: ResourceType, signal: AbortSignal): Promise<RawResponse>;
  fetchAll(signal: AbortSignal): Promise<RawResponse>;
}

type ExecuteRequest = (
  request: BridgeRequest,
  options: { signal?: AbortSignal },
) => Promise<{ response: HttpResponse; merged: number }>;

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
          throw createMalformedResponseError(
            request,
            response,
            'no entry of the answer is a resource',
          );
        return data;
      },
    };
  };
  return {
    fetchCollection: (rtype, signal) => fetch(buildListRequest(rtype), signal),
    fetchAll: (signal) => fetch(buildListRequest(), signal),
  };
}

/** Frozen entries need no further pass to be stored. */
function prepareEntry(read: unknown, get: (rid: string) => Resource | undefined): unknown {
  const entry = omitNullMembers(read);
  if (!isResource(entry)) return entry;
  const known = get(entry.id);
  if (known?.type === entry.type && findChangedPaths(known, entry).length === 0) return known;
  deepFreezeResource(entry);
  return entry;
}
