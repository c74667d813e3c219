import { listOperations, operationHttpMapping, resourceTypes } from '../../src/resources';
import type { HttpMethod, KnownResourceType, OperationName } from '../../src/resources';

export interface ResourceOperation {
  rtype: KnownResourceType;
  operation: OperationName;
  method: HttpMethod;
}

export const allResourceOperations: readonly ResourceOperation[] = resourceTypes.flatMap((rtype) =>
  listOperations(rtype).map((operation) => ({
    rtype,
    operation,
    method: operationHttpMapping[operation].method,
  })),
);
