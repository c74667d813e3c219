import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseExampleTexts } from '../../src/editor/workspace/example-texts';
import type { ExampleTexts } from '../../src/editor/workspace/example-texts';
import { packageFolder } from './user-directory';

/**
 * Reads the translations of the examples' texts.
 *
 * @param language such as `de`
 * @throws {Error} when the language has no translations
 */
export const readExampleTexts = (language: string): ExampleTexts =>
  parseExampleTexts(
    JSON.parse(
      readFileSync(join(packageFolder, 'resources', 'examples', `${language}.json`), 'utf8'),
    ),
  );
