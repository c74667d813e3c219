import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse, basename } from 'node:path';
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
  parseGlossary,
  readText,
} from './language-files';
import type { Texts, Glossary } from './language-files';

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

/** Search words of the palette and of the types: a translation has its own. */
const isSearchWords = (key: string): boolean => /^(?:paletteWords|typeWords)\./.test(key);

/** Lower case without accents. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

/** The beginning of a word that its forms share; Chinese, Japanese and Korean words are whole. */
const toStem = (word: string): string =>
  /^[ -\u04ff]+$/.test(word)
    ? fold(word).slice(0, Math.max(3, Math.ceil(word.length * 0.6)))
    : fold(word);

/** Words of English alone: no code, no values, no links. */
const toWords = (text: string): string =>
  text
    .replaceAll(/```[^]*?```|`[^`\n]+`|__\w+?__|\]\([^)]*\)|<!--.*?-->|^ *: \w+ \([^)]*\)/gm, ' ')
    .toLowerCase();

/** English terms of a text. A term that is a part of a longer one does not count there. */
function listTerms(text: string, terms: readonly string[]): readonly string[] {
  let rest = toWords(text);
  return terms
    .toSorted((first, second) => second.length - first.length)
    .filter((term) => {
      const pattern = new RegExp(`\\b${term.replace(/y$/, '(?:y|ies)')}s?\\b`, 'g');
      const isFound = pattern.test(rest);
      rest = rest.replaceAll(pattern, ' ');
      return isFound;
    });
}

/** Terms of an English text for which its translation has none of the glossary's words. */
const listMissingTerms = (
  english: string,
  translated: string,
  { terms }: Glossary,
): readonly string[] => {
  const folded = fold(translated);
  const hasWord = (word: string): boolean =>
    word.split(' ').every((part) => folded.includes(toStem(part)));
  return listTerms(english, [...terms.keys()]).filter((term) => !terms.get(term)?.some(hasWord));
};

function listGlossaryProblems(language: string, glossary: Glossary): string[] {
  const problems = localeFolders
    .filter((folder) => listLanguages(folder).includes(language))
    .flatMap((folder) =>
      listTextFiles(folder, language)
        .filter((file) => listTextFiles(folder, original).includes(file))
        .flatMap((file): [name: string, missing: readonly string[]][] =>
          file.endsWith('.md')
            ? [
                [
                  `${file} page`,
                  listMissingTerms(
                    readText(folder, original, file),
                    readText(folder, language, file),
                    glossary,
                  ),
                ],
              ]
            : pairTexts(readTexts(folder, original, file), readTexts(folder, language, file))
                .filter(([key]) => !isSearchWords(key))
                .map(([key, english, text]) => [
                  nameText(file, key),
                  listMissingTerms(english, text, glossary),
                ]),
        ),
    );
  return problems
    .filter(([name, missing]) => missing.length > 0 && !glossary.exceptions.has(name))
    .map(([name, missing]) => `${name} has no word for: ${missing.join(', ')}`);
}

describe('The glossaries', () => {
  const folder = join(packageFolder, 'docs', 'glossaries');
  const languages = readdirSync(folder).map((file) => parse(file).name);

  it('are there for each language that has texts', () => {
    const translated = [...new Set(localeFolders.flatMap(listLanguages))];
    assert.deepEqual(
      translated.filter((language) => !languages.includes(language)),
      [],
    );
  });

  it('have the same terms, each with a word', () => {
    const terms = (language: string): readonly string[] => [
      ...(readGlossary(language)?.terms.keys() ?? []),
    ];
    const [first = ''] = languages;
    assert.ok(terms(first).length > 40);
    for (const language of languages) assert.deepEqual(terms(language), terms(first), language);
  });

  for (const language of languages) {
    it(`are followed by the texts: ${language}`, () => {
      const glossary = readGlossary(language);
      assert.ok(glossary);
      assert.deepEqual(listGlossaryProblems(language, glossary), []);
    });
  }

  it('are compared with a text by the beginnings of words, whatever their form', () => {
    const glossary = parseGlossary(
      '## Terms\n\n| English | Translation | Note |\n| --- | --- | --- |\n' +
        '| room | Raum | |\n| scene | Szene | |\n| smart scene | Smart-Szene | |\n\n' +
        '## Exceptions\n\n- `a.json` `b.c`\n',
    );
    const missing = (english: string, translated: string): readonly string[] =>
      listMissingTerms(english, translated, glossary);
    assert.deepEqual(missing('The rooms of a scene', 'Die Räume einer Szene'), []);
    assert.deepEqual(missing('The rooms of a scene', 'Die Zimmer einer Szene'), ['room']);
    assert.deepEqual(missing('a smart scene', 'eine Smart-Szene'), []);
    assert.deepEqual(missing('a smart scene', 'ein Zeitplan'), ['smart scene']);
    assert.deepEqual(missing('`room`, __scene__', 'nichts'), []);
    assert.deepEqual([...glossary.exceptions], ['a.json b.c']);
  });
});

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

/** Takes the words out of examples that are translated: names of nodes and their texts. */
const withoutExampleWords = (markdown: string): string =>
  markdown.replaceAll(/```json[^]*?```/g, (example) =>
    example.replaceAll(/"(name|label|info)": "(?:\\.|[^"\\])*"/g, '"$1"'),
  );

const listHelpCode = (markdown: string): readonly string[] =>
  listCode(withoutExampleWords(markdown));

const listLinks = (markdown: string): readonly string[] =>
  (markdown.match(/\]\([^)]+\)/g) ?? []).toSorted();

/** Beginnings of the lines that give a page its structure: headings, lists, definitions, shared parts. */
const listStructure = (markdown: string): readonly string[] =>
  markdown
    .split('\n')
    .flatMap(
      (line) =>
        /^(?:#+ |```|<!--.*-->| *: \w+ \([^)]*\) : (?:_(?=\p{L}))?| *- |\d+\. |\|)/u.exec(
          line,
        )?.[0] ?? [],
    );

/** Lines of at least three words that a translation has left as they were. */
const listEnglishLines = (english: string, translated: string): readonly string[] => {
  const lines = new Set(translated.split('\n'));
  return english
    .split('\n')
    .filter((line) => /[a-z]{3,} [a-z]{3,} [a-z]{3,}/.test(line) && !/^\s*[{<[]/.test(line))
    .filter((line) => lines.has(line));
};

/** In what a help page differs from the English one, as sentences. */
function listHelpProblems(english: string, translated: string): string[] {
  const compare = (what: string, list: (markdown: string) => readonly string[]): string[] => {
    const wanted = list(english);
    const found = list(translated);
    const index = wanted.findIndex((entry, place) => entry !== found[place]);
    const place = index === -1 && found.length > wanted.length ? wanted.length : index;
    return place === -1 ? [] : [`has as ${what} ${found[place]}, and not ${wanted[place]}`];
  };
  return [
    ...compare('code', listHelpCode),
    ...compare('link', listLinks),
    ...compare('structure', listStructure),
    ...listEnglishLines(english, translated).map((line) => `has in English: ${line}`),
  ];
}

describe('The help of every language', () => {
  const folder = localeFolders[0] ?? '';

  for (const language of listLanguages(folder)) {
    const files = listTextFiles(folder, language).filter((file) => file.endsWith('.md'));
    it(`has the code, the links and the structure of the English help: ${language}`, () => {
      const english = new Set(listTextFiles(folder, original));
      const problems = files
        .filter((file) => english.has(file))
        .flatMap((file) =>
          listHelpProblems(readText(folder, original, file), readText(folder, language, file)).map(
            (problem) => `${file} ${problem}`,
          ),
        );
      assert.deepEqual(problems, []);
    });
  }

  it('is compared, and each difference is listed', () => {
    const page = (words: string, code: string, link: string, mark: string): string =>
      `${words}\n\n### Inputs\n\n: payload (any) : _optional_ ${code}\n\n${mark} one\n\n[Errors](${link})\n`;
    const example = '```json\n[{"id": "a", "name": "Warm light"}]\n```\n';
    const translatedExample = '```json\n[{"id": "a", "name": "Warmes Licht"}]\n```\n';
    const english = page('Sets the lamp now.', '`true`', 'docs/errors.md', '-') + example;
    assert.deepEqual(
      listHelpProblems(
        english,
        page('Stellt eine Lampe.', '`true`', 'docs/errors.md', '-') + translatedExample,
      ),
      [],
    );
    assert.deepEqual(
      listHelpProblems(
        english,
        page('Sets the lamp now.', '`wahr`', 'docs/fehler.md', '1.') +
          example.replace('"a"', '"b"'),
      ),
      [
        'has as code ```json\n[{"id": "b", "name"}]\n```, and not ```json\n[{"id": "a", "name"}]\n```',
        'has as link ](docs/fehler.md), and not ](docs/errors.md)',
        'has as structure 1. , and not - ',
        'has in English: Sets the lamp now.',
      ],
    );
  });
});
