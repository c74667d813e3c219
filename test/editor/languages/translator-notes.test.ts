import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageFolder } from '../../../scripts/node-red/user-directory';
import { listTextFiles, localeFolders, original, readTexts } from './language-files';

/** The keys of the English catalogues, and the groups that hold them, by the name of the file. */
const keysByFile: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  localeFolders.flatMap((folder) =>
    listTextFiles(folder, original)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [basename(file), listKeysAndGroups(folder, file)] as const),
  ),
);

function listKeysAndGroups(folder: string, file: string): ReadonlySet<string> {
  return new Set(
    [...readTexts(folder, original, file).keys()].flatMap((key) => {
      const names = key.split('.');
      return names.map((_, index) => names.slice(0, index + 1).join('.'));
    }),
  );
}

/** The texts of the notes, as file and key. */
function listNotedTexts(markdown: string): readonly (readonly [file: string, key: string])[] {
  const [, notes = ''] = /^### Notes for translators$([^]*?)^## /m.exec(markdown) ?? [];
  return [...notes.matchAll(/^\| `([^`]+)` `([^`]+)` +\|/gm)].map(
    ([, file = '', key = '']) => [file, key] as const,
  );
}

describe('The notes for translators', () => {
  const texts = listNotedTexts(readFileSync(join(packageFolder, 'CONTRIBUTING.md'), 'utf8'));

  it('are about several texts', () => {
    assert.ok(texts.length > 10);
  });

  for (const [file, key] of texts)
    it(`are about a text or a group of texts that English has: ${file} ${key}`, () => {
      assert.ok(keysByFile.get(file)?.has(key));
    });
});
