import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Digests of files by their absolute path. */
export type BuiltFiles = ReadonlyMap<string, string>;

/** True for files that nothing loads at run time. */
const isIgnored = (name: string): boolean => /\.(?:d\.ts|map|tsbuildinfo)$/.test(name);

/** Digests of the build output. Modification times would not do: the compiler rewrites files with the same content. */
export function builtFiles(folder: string): BuiltFiles {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isIgnored(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file, digestOf(file)]));
}

/** Paths of the files that differ, are new or are gone. */
export const changedFiles = (before: BuiltFiles, after: BuiltFiles): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );

const digestOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('base64');
