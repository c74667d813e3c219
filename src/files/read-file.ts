import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FileError, assertRegularFile, hasErrorCode } from './file-error';
import { resolveSymbolicLinks } from './resolve-symbolic-links';
import { removeLeftTemporaryFiles } from './temporary-file';

/** Windows has no such flag, and no pipe that would block. */
const nonBlocking: number = process.platform === 'win32' ? 0 : constants.O_NONBLOCK;

/** Files that this process has read. */
const readPaths = new Set<string>();

/**
 * Reads a text file. Before the first read of a file in this process, the temporary files are removed that killed processes
 * left beside it.
 *
 * @returns its text, or undefined if there is no such file
 * @throws {FileError} if it cannot be read, or is no regular file
 */
export async function readTextFile(path: string): Promise<string | undefined> {
  try {
    if (!readPaths.has(path)) {
      readPaths.add(path);
      await removeLeftTemporaryFiles(await resolveSymbolicLinks(path));
    }
    const file = await open(path, constants.O_RDONLY | nonBlocking);
    try {
      assertRegularFile(await file.stat());
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw new FileError('read', path, error);
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} is not JSON: ${reason}`, { cause: error });
  }
}
