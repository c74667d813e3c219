import type { NodeRedApp } from 'node-red';
import { isObject } from '../../../src/resources/members';
import type { AdminRoute } from './node-red-protocol';

/** Reads the routes of the Express app to which nodes add theirs. */
export function listAdminRoutes(red: NodeRedApp | undefined): AdminRoute[] {
  const runtime: unknown = red === undefined ? undefined : Reflect.get(red, 'runtime');
  const app = isObject(runtime) ? runtime['httpAdmin'] : undefined;
  const router: unknown = typeof app === 'function' ? Reflect.get(app, '_router') : undefined;
  const stack: unknown = typeof router === 'function' ? Reflect.get(router, 'stack') : undefined;
  if (!Array.isArray(stack))
    throw new Error('Node-RED keeps its routes where nobody can see them.');
  return stack.flatMap((layer: unknown) => {
    const route = isObject(layer) ? layer['route'] : undefined;
    if (!isObject(route) || !isObject(route['methods'])) return [];
    const path = String(route['path']);
    return Object.keys(route['methods']).map((method) => ({ method: method.toUpperCase(), path }));
  });
}
