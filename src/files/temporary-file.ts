import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRunning, processSpace } from './process-space';

/** Age in ms at which a temporary file of another host or container is stale. */
const maxAgeElsewhere = 60_000;

/** The process space in the name of a temporary file. */
const space = createHash('sha256').update(processSpace).digest('hex').slice(0, 8);

const suffixPattern = /^\.(?<space>[0-9a-f]{8})-(?<pid>\d{1,10})-[0-9a-f]{8}\.tmp$/;

/**
 * Temporary files of this process. One with our pid that is not listed was left by an earlier process with the same
 * pid.
 */
const ownPaths = new Set<string>();

/**
 * Runs an action with the path of a temporary file beside a file. Removes the temporary file if the action fails.
 *
 * @param target the file, without symbolic links
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
 * Removes temporary files that killed processes left beside a file. Files of processes that may still run stay. Never
 * throws: a file that cannot be removed does no harm.
 *
 * @param target the file, without symbolic links
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
  // After the clock was set back, a file seems to come from the future.
  if (groups['space'] !== space) return Math.abs(Date.now() - stats.mtimeMs) > maxAgeElsewhere;
  const pid = Number(groups['pid']);
  return pid === process.pid ? !ownPaths.has(path) : !isRunning(pid);
}
