import { supportsOperation } from './resource-table';
import type { OperationName } from '../definitions/resource-definition';
import type { ResourceType } from './resource-table';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Service document, section 4.1. */
export const operationHttpMapping = {
  list: { method: 'GET', path: 'collection', body: false },
  get: { method: 'GET', path: 'item', body: false },
  create: { method: 'POST', path: 'collection', body: true },
  update: { method: 'PUT', path: 'item', body: true },
  delete: { method: 'DELETE', path: 'item', body: false },
} as const satisfies Record<
  OperationName,
  { method: HttpMethod; path: 'collection' | 'item'; body: boolean }
>;

/** In display order. */
export const operationNames: readonly OperationName[] = [
  'list',
  'get',
  'create',
  'update',
  'delete',
];

export const listOperations = (rtype: ResourceType): readonly OperationName[] =>
  operationNames.filter((operation) => supportsOperation(rtype, operation));

/** A collection adds `/<type>`, an item `/<type>/<id>`. Service document, sections 1 and 4.1. */
export const resourceBasePath = '/clip/v2/resource';
