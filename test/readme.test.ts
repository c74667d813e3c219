import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codesByStatus, furtherCodes } from '../src/bridge/errors/errors';
import { limitDocs } from '../scripts/limit-docs';

const readme = readFileSync(join(process.cwd(), 'README.md'), 'utf8');

describe('README.md', () => {
  it('shows the bounds that the code holds; `npm run docs` writes them anew', () => {
    const section = readme.split('<!-- limits -->').at(1)?.split('<!-- /limits -->').at(0);
    const rows = (text: string): readonly string[] =>
      text
        .trim()
        .split('\n')
        .map((line) => line.replaceAll(/\s+|-+/g, ' '));
    assert.deepEqual(rows(section ?? ''), rows(limitDocs(process.cwd())));
  });

  it('explains every error code', () => {
    for (const code of [...Object.values(codesByStatus), ...furtherCodes]) {
      assert.ok(readme.includes(`\`${code}\``), code);
    }
  });
});
