import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { packageFolder } from '../../../scripts/node-red/user-directory';

/** The language that all others are translated from. */
export const original = 'en-US';

/** Folders that hold one folder of texts, or one catalogue, for each language. */
export const localeFolders: readonly string[] = [
  join(packageFolder, 'nodes', 'locales'),
  join(packageFolder, 'src', 'editor', 'locales'),
  join(packageFolder, 'src', 'simulator', 'page', 'locales'),
];

/** What the catalogue of a language is called where it is the only file of the language. */
const onlyCatalogue = 'page.json';

const hasOneCatalogue = (folder: string): boolean => existsSync(join(folder, `${original}.json`));

/** The languages of a folder, without the original. */
export const listLanguages = (folder: string): readonly string[] =>
  readdirSync(folder)
    .map((name) => parse(name).name)
    .filter((name) => name !== original);

/** Paths of the texts of a language, such as `bridge-light.json` and `parts/answer.md`. */
export const listTextFiles = (folder: string, language: string): readonly string[] =>
  hasOneCatalogue(folder)
    ? [onlyCatalogue]
    : readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:json|md)$/.test(file))
        .map((file) => file.replaceAll('\\', '/'));

export const readText = (folder: string, language: string, file: string): string =>
  readFileSync(
    hasOneCatalogue(folder) ? join(folder, `${language}.json`) : join(folder, language, file),
    'utf8',
  );

/** Texts of a catalogue by their path, such as `label.name`. */
export type Texts = ReadonlyMap<string, string>;

function flatten(content: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof content !== 'object' || content === null) return [[path.join('.'), String(content)]];
  return Object.entries(content).flatMap(([name, value]) => flatten(value, [...path, name]));
}

export const readTexts = (folder: string, language: string, file: string): Texts =>
  new Map(flatten(JSON.parse(readText(folder, language, file))));

const pluralForm = /_(zero|one|two|few|many|other)$/;

/** The path of a text without its plural form: `found` for `found_few`. */
export const withoutPluralForm = (key: string): string => key.replace(pluralForm, '');

/** The plural form of a text: `few` for `found_few`; undefined for a text without one. */
export const getPluralForm = (key: string): string | undefined => pluralForm.exec(key)?.[1];

/** Parts of a text in backticks, in alphabetical order. */
export const listCode = (text: string): readonly string[] =>
  (text.match(/```[^]*?```|`[^`\n]+`/g) ?? []).toSorted();

/** The pairs of an English text and its translation, by the path of the text. */
export function pairTexts(
  english: Texts,
  translated: Texts,
): [key: string, english: string, translated: string][] {
  const byBase = new Map([...english].map(([key, text]) => [withoutPluralForm(key), text]));
  return [...translated].flatMap(([key, text]) => {
    const source = english.get(key) ?? byBase.get(withoutPluralForm(key));
    return source === undefined ? [] : [[key, source, text] as [string, string, string]];
  });
}

/** The glossary of a language. */
export interface Glossary {
  /** English terms, with the words that may translate them. */
  terms: ReadonlyMap<string, readonly string[]>;
  /** Texts that need not follow the checks of words, such as `bridge-config.json keyHeader.home`. */
  exceptions: ReadonlySet<string>;
}

/** Reads the glossary of a language; undefined if there is none. */
export function readGlossary(language: string): Glossary | undefined {
  const file = join(packageFolder, 'docs', 'glossaries', `${language}.md`);
  return existsSync(file) ? parseGlossary(readFileSync(file, 'utf8')) : undefined;
}

export function parseGlossary(markdown: string): Glossary {
  const [, terms = ''] = /^## Terms$([^]*?)(?=^## |(?![^]))/m.exec(markdown) ?? [];
  const [, exceptions = ''] = /^## Exceptions$([^]*?)(?=^## |(?![^]))/m.exec(markdown) ?? [];
  const rows = [...terms.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|/gm)].slice(2);
  return {
    terms: new Map(rows.map(([, term = '', words = '']) => [term, words.split(/, */)])),
    exceptions: new Set(
      [...exceptions.matchAll(/^- `([^`]+)` `([^`]+)`/gm)].map(
        ([, file = '', key = '']) => `${file} ${key}`,
      ),
    ),
  };
}

/** The name of a text in the exceptions of a glossary. */
export const nameText = (file: string, key: string): string => `${basename(file)} ${key}`;
