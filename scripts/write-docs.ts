import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitDocs } from './limit-docs';
import { replaceSection } from './readme-section';
import { resourceDocs } from './resource-docs';

const root = process.cwd();
const readme = join(root, 'README.md');

writeFileSync(join(root, 'docs', 'resources.md'), resourceDocs());
writeFileSync(readme, replaceSection(readFileSync(readme, 'utf8'), 'limits', limitDocs(root)));
