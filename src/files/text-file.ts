import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { copyFile, link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  FileError,
  assertRegularFile,
  hasErrorCode,
  isRunning,
  processSpace,
  resolveSymbolicLinks,
} from './file-system';

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

/**
 * Appends whole lines, which are on disk when it resolves. If they cannot be written, none of them is in the file. A
 * line that a power failure has torn gets an end first.
 *
 * @param text lines, each with its end
 * @returns the size of the file, in bytes
 * @throws {FileError} if the file cannot be written or is not a regular file
 */
export async function appendLines(path: string, text: string, mode: number): Promise<number> {
  try {
    const { O_RDWR, O_APPEND, O_CREAT } = constants;
    const file = await open(path, O_RDWR | O_APPEND | O_CREAT | nonBlocking, mode);
    try {
      const stats = await file.stat();
      assertRegularFile(stats);
      const { size } = stats;
      const last = Buffer.alloc(1, '\n');
      if (size > 0) await file.read(last, 0, 1, size - 1);
      const added = Buffer.from(last.toString() === '\n' ? text : `\n${text}`);
      await writeOrTakeBack(file, added, size);
      return size + added.length;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new FileError('write', path, error);
  }
}

async function writeOrTakeBack(file: FileHandle, added: Buffer, size: number): Promise<void> {
  try {
    await file.writeFile(added);
    await file.datasync();
  } catch (error) {
    await file.truncate(size);
    throw error;
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

/** In ms, for a temporary file of another host or container. */
const maxAgeElsewhere = 60_000;

/** Part of the name of a temporary file. */
const space = createHash('sha256').update(processSpace).digest('hex').slice(0, 8);

const suffixPattern = /^\.(?<space>[0-9a-f]{8})-(?<pid>\d{1,10})-[0-9a-f]{8}\.tmp$/;

/** A temporary file with our pid that is not listed was left by an earlier process with the same pid. */
const ownPaths = new Set<string>();

/**
 * Removes the temporary file if the action fails.
 *
 * @param target without symbolic links
 */
async function withTemporaryFile(
  target: string,
  action: (temporaryPath: string) => Promise<void>,
): Promise<void> {
  const suffix = `.${space}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  const path = `${target}${suffix}`;
  ownPaths.add(path);
  try {
    await action(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    ownPaths.delete(path);
  }
}

/**
 * Files of processes that may still run stay. Never throws: a file that remains does no harm.
 *
 * @param target without symbolic links
 */
async function removeStaleTemporaryFiles(target: string): Promise<void> {
  const [folder, name] = [dirname(target), basename(target)];
  const entries = await readdir(folder).catch(() => []);
  await Promise.all(
    entries
      .filter((entry) => entry.startsWith(name))
      .map(async (entry) => {
        const path = join(folder, entry);
        try {
          if (await isStale(path, entry.slice(name.length))) await rm(path, { force: true });
        } catch {
          // Another process may have removed the file, or the folder is read-only.
        }
      }),
  );
}

async function isStale(path: string, suffix: string): Promise<boolean> {
  const { groups } = suffixPattern.exec(suffix) ?? {};
  if (groups === undefined) return false;
  const stats = await lstat(path);
  if (!stats.isFile()) return false;
  // After the clock was set back, a file is from the future.
  if (groups['space'] !== space) return Math.abs(Date.now() - stats.mtimeMs) > maxAgeElsewhere;
  const pid = Number(groups['pid']);
  return pid === process.pid ? !ownPaths.has(path) : !isRunning(pid);
}
