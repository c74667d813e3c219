import { build } from 'esbuild';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isResourceType, operations, roomArchetypes, weekdays } from '../src/resources';
import { definitionOf, hasOperation, resourceTypes } from '../src/resources';
import type { Plugin } from 'esbuild';

const root = path.join(__dirname, '..', '..');
const nodesFolder = path.join(root, 'nodes');
const editorFolder = path.join(root, 'src', 'editor');
const rowsFolder = path.join(editorFolder, 'rows');
const builtNodes = path.join(root, 'dist', 'nodes');
const builtEditor = path.join(root, 'dist', 'src', 'editor');

/** Gives the browser what it needs of the table, so that nobody writes it twice. */
const tableModule: Plugin = {
  name: 'table',
  setup(toBundle) {
    toBundle.onResolve({ filter: /^lighting-bridge:table$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'table',
    }));
    toBundle.onLoad({ filter: /.*/, namespace: 'table' }, () => ({
      loader: 'js',
      contents: Object.entries({ types: typesForEditor(), roomArchetypes, weekdays })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n'),
    }));
  },
};

const typesForEditor = () =>
  resourceTypes.filter(isResourceType).map((rtype) => ({
    rtype,
    origin: definitionOf(rtype).origin,
    operations: operations.filter((operation) => hasOperation(rtype, operation)),
  }));

/** Bundles one script for the editor, readable and with its literals kept. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
    plugins: [tableModule],
  });
  return outputFiles.map((file) => file.text).join('');
}

/** Replaces `<!-- row: name -->` by the shared row of that name. */
async function withRows(html: string): Promise<string> {
  const names = [...html.matchAll(/<!-- row: ([a-z-]+) -->/g)].map(([, name = '']) => name);
  const rows = new Map<string, string>();
  for (const name of new Set(names)) {
    rows.set(name, (await readFile(path.join(rowsFolder, `${name}.html`), 'utf8')).trimEnd());
  }
  return html.replaceAll(/<!-- row: ([a-z-]+) -->/g, (_, name: string) => rows.get(name) ?? '');
}

const script = (code: string): string => `<script type="text/javascript">\n${code}</script>\n`;

async function buildNode(stem: string): Promise<void> {
  const [form, code] = await Promise.all([
    readFile(path.join(nodesFolder, `${stem}.html`), 'utf8').then(withRows),
    bundle(path.join(nodesFolder, `${stem}.editor.ts`)),
  ]);
  await writeFile(path.join(builtNodes, `${stem}.html`), `${form}\n${script(code)}`);
}

async function buildPlugin(): Promise<void> {
  await mkdir(builtEditor, { recursive: true });
  const [style, code] = await Promise.all([
    readFile(path.join(editorFolder, 'plugin.css'), 'utf8'),
    bundle(path.join(editorFolder, 'index.ts')),
    cp(path.join(editorFolder, 'locales'), path.join(builtEditor, 'locales'), { recursive: true }),
  ]);
  await writeFile(
    path.join(builtEditor, 'plugin.html'),
    `<style>\n${style}</style>\n${script(code)}`,
  );
}

/** Copies the catalogues of one language and wraps its help pages. */
async function buildLanguage(language: string): Promise<void> {
  const from = path.join(nodesFolder, 'locales', language);
  const to = path.join(builtNodes, 'locales', language);
  await mkdir(to, { recursive: true });
  for (const file of await readdir(from)) {
    const stem = path.parse(file).name;
    if (file.endsWith('.json')) await cp(path.join(from, file), path.join(to, file));
    if (file.endsWith('.md')) {
      const help = await readFile(path.join(from, file), 'utf8');
      if (help.includes('</script')) throw new Error(`${language}/${file} would end its own help.`);
      await writeFile(
        path.join(to, `${stem}.html`),
        `<script type="text/markdown" data-help-name="${stem}">\n${help}</script>\n`,
      );
    }
  }
}

/** Removes what an earlier build made, so that a renamed node leaves nothing behind. */
async function removeStale(): Promise<void> {
  await mkdir(builtNodes, { recursive: true });
  const pages = (await readdir(builtNodes)).filter((file) => file.endsWith('.html'));
  const stale = [
    builtEditor,
    ...['locales', 'icons', ...pages].map((name) => path.join(builtNodes, name)),
  ];
  await Promise.all(stale.map((place) => rm(place, { recursive: true, force: true })));
}

async function buildPalette(): Promise<void> {
  await removeStale();
  const stems = (await readdir(nodesFolder))
    .filter((file) => file.endsWith('.html'))
    .map((file) => path.parse(file).name);
  const languages = await readdir(path.join(nodesFolder, 'locales'));
  await Promise.all([
    ...stems.map(buildNode),
    ...languages.map(buildLanguage),
    buildPlugin(),
    cp(path.join(root, 'icons'), path.join(builtNodes, 'icons'), { recursive: true }),
  ]);
}

buildPalette().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
