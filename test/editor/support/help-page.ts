import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../scripts/node-red/user-directory';

/** Reads the help of a node as Node-RED loads it, without the element around it. Returns Markdown. */
export const readHelpPage = (type: string): string =>
  readFileSync(join(packageFolder, 'dist', 'nodes', 'locales', 'en-US', `${type}.html`), 'utf8')
    .replace(/^<script[^>]*>\n/, '')
    .replace(/\n<div class="lighting-bridge-help"><\/div>\n<\/script>\n$/, '');
