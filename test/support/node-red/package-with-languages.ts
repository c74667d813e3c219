import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFolder } from '../../../scripts/node-red/user-directory';

/** By path, such as `dist/nodes/locales/de/bridge-light.json`. */
type LanguageFiles = Readonly<Record<string, string | object>>;

/** Folders with a folder for each language. */
const builtLocales = [join('dist', 'nodes', 'locales'), join('dist', 'src', 'editor', 'locales')];

/** Folders with files in other languages. */
const languageFolders = [...builtLocales, join('resources', 'examples')];

/**
 * Everything but languages is linked.
 *
 * @param folder made if missing
 * @param files of languages beside English
 */
export function createPackageWithLanguages(folder: string, files: LanguageFiles): void {
  linkAround(folder, '.');
  for (const locales of builtLocales) {
    const english = join(locales, 'en-US');
    cpSync(join(packageFolder, english), join(folder, english), { recursive: true });
  }
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Makes the folders that lead to languages. */
function linkAround(folder: string, path: string): void {
  mkdirSync(join(folder, path), { recursive: true });
  for (const name of readdirSync(join(packageFolder, path))) {
    const inner = join(path, name);
    if (languageFolders.includes(inner)) continue;
    const leadsToLanguages = languageFolders.some((languages) =>
      dirname(languages).startsWith(inner),
    );
    if (leadsToLanguages) linkAround(folder, inner);
    else symlinkSync(join(packageFolder, inner), join(folder, inner));
  }
}
