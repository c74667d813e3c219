import { isObject, member } from '../resources';
import type { Resource } from '../resources';
import { atomicWrite, jsonIn } from './whole-file';

/**
 * Reads the state of a home: what a bridge answers to `GET /clip/v2/resource`, or the bare array in it.
 *
 * @returns its resources, or undefined when there is no such file
 * @throws Error when the file cannot be read or holds something else
 */
export async function readState(path: string): Promise<Resource[] | undefined> {
  const value = await jsonIn(path);
  if (value === undefined) return undefined;
  const entries = Array.isArray(value) ? value : member(value, 'data');
  if (!Array.isArray(entries)) {
    throw new Error(`${path} holds no resources: expected an array, or an object with \`data\`.`);
  }
  return entries.map((entry: unknown, index) => {
    if (isResource(entry)) return entry;
    throw new Error(`${path}: entry ${index} has no \`id\` and \`type\`.`);
  });
}

/** Writes the state of a home, in the shape that {@link readState} reads. */
export const writeState = (path: string, resources: readonly Resource[]): Promise<void> =>
  atomicWrite(path, `${JSON.stringify({ errors: [], data: resources }, undefined, 1)}\n`);

/** True for what has the two members that every resource has. */
export const isResource = (value: unknown): value is Resource =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string';
