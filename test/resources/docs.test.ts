import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderResourceDocs } from '../../scripts/docs/resource-docs';

describe('docs/resources.md', () => {
  it('says what the table says; `npm run docs` writes it anew', () => {
    const page = readFileSync(join(process.cwd(), 'docs', 'resources.md'), 'utf8');
    assert.equal(page, renderResourceDocs());
  });
});
