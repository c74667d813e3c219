import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');
const bundle = join(root, 'dist', 'bundle', 'palette.js');
const bundledFolders = ['nodes', 'src'].map((folder) => join(root, folder));

let isChecked = false;

/** Each process checks once: a check takes as long as loading a flow. */
export function refreshBundle(): void {
  if (isChecked) return;
  isChecked = true;
  const bundledAt = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  const isOutdated = bundledFolders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .some((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs > bundledAt);
  if (isOutdated) execFileSync(process.execPath, [join(root, 'dist', 'scripts', 'build-bundle.js')]);
}
