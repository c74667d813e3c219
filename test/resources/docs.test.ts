import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPollHelp, renderResourceDocs } from '../../scripts/docs/resource-docs';

describe('docs/resources.md', () => {
  it('says what the table says; `npm run docs` writes it anew', () => {
    const page = readFileSync(join(process.cwd(), 'docs', 'resources.md'), 'utf8');
    assert.equal(page, renderResourceDocs());
  });
});

describe('The help of the poll node', () => {
  it('lists the plain values of the table; `npm run docs` writes them anew', () => {
    const file = join(process.cwd(), 'nodes', 'locales', 'en-US', 'bridge-poll.md');
    const help = readFileSync(file, 'utf8');
    const withoutLayout = (text: string): string =>
      text.replaceAll(/-+|\s+/gu, ' ').replaceAll(/ +/gu, ' ');
    assert.equal(withoutLayout(help), withoutLayout(renderPollHelp(help)));
  });
});
