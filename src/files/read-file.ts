import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FileError, assertRegularFile, hasErrorCode } from './file-error';
import { resolveSymbolicLinks } from './resolve-symbolic-links';
import { removeStaleTemporaryFiles } from './temporary-file';

/** Windows has no such flag, and no pipes that block. */
const nonBlocking: number = process.platform === 'win32' ? 0 : constants.O_NONBLOCK;

const readPaths = new Set<string>();

/**
 * The first read of a file also removes temporary files of killed processes beside it.
 *
 * @returns undefined if there is no such file
 * @throws {FileError} if the file cannot be read or is not a regular file
 */
export async function readTextFile(path: string): Promise<string | undefined> {
  try {
    if (!readPaths.has(path)) {
      readPaths.add(path);
      await removeStaleTemporaryFiles(await resolveSymbolicLinks(path));
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
 * @returns undefined if there is no such file
 * @throws Error that names the file if it cannot be read or is not JSON
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
