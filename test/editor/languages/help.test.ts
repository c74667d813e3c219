import assert from 'node:assert/strict';
import {
  listCode,
  listLanguages,
  listTextFiles,
  localeFolders,
  original,
  readText,
} from './language-files';

const folder = localeFolders[0] ?? '';

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
