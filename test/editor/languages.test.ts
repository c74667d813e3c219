import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../../scripts/node-red/user-directory';

const original = 'en-US';
const catalogues = [
  join(packageFolder, 'nodes', 'locales'),
  join(packageFolder, 'src', 'editor', 'locales'),
];

/** All texts of a catalogue by their path, such as `label.name`. */
function textsOf(content: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof content !== 'object' || content === null) return [[path.join('.'), String(content)]];
  return Object.entries(content).flatMap(([name, value]) => textsOf(value, [...path, name]));
}

const readTexts = (file: string): ReadonlyMap<string, string> =>
  new Map(textsOf(JSON.parse(readFileSync(file, 'utf8'))));

/** What a text takes, such as `__name__`, in alphabetical order. */
const placeholdersOf = (text: string): string =>
  (text.match(/__\w+?__/g) ?? []).toSorted().join(' ');

/** How two lists differ, as sentences. */
const differences = (
  what: string,
  wanted: readonly string[],
  found: readonly string[],
): string[] => [
  ...wanted.filter((name) => !found.includes(name)).map((name) => `${what} lacks ${name}`),
  ...found.filter((name) => !wanted.includes(name)).map((name) => `${what} has ${name} too many`),
];

function catalogueProblems(folder: string, language: string, file: string): string[] {
  const wanted = readTexts(join(folder, original, file));
  const found = readTexts(join(folder, language, file));
  const differing = [...found].filter(
    ([key, text]) =>
      wanted.has(key) && placeholdersOf(text) !== placeholdersOf(wanted.get(key) ?? ''),
  );
  return [
    ...differences(`${language}/${file}`, [...wanted.keys()], [...found.keys()]),
    ...differing.map(
      ([key]) =>
        `${language}/${file}: ${key} takes other values than "${placeholdersOf(wanted.get(key) ?? '')}"`,
    ),
  ];
}

/** In what a language differs from the original, as sentences. @param folder one folder for each language */
function languageProblems(folder: string, language: string): string[] {
  const wanted = readdirSync(join(folder, original));
  const found = readdirSync(join(folder, language));
  const shared = wanted.filter((file) => file.endsWith('.json') && found.includes(file));
  return [
    ...differences(language, wanted, found),
    ...shared.flatMap((file) => catalogueProblems(folder, language, file)),
  ];
}

describe('Every language', () => {
  for (const folder of catalogues) {
    for (const language of readdirSync(folder)) {
      const place = folder.slice(packageFolder.length + 1).replaceAll('\\', '/');
      it(`has the same texts, with the same values: ${place}/${language}`, () => {
        assert.deepEqual(languageProblems(folder, language), []);
      });
    }
  }

  describe('that is not whole', () => {
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'languages-test-'));
      const write = (language: string, file: string, content: object): void =>
        writeFileSync(join(folder, language, file), JSON.stringify(content));
      cpSync(join(packageFolder, 'src', 'editor', 'locales', original), join(folder, original), {
        recursive: true,
      });
      cpSync(join(folder, original), join(folder, 'de'), { recursive: true });
      write(original, 'one.json', { label: { name: 'Name' }, count: '__count__ of __all__' });
      write('de', 'one.json', { label: { title: 'Titel' }, count: '__count__ von __alle__' });
      write(original, 'one.md', {});
      write('de', 'two.md', {});
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it('is compared, and what it lacks, has too many, or has in another form is listed', () => {
      assert.deepEqual(languageProblems(folder, 'de'), [
        'de lacks one.md',
        'de has two.md too many',
        'de/one.json lacks label.name',
        'de/one.json has label.title too many',
        'de/one.json: count takes other values than "__all__ __count__"',
      ]);
    });

    it('is whole again as a copy of the original', () => {
      cpSync(join(folder, original), join(folder, 'fr'), { recursive: true });
      assert.deepEqual(languageProblems(folder, 'fr'), []);
    });
  });
});
