import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError } from '../../files/file-error';
import { readJsonFile } from '../../files/read-file';
import { writeFileAtomically } from '../../files/write-file-atomically';
import { isObject, getNestedMember } from '../../resources';
import type { Resource } from '../../resources';

/**
 * Loads the state of a home: the response of a bridge to `GET /clip/v2/resource`, or its `data`.
 *
 * @returns the resources; undefined if there is no such file
 * @throws Error if the file cannot be read or contains anything else
 */
export async function loadHomeState(path: string): Promise<Resource[] | undefined> {
  const value = await readJsonFile(path);
  if (value === undefined) return undefined;
  const entries = Array.isArray(value) ? value : getNestedMember(value, 'data');
  if (!Array.isArray(entries)) {
    throw new Error(`${path} holds no resources: expected an array, or an object with \`data\`.`);
  }
  return entries.map((entry: unknown, index) => {
    if (hasIdAndType(entry)) return entry;
    throw new Error(`${path}: entry ${index} has no \`id\` and \`type\`.`);
  });
}

/** Saves the state of a home, in the shape that `loadHomeState` loads. */
export const saveHomeState = (path: string, resources: readonly Resource[]): Promise<void> =>
  writeFileAtomically(path, `${JSON.stringify({ errors: [], data: resources }, undefined, 1)}\n`);

/**
 * Checks that the folder of a file is writable, so that the start fails instead of the save.
 *
 * @throws {FileError} if it is not
 */
export async function assertWritableFolder(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw new FileError('write', path, error);
  }
}

/** Returns true for an object with the two members that every resource has. */
export const hasIdAndType = (value: unknown): value is Resource =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string';
