import {
  allResourceOperations,
  idPattern,
  isKnownResourceType,
  isWellFormedResourceTypeName,
  operationHttpMapping,
  operationNames,
  resourceBasePath,
} from '../../resources';
import type { OperationName, ResourceType } from '../../resources';

/** The resource operation that a request is routed to, or the reason for none. */
export type ResourceRouteMatch =
  | { kind: 'tree' }
  | { kind: 'operation'; operation: OperationName; rtype: ResourceType; rid: string }
  | { kind: 'not-found'; description: string }
  | { kind: 'wrong-method'; allowed: readonly string[] };

const toRouteKey = (rtype: string, path: string): string => `${rtype} ${path}`;

/** Operations by type and path (collection or item), then by method; from the resource table. */
const operationsByRoute = new Map<string, Map<string, OperationName>>();
for (const { rtype, operation, method } of allResourceOperations) {
  const place = toRouteKey(rtype, operationHttpMapping[operation].path);
  const methods = operationsByRoute.get(place) ?? new Map<string, OperationName>();
  operationsByRoute.set(place, methods.set(method, operation));
}

const isServed = (rtype: string, holdsType: (rtype: string) => boolean): boolean =>
  isKnownResourceType(rtype) || (isWellFormedResourceTypeName(rtype) && holdsType(rtype));

/**
 * Returns the operations of a collection or an item, by method; all five for a type beyond the
 * table.
 */
function getOperations(
  rtype: string,
  path: 'collection' | 'item',
): ReadonlyMap<string, OperationName> | undefined {
  if (isKnownResourceType(rtype)) return operationsByRoute.get(toRouteKey(rtype, path));
  return new Map(
    operationNames
      .filter((operation) => operationHttpMapping[operation].path === path)
      .map((operation) => [operationHttpMapping[operation].method, operation]),
  );
}

/**
 * Finds the resource operation of a request.
 *
 * @param path path without query
 * @param holdsType returns true for a type of which the home has resources; types beyond the table
 *   have every operation
 */
export function matchResourceRoute(
  method: string,
  path: string,
  holdsType: (rtype: string) => boolean,
): ResourceRouteMatch {
  if (path === resourceBasePath) {
    return method === 'GET' ? { kind: 'tree' } : { kind: 'wrong-method', allowed: ['GET'] };
  }
  const [rtype = '', rid, ...others] = path.startsWith(`${resourceBasePath}/`)
    ? path.slice(resourceBasePath.length + 1).split('/')
    : [];
  if (others.length > 0 || !isServed(rtype, holdsType))
    return { kind: 'not-found', description: 'Not Found' };
  if (rid !== undefined && !idPattern.test(rid)) {
    return { kind: 'not-found', description: `"${rid.slice(0, 64)}" is not the id of a ${rtype}.` };
  }
  const methods = getOperations(rtype, rid === undefined ? 'collection' : 'item');
  const operation = methods?.get(method);
  return operation === undefined
    ? { kind: 'wrong-method', allowed: [...(methods?.keys() ?? [])] }
    : { kind: 'operation', operation, rtype, rid: rid ?? '' };
}
