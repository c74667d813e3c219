import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../../../scripts/node-red/user-directory';
import {
  getPluralForm,
  listCode,
  listLanguages,
  listTextFiles,
  localeFolders,
  nameText,
  original,
  pairTexts,
  readGlossary,
  readTexts,
  withoutPluralForm,
} from './language-files';
import type { Texts } from './language-files';

/** What a text takes, such as `__name__`, in alphabetical order. */
const listPlaceholders = (text: string): readonly string[] =>
  [...new Set(text.match(/__\w+?__/g))].toSorted();

/** How two lists differ, as sentences. */
const listDifferences = (
  what: string,
  wanted: readonly string[],
  found: readonly string[],
): string[] => [
  ...wanted.filter((name) => !found.includes(name)).map((name) => `${what} lacks ${name}`),
  ...found.filter((name) => !wanted.includes(name)).map((name) => `${what} has ${name} too many`),
];

/**
 * The paths that a translation has: those of English. A text with one plural form has all forms of the language.
 *
 * @returns in the order of English
 */
function listWantedKeys(english: Texts, translated: Texts, language: string): readonly string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const isPlural = (key: string): boolean =>
    [english, translated].some((texts) =>
      [...texts.keys()].some((other) => getPluralForm(other) && withoutPluralForm(other) === key),
    );
  return [...new Set([...english.keys()].map(withoutPluralForm))].flatMap((key) =>
    isPlural(key) ? forms.map((form) => `${key}_${form}`) : [key],
  );
}

/** True if a translation takes the values of the English text. A form for one thing may say the number in words. */
function takesSameValues(key: string, english: string, translated: string): boolean {
  const isCountFree = getPluralForm(key) !== undefined;
  const list = (text: string): string =>
    listPlaceholders(text)
      .filter((name) => !(isCountFree && name === '__count__'))
      .join();
  return list(english) === list(translated);
}

/** True for a text that has words of English, not only names and units. */
const hasEnglishWords = (text: string): boolean => /[a-z]{3,} [a-z]{3,}/.test(text);

/** In what a catalogue differs from the original, as sentences. */
function listCatalogueProblems(folder: string, language: string, file: string): string[] {
  const english = readTexts(folder, original, file);
  const translated = readTexts(folder, language, file);
  const exceptions = readGlossary(language)?.exceptions ?? new Set();
  const name = `${language}/${file}`;
  return [
    ...listDifferences(name, listWantedKeys(english, translated, language), [...translated.keys()]),
    ...pairTexts(english, translated).flatMap(([key, source, text]) => [
      ...(takesSameValues(key, source, text)
        ? []
        : [`${name}: ${key} takes other values than "${listPlaceholders(source).join(' ')}"`]),
      ...(listCode(source).join() === listCode(text).join()
        ? []
        : [`${name}: ${key} has other code than "${listCode(source).join(' ')}"`]),
      ...(text === source && hasEnglishWords(text) && !exceptions.has(nameText(file, key))
        ? [`${name}: ${key} is English: ${text}`]
        : []),
    ]),
  ];
}

/** In what a language differs from the original, as sentences. @param folder one folder for each language */
function listLanguageProblems(folder: string, language: string): string[] {
  const wanted = listTextFiles(folder, original);
  const found = listTextFiles(folder, language);
  const shared = wanted.filter((file) => file.endsWith('.json') && found.includes(file));
  return [
    ...listDifferences(language, wanted, found),
    ...shared.flatMap((file) => listCatalogueProblems(folder, language, file)),
  ];
}

/** Texts that the editor takes for others: the status of a node is looked up in its catalogue. */
const listMisreadStatusTexts = (folder: string, language: string): string[] => {
  const texts = readTexts(folder, language, 'bridge-config.json');
  const names = new Set([...texts.keys()].map((key) => key.split('.')[0] ?? ''));
  return [...texts]
    .filter(([key, text]) => key.startsWith('status.') && names.has(text))
    .map(([key]) => key);
};

describe('Every language', () => {
  for (const folder of localeFolders) {
    const place = folder.slice(packageFolder.length + 1).replaceAll('\\', '/');
    for (const language of listLanguages(folder)) {
      it(`has the same texts, with the same values, and none in English: ${place}/${language}`, () => {
        assert.deepEqual(listLanguageProblems(folder, language), []);
      });
    }
  }

  for (const language of [original, ...listLanguages(localeFolders[0] ?? '')]) {
    it(`has no status text that is the name of a text: ${language}`, () => {
      assert.deepEqual(listMisreadStatusTexts(localeFolders[0] ?? '', language), []);
    });
  }

  describe('that is not whole', () => {
    let folder: string;
    const write = (language: string, file: string, content: object): void =>
      writeFileSync(join(folder, language, file), JSON.stringify(content));
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'languages-test-'));
      cpSync(join(localeFolders[1] ?? '', original), join(folder, original), { recursive: true });
      rmSync(join(folder, original, 'plugin.json'));
      cpSync(join(folder, original), join(folder, 'de'), { recursive: true });
      cpSync(join(folder, original), join(folder, 'ru'), { recursive: true });
      write(original, 'one.json', {
        label: { name: 'Name' },
        count: '__count__ of __all__',
        code: 'Write `on`.',
        hint: 'the whole state',
      });
      write(original, 'one.md', {});
      write('de', 'one.json', {
        label: { title: 'Titel' },
        count: '__count__ von __alle__',
        code: 'Schreibe `an`.',
        hint: 'the whole state',
      });
      write('de', 'two.md', {});
      write('ru', 'one.md', {});
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it('is compared, and what it lacks, has too many, or has in another form is listed', () => {
      assert.deepEqual(listLanguageProblems(folder, 'de'), [
        'de lacks one.md',
        'de has two.md too many',
        'de/one.json lacks label.name',
        'de/one.json has label.title too many',
        'de/one.json: count takes other values than "__all__ __count__"',
        'de/one.json: code has other code than "`on`"',
        'de/one.json: hint is English: the whole state',
      ]);
    });

    it('lacks each plural form that its own rules have', () => {
      const texts = { label: { name: 'Имя' }, code: 'Пишите `on`.', hint: 'состояние' };
      const forms = {
        count_one: 'одна из __all__',
        count_few: '__count__ из __all__',
        count_two: '__count__ из __all__',
      };
      write('ru', 'one.json', { ...texts, ...forms });
      assert.deepEqual(listLanguageProblems(folder, 'ru').toSorted(), [
        'ru/one.json has count_two too many',
        'ru/one.json lacks count_many',
        'ru/one.json lacks count_other',
      ]);
    });
  });
});
