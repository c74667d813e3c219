import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns the texts of the files of a folder, by their names without the ending. */
export async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const read = async (file: string): Promise<[string, string]> => [
    path.parse(file).name,
    await readFile(path.join(folder, file), 'utf8'),
  ];
  return new Map(await Promise.all((await readdir(folder)).map(read)));
}
