import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRunning, processSpace } from './process-space';

/** Age in ms at which the temporary file of a process of another host or container counts as left behind. */
const maxAgeElsewhere = 60_000;

/** Says in the name of a temporary file where its process runs. */
const space = createHash('sha256').update(processSpace).digest('hex').slice(0, 8);

const suffixPattern = /^\.(?<space>[0-9a-f]{8})-(?<pid>\d{1,10})-[0-9a-f]{8}\.tmp$/;

/** Temporary files that this process writes: one with its pid that is not among them is of a process before it. */
const ownPaths = new Set<string>();

/**
 * Runs an action with the path of a temporary file beside a file, and removes that temporary file if the action fails.
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
 * Removes the temporary files that killed processes left beside a file. A temporary file stays if the process that writes it
 * may still run. Nothing is thrown: a file that cannot be removed does no harm.
 *
 * @param target the file, without symbolic links
 */
export async function removeLeftTemporaryFiles(target: string): Promise<void> {
  const [folder, name] = [dirname(target), basename(target)];
  const entries = await readdir(folder).catch(() => []);
  await Promise.all(
    entries
      .filter((entry) => entry.startsWith(name))
      .map(async (entry) => {
        const path = join(folder, entry);
        try {
          if (await isLeftBehind(path, entry.slice(name.length))) await rm(path, { force: true });
        } catch {
          // Another process may have removed the file, or the folder is read only.
        }
      }),
  );
}

async function isLeftBehind(path: string, suffix: string): Promise<boolean> {
  const { groups } = suffixPattern.exec(suffix) ?? {};
  if (groups === undefined) return false;
  const stats = await lstat(path);
  if (!stats.isFile()) return false;
  // A clock that was set back makes a file seem to come from the future.
  if (groups['space'] !== space) return Math.abs(Date.now() - stats.mtimeMs) > maxAgeElsewhere;
  const pid = Number(groups['pid']);
  return pid === process.pid ? !ownPaths.has(path) : !isRunning(pid);
}
