import { existsSync, readdirSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** True for the temporary files of editors. */
const isTemporary = (name: string): boolean => /^\.|~$|^\d+$/.test(name);

/**
 * Watches folders and all below them, also those that are made later. Each folder has a watcher of its own, because
 * not every system can watch a tree.
 *
 * @param roots absolute paths
 * @param onChange called with the absolute path of what was written, made or removed
 * @returns ends it
 */
export function watchFolders(
  roots: readonly string[],
  onChange: (path: string) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  const watchOne = (folder: string): void => {
    const watcher = watch(folder, (_event, name) => {
      if (name !== null && isTemporary(name)) return;
      onChange(name === null ? folder : join(folder, name));
      refresh();
    });
    watcher.on('error', () => forget(folder));
    watchers.set(folder, watcher);
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const refresh = (): void => {
    const present = new Set(roots.flatMap(foldersIn));
    for (const folder of watchers.keys()) if (!present.has(folder)) forget(folder);
    for (const folder of present) if (!watchers.has(folder)) watchOne(folder);
  };
  refresh();
  return () => {
    for (const folder of watchers.keys()) forget(folder);
  };
}

/** A folder and all below it. */
function foldersIn(root: string): readonly string[] {
  if (!existsSync(root)) return [];
  const below = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return [root, ...below];
}
