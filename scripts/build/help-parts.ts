import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Sentences that several help pages share, by name. */
type HelpParts = ReadonlyMap<string, string>;

/**
 * Reads the shared parts of the help pages: the files in `parts/` of a language, and those of English that the language
 * lacks.
 *
 * @param locales folder that holds one folder for each language
 */
export async function readHelpParts(locales: string, language: string): Promise<HelpParts> {
  const original = await readFolder(path.join(locales, 'en-US', 'parts'));
  const own = path.join(locales, language, 'parts');
  return new Map([...original, ...(existsSync(own) ? await readFolder(own) : [])]);
}

async function readFolder(folder: string): Promise<HelpParts> {
  const read = async (file: string): Promise<[string, string]> => [
    path.parse(file).name,
    await readFile(path.join(folder, file), 'utf8'),
  ];
  return new Map(await Promise.all((await readdir(folder)).map(read)));
}

/**
 * Replaces each line `<!-- part: name -->` of a help page by the shared part of this name.
 *
 * @throws Error if there is no such part
 */
export const expandHelpParts = (help: string, parts: HelpParts): string =>
  help.replaceAll(/^<!-- part: (.+) -->$/gm, (_, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`There is no shared part "${name}" of the help.`);
    return part.trim();
  });
