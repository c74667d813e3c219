import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodesByStatus, nonStatusErrorCodes } from '../src/bridge/errors/bridge-error';
import { renderLimitDocs } from '../scripts/limit-docs';

const readme = readFileSync(join(process.cwd(), 'README.md'), 'utf8');

describe('README.md', () => {
  it('shows the bounds that the code holds; `npm run docs` writes them anew', () => {
    const section = readme.split('<!-- limits -->').at(1)?.split('<!-- /limits -->').at(0);
    const rows = (text: string): readonly string[] =>
      text
        .trim()
        .split('\n')
        .map((line) => line.replaceAll(/\s+|-+/g, ' '));
    assert.deepEqual(rows(section ?? ''), rows(renderLimitDocs(process.cwd())));
  });

  it('explains every error code', () => {
    for (const code of [...Object.values(errorCodesByStatus), ...nonStatusErrorCodes]) {
      assert.ok(readme.includes(`\`${code}\``), code);
    }
  });
});
