import type { Stats } from 'node:fs';
import { constants, copyFile, link, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError, assertRegularFile, hasErrorCode } from './file-error';
import { resolveSymbolicLinks } from './resolve-symbolic-links';
import { withTemporaryFile } from './temporary-file';

interface WriteOptions {
  /** Maximum permissions, for example 0o600. An existing file keeps narrower permissions. */
  mode?: number;
  /** Called when the new content is on disk, before it replaces the file. If it throws, the old content stays. */
  beforeReplace?: () => void;
  /** Another path at which an existing file stays, with its old content. */
  keepOldAs?: string | undefined;
}

/**
 * A reader finds the old or the new content, even after a power failure. Replaces the target of a symbolic link.
 *
 * @throws {FileError} if the file cannot be written or is not a regular file; the old content stays
 */
export async function writeFileAtomically(
  path: string,
  content: string,
  { mode = 0o644, beforeReplace, keepOldAs }: WriteOptions = {},
): Promise<void> {
  try {
    const target = await resolveSymbolicLinks(path);
    const existing = await statIfExists(target);
    if (existing !== undefined) assertRegularFile(existing);
    await withTemporaryFile(target, async (temporaryPath) => {
      await writeNewFile(temporaryPath, content, mode & (existing?.mode ?? mode));
      beforeReplace?.();
      if (keepOldAs !== undefined && existing !== undefined) await keepCopy(target, keepOldAs);
      await rename(temporaryPath, target);
    });
    await syncFolder(dirname(target));
  } catch (error) {
    throw new FileError('write', path, error);
  }
}

async function statIfExists(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A link needs no space, and the file is never missing. */
async function keepCopy(file: string, path: string): Promise<void> {
  try {
    await link(file, path);
  } catch {
    // Some file systems have no links.
    await copyFile(file, path, constants.COPYFILE_EXCL);
  }
}

async function writeNewFile(path: string, content: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Errors of systems that cannot open or sync a folder; the rename alone must suffice. */
const unsupportedFolderSync: readonly string[] = [
  'EACCES',
  'EBADF',
  'EINVAL',
  'EISDIR',
  'ENOSYS',
  'ENOTSUP',
  'EPERM',
];

/** Makes a rename survive a power failure, if the system can. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!hasErrorCode(error, ...unsupportedFolderSync)) throw error;
  }
}
