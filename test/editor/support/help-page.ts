import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../scripts/node-red/user-directory';

/** Folder that holds the help as Node-RED loads it, one folder for each language. */
export const builtHelpFolder = join(packageFolder, 'dist', 'nodes', 'locales');

/**
 * Reads the help of a node as Node-RED loads it, without the element around it. Returns Markdown.
 *
 * @param language the help is in English if it has none
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
