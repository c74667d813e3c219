import { isResource, createResourceTypeGuard } from '../state/resource-state';
import { parseItemResponse, parseListResponse } from '../wire/parse-response';
import {
  buildSingleResourceRequest,
  buildListRequest,
  checkOperationSupported,
  checkOperationTarget,
} from '../wire/bridge-request';
import type { Resource, ResourceOf, ResourceType } from '../../resources';
import type { BridgeConnection } from '../connection/bridge-connection';
import type { StateCache } from '../state/state-cache';
import type { SuccessfulBridgeResult, ReadOptions, RequestOptions } from './client-options';

export class ResourceReader {
  constructor(
    private readonly connection: BridgeConnection,
    private readonly stateCache: StateCache,
  ) {}

  async list<T extends ResourceType>(
    rtype: T,
    options: RequestOptions,
  ): Promise<SuccessfulBridgeResult<ResourceOf<T>[]>> {
    checkOperationSupported('list', rtype);
    const request = buildListRequest(rtype);
    const { response, merged } = await this.connection.execute(request, options);
    return { ...parseListResponse(request, response, createResourceTypeGuard(rtype)), merged };
  }

  async listAll(options: RequestOptions): Promise<SuccessfulBridgeResult<Resource[]>> {
    const request = buildListRequest();
    const { response, merged } = await this.connection.execute(request, options);
    return { ...parseListResponse(request, response, isResource), merged };
  }

  async get<T extends ResourceType>(
    rtype: T,
    rid: string,
    options: ReadOptions,
  ): Promise<SuccessfulBridgeResult<ResourceOf<T>>> {
    checkOperationTarget('get', rtype, rid);
    const { waitIfOffline = false } = options;
    const request = {
      ...buildSingleResourceRequest('get', rtype, rid, this.stateCache),
      waitIfOffline,
    };
    const { response, merged } = await this.connection.execute(request, options);
    return { ...parseItemResponse(request, response, createResourceTypeGuard(rtype)), merged };
  }
}
