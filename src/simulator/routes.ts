import {
  allOperations,
  idPattern,
  isResourceType,
  operationWire,
  resourceRoot,
} from '../resources';
import type { Operation, ResourceType } from '../resources';

/** Where a request leads to. */
export type Route =
  | { kind: 'tree' }
  | { kind: 'operation'; operation: Operation; rtype: ResourceType; rid: string }
  | { kind: 'not-found'; description: string }
  | { kind: 'wrong-method'; allowed: readonly string[] };

const key = (rtype: string, place: string): string => `${rtype} ${place}`;

/** Operations by type and place, then by method; from the table, nothing by hand. */
const operationsByPlace = new Map<string, Map<string, Operation>>();
for (const { rtype, operation, method } of allOperations) {
  const place = key(rtype, operationWire[operation].path);
  const methods = operationsByPlace.get(place) ?? new Map<string, Operation>();
  operationsByPlace.set(place, methods.set(method, operation));
}

/**
 * Finds what a request is about.
 *
 * @param method method of the request
 * @param path path without query
 */
export function routeOf(method: string, path: string): Route {
  if (path === resourceRoot) {
    return method === 'GET' ? { kind: 'tree' } : { kind: 'wrong-method', allowed: ['GET'] };
  }
  const [rtype = '', rid, ...others] = path.startsWith(`${resourceRoot}/`)
    ? path.slice(resourceRoot.length + 1).split('/')
    : [];
  if (others.length > 0 || !isResourceType(rtype))
    return { kind: 'not-found', description: 'Not Found' };
  if (rid !== undefined && !idPattern.test(rid)) {
    return { kind: 'not-found', description: `"${rid.slice(0, 64)}" is not the id of a ${rtype}.` };
  }
  const methods = operationsByPlace.get(key(rtype, rid === undefined ? 'collection' : 'item'));
  const operation = methods?.get(method);
  return operation === undefined
    ? { kind: 'wrong-method', allowed: [...(methods?.keys() ?? [])] }
    : { kind: 'operation', operation, rtype, rid: rid ?? '' };
}
