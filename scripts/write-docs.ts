import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultGroups } from '../test/faults/all-cases';
import { faultDocs, measuredIn } from './fault-docs';
import { limitDocs } from './limit-docs';
import { replaceSection } from './readme-section';
import { resourceDocs } from './resource-docs';

const root = process.cwd();
const readme = join(root, 'README.md');

writeFileSync(join(root, 'docs', 'resources.md'), resourceDocs());
writeFileSync(readme, replaceSection(readFileSync(readme, 'utf8'), 'limits', limitDocs(root)));

const faults = join(root, 'docs', 'faults.md');
const page = readFileSync(faults, 'utf8');
const cases = faultDocs(faultGroups, measuredIn(page));
writeFileSync(faults, replaceSection(page, 'cases', cases));
