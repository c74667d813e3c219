import { listOperations, operationHttpMapping, resourceTypes } from '../../src/resources/table';
import type { HttpMethod, KnownResourceType } from '../../src/resources/table';
import type { OperationName } from '../../src/resources/resource';

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
