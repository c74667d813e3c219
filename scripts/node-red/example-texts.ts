import { readFileSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parseExampleTexts } from '../../src/editor/workspace/example-texts';
import type { ExampleTexts } from '../../src/editor/workspace/example-texts';
import { packageFolder } from './user-directory';

/** One file for each language. */
export const exampleTextsFolder = join(packageFolder, 'resources', 'examples');

export const listExampleLanguages = (): readonly string[] =>
  readdirSync(exampleTextsFolder).map((file) => parse(file).name);

/**
 * @param language such as `de`
 * @throws {Error} without translations
 */
export const readExampleTexts = (language: string): ExampleTexts =>
  parseExampleTexts(JSON.parse(readFileSync(join(exampleTextsFolder, `${language}.json`), 'utf8')));
