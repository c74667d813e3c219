import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../scripts/node-red/user-directory';

/** A folder for each language. */
export const builtHelpFolder = join(packageFolder, 'dist', 'nodes', 'locales');

/**
 * Returns Markdown, without the element around it.
 *
 * @param language in English if it has no help
 */
export function readHelpPage(type: string, language = 'en-US'): string {
  const own = join(builtHelpFolder, language, `${type}.html`);
  return readFileSync(
    existsSync(own) ? own : join(builtHelpFolder, 'en-US', `${type}.html`),
    'utf8',
  )
    .replace(/^<script[^>]*>\n/, '')
    .replace(/\n<div class="lighting-bridge-help"><\/div>\n<\/script>\n$/, '');
}
