import { build, transform } from 'esbuild';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getMemberSchemas } from '../src/resources/describe-schema';
import {
  getResourceDefinition,
  operationNames,
  listOperations,
  resourceTypes,
  sensorTypes,
} from '../src/resources/table';
import { maxSmartSceneTransition, weekdays } from '../src/resources/types/scenes';
import { maxSignalDuration, maxTransition } from '../src/resources/light-schemas';
import { roomArchetypes } from '../src/resources/types/groups';
import type { Schema } from '../src/resources/schemas';
import { requestRateBounds } from '../src/runtime/bridge/open-bridge';
import { defaultPollingIntervals, intervalBounds } from '../src/runtime/numeric-settings';
import { maxEndAfter } from '../src/runtime/nodes/sensor-readings';
import { maxOverride } from '../src/runtime/nodes/daylight';
import { maxFadeDuration } from '../src/vocabulary/light/request';
import { expandRows } from './build/form-rows';
import { createVirtualModules } from './build/virtual-modules';
import type { SharedRows } from './build/form-rows';

const root = path.join(__dirname, '..', '..');
const nodesFolder = path.join(root, 'nodes');
const helpFolder = path.join(nodesFolder, 'locales');
const editorFolder = path.join(root, 'src', 'editor');
const rowsFolder = path.join(editorFolder, 'rows');
const builtNodes = path.join(root, 'dist', 'nodes');
const builtEditor = path.join(root, 'dist', 'src', 'editor');

const collectEditorTable = () => ({
  types: resourceTypes.map((rtype) => ({
    rtype,
    unit: getResourceDefinition(rtype).unit,
    reading: getResourceDefinition(rtype).reading,
    isSensitive: hasMember(getResourceDefinition(rtype).update, 'sensitivity'),
    operations: listOperations(rtype),
  })),
  operations: operationNames,
  sensorTypes,
  roomArchetypes,
  weekdays,
  maxSmartSceneTransition,
  maxTransition,
  maxSignalDuration,
  maxFadeDuration,
  maxEndAfter,
  maxOverride,
  intervalBounds,
  rateBounds: requestRateBounds,
  usualIntervals: defaultPollingIntervals,
});

const hasMember = (schema: Schema | undefined, name: string): boolean =>
  schema !== undefined && getMemberSchemas(schema).has(name);

const absentKinds = [
  'isProxy',
  'isUint8Array',
  'isBoxedPrimitive',
  'isDate',
  'isNativeError',
  'isMap',
  'isSet',
];

const virtualModules = createVirtualModules(
  {
    // Parts of the resource table and of the runtime's limits.
    'lighting-bridge:table': Object.entries(collectEditorTable())
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n'),
    // The editor lacks this module. JSON has no values of these kinds.
    'node:util': `const no = () => false;
export const types = { ${absentKinds.map((name) => `${name}: no`).join(', ')} };`,
  },
  root,
);

/** @param minify false for registrations: the Flow Library reads them */
async function bundle(entry: string, minify: boolean): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    minify,
    logLevel: 'warning',
    plugins: [virtualModules],
  });
  return outputFiles.map((file) => file.text).join('');
}

async function readForm(stem: string, rows: SharedRows): Promise<string> {
  const form = await readFile(path.join(nodesFolder, `${stem}.html`), 'utf8');
  try {
    return expandRows(form, rows);
  } catch (error) {
    throw new Error(`The form nodes/${stem}.html cannot be built.`, { cause: error });
  }
}

const wrapScript = (code: string): string => `<script type="text/javascript">\n${code}</script>\n`;

async function pageOf(stem: string, rows: SharedRows): Promise<string> {
  const [form, code] = await Promise.all([
    readForm(stem, rows),
    bundle(path.join(nodesFolder, `${stem}.editor.ts`), false),
  ]);
  return `${form}\n${wrapScript(code)}`;
}

async function pluginPage(): Promise<string> {
  const [style, homeStyle, tileStyle, code] = await Promise.all([
    readFile(path.join(editorFolder, 'plugin.css'), 'utf8'),
    readFile(path.join(editorFolder, 'home', 'home.css'), 'utf8'),
    readFile(path.join(root, 'src', 'drawing', 'tile.css'), 'utf8'),
    bundle(path.join(editorFolder, 'start-plugin.ts'), true),
  ]);
  // Styles of the sidebar apply in its tab alone.
  const nested = `.lighting-bridge-home {\n${tileStyle}\n${homeStyle}}`;
  const { code: shortStyle } = await transform(`${style}\n${nested}`, {
    loader: 'css',
    minify: true,
    supported: { nesting: false },
  });
  return `<style>\n${shortStyle}</style>\n${wrapScript(code)}`;
}

async function writePlugin(page: string): Promise<void> {
  const locales = path.join(builtEditor, 'locales');
  await mkdir(builtEditor, { recursive: true });
  await Promise.all([
    writeFile(path.join(builtEditor, 'plugin.html'), page),
    cp(path.join(editorFolder, 'locales'), locales, { recursive: true }),
  ]);
}

/** The style sheet finds our help pages by this element. It is at the end: the palette shows the beginning. */
const helpMarker = '<div class="lighting-bridge-help"></div>';

/** Maps names without the ending to texts. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const read = async (file: string): Promise<[string, string]> => [
    path.parse(file).name,
    await readFile(path.join(folder, file), 'utf8'),
  ];
  return new Map(await Promise.all((await readdir(folder)).map(read)));
}

/** Takes English sentences where the language lacks one. */
async function readHelpParts(language: string): Promise<ReadonlyMap<string, string>> {
  const own = path.join(helpFolder, language, 'parts');
  const original = await readFiles(path.join(helpFolder, 'en-US', 'parts'));
  return new Map([...original, ...(existsSync(own) ? await readFiles(own) : [])]);
}

/** Replaces lines `<!-- part: name -->`. */
const expandHelpParts = (help: string, parts: ReadonlyMap<string, string>): string =>
  help.replaceAll(/^<!-- part: (.+) -->$/gm, (_, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`There is no shared part "${name}" of the help.`);
    return part.trim();
  });

async function buildLanguage(language: string): Promise<void> {
  const from = path.join(helpFolder, language);
  const to = path.join(builtNodes, 'locales', language);
  await mkdir(to, { recursive: true });
  const parts = await readHelpParts(language);
  for (const file of await readdir(from)) {
    const stem = path.parse(file).name;
    if (file.endsWith('.json')) await cp(path.join(from, file), path.join(to, file));
    if (file.endsWith('.md')) {
      const help = expandHelpParts(await readFile(path.join(from, file), 'utf8'), parts);
      if (help.includes('</script')) throw new Error(`${language}/${file} would end its own help.`);
      await writeFile(
        path.join(to, `${stem}.html`),
        `<script type="text/markdown" data-help-name="${stem}">\n${help}\n${helpMarker}\n</script>\n`,
      );
    }
  }
}

/** Otherwise the files of a renamed node would stay. */
async function removeStale(): Promise<void> {
  await mkdir(builtNodes, { recursive: true });
  const pages = (await readdir(builtNodes)).filter((file) => file.endsWith('.html'));
  const stalePaths = [
    ...['locales', 'plugin.html'].map((name) => path.join(builtEditor, name)),
    ...['locales', 'icons', ...pages].map((name) => path.join(builtNodes, name)),
  ];
  await Promise.all(stalePaths.map((stalePath) => rm(stalePath, { recursive: true, force: true })));
}

/** Renders all before it removes any, so that an error leaves the last build. */
async function buildPalette(): Promise<void> {
  const stems = (await readdir(nodesFolder))
    .filter((file) => file.endsWith('.html'))
    .map((file) => path.parse(file).name);
  const languages = await readdir(helpFolder);
  const rows = await readFiles(rowsFolder);
  const pages = stems.map(async (stem) => [stem, await pageOf(stem, rows)] as const);
  const [plugin, ...nodes] = await Promise.all([pluginPage(), ...pages]);
  await removeStale();
  await Promise.all([
    ...nodes.map(([stem, page]) => writeFile(path.join(builtNodes, `${stem}.html`), page)),
    ...languages.map(buildLanguage),
    writePlugin(plugin),
    cp(path.join(root, 'icons'), path.join(builtNodes, 'icons'), { recursive: true }),
  ]);
}

void buildPalette();
