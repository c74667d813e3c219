import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { packageFolder } from '../../../scripts/node-red/user-directory';
import {
  listLanguages,
  listTextFiles,
  localeFolders,
  nameText,
  original,
  pairTexts,
  parseGlossary,
  readGlossary,
  readText,
  readTexts,
} from './language-files';
import type { Glossary } from './language-files';

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
