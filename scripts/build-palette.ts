import { build } from 'esbuild';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  definitionOf,
  longestSceneTransition,
  longestTransition,
  operations,
  operationsOf,
  resourceTypes,
  roomArchetypes,
  sensorTypes,
  weekdays,
} from '../src/resources';
import { paceBounds } from '../src/runtime/bridge-settings';
import { usualIntervals } from '../src/runtime/interval';
import { expandRows } from './form-rows';
import type { Plugin } from 'esbuild';
import type { SharedRows } from './form-rows';

const root = path.join(__dirname, '..', '..');
const nodesFolder = path.join(root, 'nodes');
const editorFolder = path.join(root, 'src', 'editor');
const rowsFolder = path.join(editorFolder, 'rows');
const builtNodes = path.join(root, 'dist', 'nodes');
const builtEditor = path.join(root, 'dist', 'src', 'editor');

/** Gives the browser what it needs of the table and of the runtime's bounds, so that nobody writes it twice. */
const tableModule: Plugin = {
  name: 'table',
  setup(toBundle) {
    toBundle.onResolve({ filter: /^lighting-bridge:table$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'table',
    }));
    toBundle.onLoad({ filter: /.*/, namespace: 'table' }, () => ({
      loader: 'js',
      contents: Object.entries(forEditor())
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n'),
    }));
  },
};

const forEditor = () => ({
  types: resourceTypes.map((rtype) => ({
    rtype,
    origin: definitionOf(rtype).origin,
    operations: operationsOf(rtype),
  })),
  operations,
  sensorTypes,
  roomArchetypes,
  weekdays,
  longestSceneTransition,
  longestTransition,
  paceBounds,
  usualIntervals,
});

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

/** Reads the rows that forms share. */
async function readSharedRows(): Promise<SharedRows> {
  const files = await readdir(rowsFolder);
  const read = async (file: string): Promise<[string, string]> => [
    path.parse(file).name,
    await readFile(path.join(rowsFolder, file), 'utf8'),
  ];
  return new Map(await Promise.all(files.map(read)));
}

/** Reads the form of a node and writes its rows out. */
async function readForm(stem: string, rows: SharedRows): Promise<string> {
  const form = await readFile(path.join(nodesFolder, `${stem}.html`), 'utf8');
  try {
    return expandRows(form, rows);
  } catch (error) {
    throw new Error(`The form nodes/${stem}.html cannot be built.`, { cause: error });
  }
}

const script = (code: string): string => `<script type="text/javascript">\n${code}</script>\n`;

async function buildNode(stem: string, rows: SharedRows): Promise<void> {
  const [form, code] = await Promise.all([
    readForm(stem, rows),
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
  const rows = await readSharedRows();
  await Promise.all([
    ...stems.map((stem) => buildNode(stem, rows)),
    ...languages.map(buildLanguage),
    buildPlugin(),
    cp(path.join(root, 'icons'), path.join(builtNodes, 'icons'), { recursive: true }),
  ]);
}

buildPalette().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
