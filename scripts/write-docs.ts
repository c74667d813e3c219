import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultGroups } from '../test/faults/all-cases';
import { renderFaultDocs, parseMeasurements } from './docs/fault-docs';
import { renderLimitDocs } from './docs/limit-docs';
import { replaceSection } from './docs/replace-section';
import { renderResourceDocs } from './docs/resource-docs';

const root = process.cwd();
const limits = join(root, 'docs', 'limits.md');

writeFileSync(join(root, 'docs', 'resources.md'), renderResourceDocs());

writeFileSync(
  limits,
  replaceSection(readFileSync(limits, 'utf8'), 'limits', renderLimitDocs(root)),
);

const faults = join(root, 'docs', 'faults.md');
const page = readFileSync(faults, 'utf8');
const cases = renderFaultDocs(faultGroups, parseMeasurements(page));
writeFileSync(faults, replaceSection(page, 'cases', cases));
