import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { hasErrorCode } from './file-error';

/**
 * The last link may lead to a file that does not exist.
 *
 * @throws Error of the system, for example ELOOP, or ENOENT for a missing folder
 */
export async function resolveSymbolicLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
  const folder = await realpath(dirname(path));
  const name = join(folder, basename(path));
  const link = await readlink(name).catch(() => undefined);
  return link === undefined ? name : resolveSymbolicLinks(resolve(folder, link));
}
