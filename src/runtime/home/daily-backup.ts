import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackup, parseBackupText } from '../../backup/backup';
import type { ParsedBackup } from '../../backup/backup';
import { planRestore } from '../../backup/plan';
import { readHome } from '../../backup/read-home';
import type { BridgeClient } from '../../bridge';
import { FileError, hasErrorCode } from '../../files/file-system';
import { readTextFile, writeFileAtomically } from '../../files/text-file';
import type { Resource } from '../../resources/resource';

const keptBackups = 7;

/**
 * Makes a backup of the home as `<date>.json`, unless there is one of the day, and removes all but seven. Of two that hold the same home the earlier one goes first: days in which nothing
 * happens, such as those after a reset, do not push out what people made.
 *
 * @param folder of the backups of the bridge; it may be missing
 * @throws {FileError} if the folder or the file cannot be written; what is there stays
 * @throws {BridgeError} if the bridge cannot be read
 */
export async function keepBackupOfToday(
  client: Pick<BridgeClient, 'listAll' | 'list'>,
  folder: string,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const name = `${formatDate(now)}.json`;
  const earlier = await listBackups(folder);
  if (earlier.includes(name)) return;
  const resources = await readHome(client, { signal });
  const text = `${JSON.stringify(createBackup(resources, now), null, 1)}\n`;
  const path = join(folder, name);
  await createFolder(folder);
  await writeFileAtomically(path, text, { mode: 0o600 });
  const surplus = earlier.length + 1 - keptBackups;
  if (surplus <= 0) return;
  const newest = earlier.at(-1);
  const isRepeated = newest !== undefined && (await holdsHome(join(folder, newest), resources));
  const removed = isRepeated ? [newest, ...earlier.slice(0, -1)] : earlier;
  for (const one of removed.slice(0, surplus)) await removeFile(join(folder, one));
}

/** Of the place where Node-RED runs, as people name a day. */
const formatDate = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/**
 * @param name of a file that `listBackups` names; any other is none, so that no path leads out of the folder
 * @throws {FileError} if the file cannot be read
 */
export async function readBackup(folder: string, name: string): Promise<ParsedBackup | undefined> {
  if (!(await listBackups(folder)).includes(name)) return undefined;
  const text = await readTextFile(join(folder, name));
  return text === undefined ? undefined : parseBackupText(text);
}

/** Names of files, oldest first. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => /^\d{4}-\d\d-\d\d\.json$/.test(name))
      .toSorted((one, other) => (one < other ? -1 : 1));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw new FileError('read', folder, error);
  }
}

async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new FileError('write', folder, error);
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw new FileError('write', path, error);
  }
}

/** True if bringing the backup back would do nothing, and the devices are the same. */
async function holdsHome(path: string, resources: readonly Resource[]): Promise<boolean> {
  const parsed = parseBackupText((await readTextFile(path)) ?? '');
  if (!parsed.ok) return false;
  const { backup } = parsed;
  if (listDevices(backup.resources) !== listDevices(resources)) return false;
  const { items } = planRestore(backup, resources, { deletions: true });
  return items.every(({ action }) => action === 'same' || action === 'cannot');
}

const listDevices = (resources: readonly Resource[]): string =>
  resources
    .filter(({ type }) => type === 'device')
    .map(({ id }) => id)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join();
