import { definitionOf, hasOperation, resourceTypes } from './table';
import type { Operation, Origin } from './definition';
import type { ResourceType } from './table';

/** HTTP methods of the service. Service document, section 4.1. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What each operation is on the wire. Service document, section 4.1. */
export const operationWire = {
  list: { method: 'GET', path: 'collection', body: false },
  get: { method: 'GET', path: 'item', body: false },
  create: { method: 'POST', path: 'collection', body: true },
  update: { method: 'PUT', path: 'item', body: true },
  delete: { method: 'DELETE', path: 'item', body: false },
} as const satisfies Record<
  Operation,
  { method: Method; path: 'collection' | 'item'; body: boolean }
>;

/** The five operations, in the order people think of them. */
export const operations: readonly Operation[] = ['list', 'get', 'create', 'update', 'delete'];

/** Operations of a type, in that order. */
export const operationsOf = (rtype: ResourceType): readonly Operation[] =>
  operations.filter((operation) => hasOperation(rtype, operation));

/** Path under which every resource lives. Service document, section 1. */
export const resourceRoot = '/clip/v2/resource';

/** Path of a collection. Service document, section 4.1. */
export const collectionPath = (rtype: ResourceType): string => `${resourceRoot}/${rtype}`;

/** Path of an item. Service document, section 4.1. The id must have passed `idPattern`. */
export const itemPath = (rtype: ResourceType, rid: string): string =>
  `${collectionPath(rtype)}/${rid}`;

/** One operation of one resource type. */
export interface ResourceOperation {
  rtype: ResourceType;
  operation: Operation;
  method: Method;
  origin: Origin;
}

/** Every operation of the table; those with origin `service` are the 72 of the service document. */
export const allOperations: readonly ResourceOperation[] = resourceTypes.flatMap((rtype) =>
  operations.flatMap((operation) => {
    const origin = definitionOf(rtype).operations[operation];
    return origin === undefined
      ? []
      : [{ rtype, operation, method: operationWire[operation].method, origin }];
  }),
);
