import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = process.cwd();
const helpFolder = join(root, 'nodes', 'locales', 'en-US');

/** Pages that people read outside Node-RED. */
const pages = [root, join(root, 'docs')].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** Text without code, in which brackets and number signs mean something else. */
const withoutCode = (page: string): string =>
  page.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, 'code');

/** Targets of links and pictures that lie in this project, as written. */
const findLocalLinks = (page: string): readonly string[] =>
  [...withoutCode(page).matchAll(/\]\((?<target>[^)\s]+)\)/g)]
    .map(({ groups }) => groups?.['target'] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));

/** Links of the help pages. The editor opens `docs/messages.md` from the folder of the package. */
const findHelpLinks = (): readonly { page: string; link: string }[] =>
  readdirSync(helpFolder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => findLocalLinks(readFileSync(join(helpFolder, name), 'utf8')))
    .map((link) => ({ page: join(root, 'README.md'), link }));

/** Anchors that GitHub makes of headings: lower case, no punctuation, hyphens for spaces, numbered when equal. */
function findAnchors(page: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const headings = page.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} +(?<text>.+)$/gm);
  const anchors = [...headings].map(({ groups }) => {
    const slug = (groups?.['text'] ?? '')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}

/** @returns what is wrong with a link; undefined when it leads somewhere */
function describeBrokenLink(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  const where = `${relative(root, page)}: ${link}`;
  if (!existsSync(target)) return `${where} leads to no file.`;
  if (anchor === undefined) return undefined;
  return findAnchors(readFileSync(target, 'utf8')).has(anchor)
    ? undefined
    : `${where} leads to no heading.`;
}

describe('The pages of the documentation', () => {
  it('link to files and headings that exist', () => {
    const links = pages.flatMap((page) =>
      findLocalLinks(readFileSync(page, 'utf8')).map((link) => ({ page, link })),
    );
    assert.ok(links.length > 50, `Only ${links.length} links were found.`);
    const broken = links
      .concat(findHelpLinks())
      .flatMap(({ page, link }) => describeBrokenLink(page, link) ?? []);
    assert.deepEqual(broken, []);
  });

  it('are all reached from the README', () => {
    const reached = new Set([join(root, 'README.md')]);
    for (const page of reached) {
      if (!page.endsWith('.md')) continue;
      for (const link of findLocalLinks(readFileSync(page, 'utf8'))) {
        reached.add(join(dirname(page), link.split('#')[0] ?? ''));
      }
    }
    assert.deepEqual(
      pages.filter((page) => !reached.has(page)).map((page) => relative(root, page)),
      [],
    );
  });
});
