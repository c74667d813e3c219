import { access, constants, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a file.
 *
 * @returns its text, or undefined when there is no such file
 * @throws Error that names the file, when it cannot be read
 */
export async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw cannot('read', path, error);
  }
}

/**
 * Reads a file of JSON.
 *
 * @returns its value, or undefined when there is no such file
 * @throws Error that names the file, when it cannot be read or holds something else
 */
export async function jsonIn(path: string): Promise<unknown> {
  const text = await contentOf(path);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Writes a file so that at any moment either the old or the new content stands there, whole.
 *
 * @param mode rights of the file, such as 0o600
 * @throws Error that names the file, when it cannot be written
 */
export async function atomicWrite(path: string, content: string, mode = 0o644): Promise<void> {
  const draft = `${path}.${process.pid}.draft`;
  try {
    const file = await open(draft, 'w', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw cannot('write', path, error);
  }
}

/**
 * Makes sure that a file has a folder that can be written to: better at the start than after hours.
 *
 * @throws Error that names the file
 */
export async function expectPlaceFor(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw cannot('write', path, error);
  }
}

const cannot = (act: 'read' | 'write', path: string, error: unknown): Error =>
  new Error(`Cannot ${act} ${path}: ${reasonOf(error)}`, { cause: error });

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
