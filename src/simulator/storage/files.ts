import { access, constants, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a text file.
 *
 * @returns its text, or undefined if there is no such file
 * @throws Error that names the file, if it cannot be read
 */
export async function readTextFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw toFileError('read', path, error);
  }
}

/**
 * Reads a JSON file.
 *
 * @returns its value, or undefined if there is no such file
 * @throws Error that names the file, if it cannot be read or is not JSON
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readTextFile(path);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${toErrorMessage(error)}`, { cause: error });
  }
}

/**
 * Writes a file atomically: to a temporary file that is renamed.
 *
 * @param mode permissions of the file, such as 0o600
 * @throws Error that names the file, if it cannot be written
 */
export async function writeFileAtomically(
  path: string,
  content: string,
  mode = 0o644,
): Promise<void> {
  const temporaryPath = `${path}.${process.pid}.draft`;
  try {
    const file = await open(temporaryPath, 'w', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw toFileError('write', path, error);
  }
}

/**
 * Checks that the folder of a file is writable, to fail at the start instead of when it is saved.
 *
 * @throws Error that names the file
 */
export async function assertWritableFolder(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw toFileError('write', path, error);
  }
}

const toFileError = (operation: 'read' | 'write', path: string, error: unknown): Error =>
  new Error(`Cannot ${operation} ${path}: ${toErrorMessage(error)}`, { cause: error });

const toErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
