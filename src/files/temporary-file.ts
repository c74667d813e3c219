import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRunning, processSpace } from './process-space';

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
export async function withTemporaryFile(
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
export async function removeStaleTemporaryFiles(target: string): Promise<void> {
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
