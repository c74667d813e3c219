import { build } from 'esbuild';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as valibot from 'valibot';
import { isObject } from '../src/resources/members';
import { nodeOptions } from './build/node-options';
import { createVirtualModules } from './build/virtual-modules';
import type { BuildResult, OutputFile, Plugin } from 'esbuild';

const root = path.join(__dirname, '..', '..');
const builtNodes = path.join(root, 'dist', 'nodes');
const bundleFolder = path.join(root, 'dist', 'bundle');

const paletteModule = 'lighting-bridge:palette';
const runtimeModule = 'lighting-bridge:runtime';
const laterModule = 'lighting-bridge:later';

/** Dynamic imports that most flows need at their start: bridge, polls and lamps. */
const startPaths: readonly string[] = [
  'src/runtime/nodes/light.ts',
  'src/runtime/nodes/poll.ts',
  'src/runtime/target-status.ts',
  'src/runtime/bridge/',
  'src/runtime/running.ts',
];

/**
 * Our dynamic imports become two modules: the start of most flows, and the rest. Two files load faster than many;
 * compiling the rest took a third of the start.
 */
const redirectDynamicImports: Plugin = {
  name: 'dynamic-imports',
  setup(toBundle) {
    toBundle.onResolve({ filter: /^\.{1,2}\// }, ({ kind, path: file, resolveDir }) =>
      kind === 'dynamic-import'
        ? { path: selectModule(path.join(resolveDir, file)), namespace: 'virtual' }
        : undefined,
    );
  },
};

/** @param file ends with `.js` or `.ts` */
function selectModule(file: string): string {
  const source = path.relative(root, file).replaceAll(path.sep, '/').replace(/\.js$/, '.ts');
  return startPaths.some((start) => source.startsWith(start)) ? runtimeModule : laterModule;
}

/** Each import of a whole CommonJS module copies it: all modules share one. */
const shareSchemaLibrary: Plugin = {
  name: 'schema-library',
  setup(toBundle) {
    toBundle.onResolve({ filter: /^valibot$/ }, ({ namespace }) =>
      namespace === 'shared'
        ? { path: 'valibot', external: true }
        : { path: 'valibot', namespace: 'shared' },
    );
    toBundle.onLoad({ filter: /.*/, namespace: 'shared' }, () => ({
      contents: `export { ${Object.keys(valibot).join(', ')} } from 'valibot';`,
    }));
  },
};

/** Names the palette's export of a node. */
const toExportName = (nodeName: string): string => nodeName.replaceAll('-', '_');

const createPalette = (nodeNames: readonly string[]): string =>
  nodeNames
    .map((name) => `export { default as ${toExportName(name)} } from './nodes/${name}.ts';`)
    .join('\n');

/** Returns the two modules of dynamic imports. */
async function createRuntime(palette: string): Promise<Record<string, string>> {
  const { metafile } = await build({
    ...nodeOptions,
    write: false,
    packages: 'external',
    entryPoints: [paletteModule],
    outdir: bundleFolder,
    metafile: true,
    plugins: [createVirtualModules({ [paletteModule]: palette }, root)],
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const files = imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external);
  const sources = [...new Set(files.map((file) => file.path))].toSorted();
  const missing = startPaths.filter((start) => !sources.some((file) => file.startsWith(start)));
  if (missing.length > 0) throw new Error(`Nobody imports ${missing.join(', ')} on first use.`);
  const contents: Record<string, string> = { [runtimeModule]: '', [laterModule]: '' };
  for (const source of sources)
    contents[selectModule(path.join(root, source))] += `export * from './${source}';\n`;
  return contents;
}

/** Bundles ECMAScript modules; shared code is in files of its own. */
const bundleModules = (
  palette: string,
  runtime: Readonly<Record<string, string>>,
): Promise<BuildResult<{ write: false; metafile: true }>> =>
  build({
    ...nodeOptions,
    write: false,
    packages: 'external',
    entryPoints: {
      palette: paletteModule,
      runtime: runtimeModule,
      later: laterModule,
      client: './src/bridge/index.ts',
    },
    outdir: bundleFolder,
    chunkNames: 'shared-[hash]',
    format: 'esm',
    splitting: true,
    sourcemap: 'inline',
    metafile: true,
    plugins: [
      redirectDynamicImports,
      shareSchemaLibrary,
      createVirtualModules({ [paletteModule]: palette, ...runtime }, root),
    ],
  });

/**
 * Values replace esbuild's export getters: each call into another file went through two getters, a tenth of the cost of
 * a change.
 */
const plainExports =
  "module.exports = Object.defineProperty({ ...module.exports }, '__esModule', { value: true });";

/**
 * A dynamic import of a bundled file returns the module itself: esbuild's code copies all exports each time, a third of
 * the cost of a node's start.
 */
const requireOwnFiles = (text: string): string =>
  text.replaceAll(/\bimport\("(\.\/[\w-]+\.js)"\)/g, 'Promise.resolve().then(() => require("$1"))');

/** `require` loads dynamic imports faster. */
async function convertToCommonJs(file: OutputFile): Promise<OutputFile[]> {
  const contents = requireOwnFiles(file.text);
  const { outputFiles } = await build({
    ...nodeOptions,
    write: false,
    external: ['*'],
    stdin: { contents, sourcefile: file.path, resolveDir: bundleFolder, loader: 'js' },
    outfile: file.path,
    format: 'cjs',
    supported: { 'dynamic-import': false },
    sourcemap: 'linked',
    footer: { js: plainExports },
  });
  return outputFiles;
}

async function readNodeNames(): Promise<string[]> {
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const section = isObject(manifest) ? manifest['node-red'] : undefined;
  return isObject(section) && isObject(section['nodes']) ? Object.keys(section['nodes']) : [];
}

/** Each file takes its node from the palette. */
const writeNodeFiles = (nodeNames: readonly string[]): Promise<unknown> =>
  Promise.all(
    nodeNames.map((name) =>
      writeFile(
        path.join(builtNodes, `${name}.js`),
        `'use strict';\nmodule.exports = require('../bundle/palette.js').${toExportName(name)};\n`,
      ),
    ),
  );

async function buildBundle(): Promise<void> {
  const nodeNames = await readNodeNames();
  const palette = createPalette(nodeNames);
  const { outputFiles } = await bundleModules(palette, await createRuntime(palette));
  const files = (await Promise.all(outputFiles.map(convertToCommonJs))).flat();
  await rm(bundleFolder, { recursive: true, force: true });
  await Promise.all([bundleFolder, builtNodes].map((folder) => mkdir(folder, { recursive: true })));
  await Promise.all(files.map((file) => writeFile(file.path, file.contents)));
  await writeNodeFiles(nodeNames);
}

void buildBundle();
