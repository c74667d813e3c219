import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, dirname, relative } from 'node:path';
import { readRecipes } from '../../scripts/docs/cookbook-recipes';
import { renderLimitDocs } from '../../scripts/docs/limit-docs';
import { getNestedMember } from '../../src/resources/members';
import { errorCodesByStatus, nonStatusErrorCodes } from '../../src/bridge/errors';

const readPage = (name: string): string => readFileSync(join(process.cwd(), name), 'utf8');

/** Files and folders within a folder of the project, relative to the project. */
const listWithin = (folder: string): readonly string[] =>
  readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path).replaceAll('\\', '/'),
  );

describe('README.md', () => {
  it('is read in two minutes: at most 150 lines', () => {
    const lines = readPage('README.md').trimEnd().split('\n');
    assert.ok(lines.length <= 150, `${lines.length} lines`);
  });

  it('says how to try it from a checkout, and how to test it', () => {
    for (const command of ['npm ci && npm start', '`npm ci`', '`npm test`']) {
      assert.ok(readPage('README.md').includes(command), command);
    }
  });
});

describe('The pictures of the documentation', () => {
  it('are shown, and load fast: at most 200 kB each; `npm run pictures` takes them anew', () => {
    const folder = join(process.cwd(), 'docs', 'images');
    const pages = listWithin('docs').filter((path) => path.endsWith('.md'));
    const pagesText = [readPage('README.md').replaceAll('docs/images/', 'images/')]
      .concat(pages.map(readPage))
      .join('\n');
    for (const name of readdirSync(folder)) {
      assert.ok(pagesText.includes(`](images/${name})`), `${name} is not shown.`);
      assert.ok(statSync(join(folder, name)).size <= 200_000, `${name} is too large.`);
    }
  });
});

describe('docs/limits.md', () => {
  it('shows the bounds that the code holds; `npm run docs` writes them anew', () => {
    const section = readPage('docs/limits.md')
      .split('<!-- limits -->')
      .at(1)
      ?.split('<!-- /limits -->')
      .at(0);
    assert.equal(section?.trim(), renderLimitDocs(process.cwd()).trim());
  });
});

describe('docs/errors.md', () => {
  it('says of every error code when it comes, what to do, and whether to repeat; and of no other', () => {
    const [, codesChapter = ''] = readPage('docs/errors.md').split('\n## Codes\n');
    const sections = codesChapter.split('\n### ').slice(1);
    assert.deepEqual(
      sections.map((section) => section.slice(0, section.indexOf('\n'))),
      [
        'Change something first',
        'Repeat after a pause',
        'Repeat if nothing was sent',
        'Look first',
      ],
    );
    const rows = sections.flatMap((section) => [
      ...section.matchAll(/^\| `(?<code>ERR_\w+)` +\|(?<rest>.*)\|$/gm),
    ]);
    const codes = rows.map(({ groups }) => groups?.['code'] ?? '');
    const known: readonly string[] = [...Object.values(errorCodesByStatus), ...nonStatusErrorCodes];
    assert.deepEqual(codes.toSorted(), known.toSorted());
    for (const { groups } of rows) {
      const cells = groups?.['rest']?.split('|').map((cell) => cell.trim()) ?? [];
      assert.ok(
        cells.length === 2 && cells.every(Boolean),
        `${groups?.['code']} is not explained.`,
      );
    }
  });
});

/** All texts in a part of a locale file. */
const listTexts = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(listTexts);

describe('docs/troubleshooting.md', () => {
  it('explains every status text that is the same each time', () => {
    const page = readPage('docs/troubleshooting.md');
    const labels: unknown = JSON.parse(readPage('nodes/locales/en-US/bridge-config.json'));
    const texts = listTexts(getNestedMember(labels, 'status')).filter(
      (text) => !text.includes('__'),
    );
    assert.ok(texts.length > 60, `only ${texts.length} texts`);
    const rows = [...page.matchAll(/^\| (`[^|]+`) +\|/gm)].map(([, cell = '']) => cell);
    const explained = new Set(
      rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text)),
    );
    assert.deepEqual(
      texts.filter((text) => !explained.has(text)),
      [],
    );
  });
});

describe('docs/cookbook.md', () => {
  it('names a flow to import for each recipe, and shows a picture of it', () => {
    const recipes = readRecipes();
    const titles = [...readPage('docs/cookbook.md').matchAll(/^## (.+)$/gm)].map(
      ([, title]) => title,
    );
    assert.deepEqual(
      recipes.map(({ title }) => title),
      titles,
    );
    for (const { picture } of recipes)
      assert.ok(existsSync(join(process.cwd(), 'docs', 'images', `${picture}.png`)), picture);
  });
});

describe('The pages about the code', () => {
  it('follow the five trips through files that there are', () => {
    const files = [
      ...readPage('docs/architecture.md').matchAll(/^((?:src|nodes)\/\S+\.ts) /gm),
    ].map(([, file = '']) => file);
    assert.ok(files.length > 30, `only ${files.length} files`);
    assert.deepEqual(
      files.filter((file) => !existsSync(join(process.cwd(), file))),
      [],
    );
  });

  it('name only files and folders that there are', () => {
    const named = [
      ...`${readPage('CONTRIBUTING.md')}\n${readPage('docs/architecture.md')}`.matchAll(
        /`((?:[\w.-]+\/)*[\w.-]+(?:\.ts|\/))`/g,
      ),
    ].map(([, name = '']) => name);
    assert.ok(named.length > 100, `only ${named.length} names`);
    const present = [
      'bench',
      'examples',
      'findings',
      'icons',
      'nodes',
      'resources',
      'scripts',
      'src',
      'test',
    ]
      .flatMap((folder) => [folder, ...listWithin(folder)])
      .map((path) => `/${path}/`);
    assert.deepEqual(
      named.filter((name) => {
        const isThere = present.some((path) => path.endsWith(`/${name.replace(/\/$/, '')}/`));
        return !isThere && !name.startsWith('dist/') && name !== '.editor.ts';
      }),
      [],
    );
  });
});

const root = process.cwd();

const helpFolder = join(root, 'nodes', 'locales', 'en-US');

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
  /** Pages that people read outside Node-RED. */
  const pages = [root, join(root, 'docs')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  );

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
