import { readFileSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parseExampleTexts } from '../../src/editor/workspace/example-texts';
import type { ExampleTexts } from '../../src/editor/workspace/example-texts';
import { packageFolder } from './user-directory';

/** Holds one file for each language. */
export const exampleTextsFolder = join(packageFolder, 'resources', 'examples');

/** Languages that the examples are translated to. */
export const listExampleLanguages = (): readonly string[] =>
  readdirSync(exampleTextsFolder).map((file) => parse(file).name);

/**
 * Reads the translations of the examples' texts.
 *
 * @param language such as `de`
 * @throws {Error} when the language has no translations
 */
export const readExampleTexts = (language: string): ExampleTexts =>
  parseExampleTexts(JSON.parse(readFileSync(join(exampleTextsFolder, `${language}.json`), 'utf8')));
