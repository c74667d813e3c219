import { copyFile, cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { nodeOptions } from './build/node-options';

const root = join(__dirname, '..', '..');
const source = join(root, 'src', 'simulator');
/** Page for code in this repository. */
const builtPage = join(root, 'dist', 'src', 'simulator', 'page');
/** Place in the package. */
const shippedPage = join(root, 'dist', 'simulator', 'page');

/** Bundles one script, styles, markup. */
async function buildPage(): Promise<void> {
  await mkdir(shippedPage, { recursive: true });
  await build({
    entryPoints: [join(source, 'page', 'start-page.ts')],
    outfile: join(shippedPage, 'page.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    logLevel: 'warning',
  });
  await Promise.all(
    [join(source, 'page'), join(root, 'src', 'drawing')].map(async (folder) => {
      const files = await readdir(folder);
      const staticFiles = files.filter((file) => /\.(?:html|css)$/u.test(file));
      await Promise.all(
        staticFiles.map((file) => copyFile(join(folder, file), join(shippedPage, file))),
      );
    }),
  );
  const locales = join(source, 'page', 'locales');
  await cp(locales, join(shippedPage, 'locales'), { recursive: true });
  await cp(shippedPage, builtPage, { recursive: true });
}

/** The package has the client already. */
const useBundledClient: Plugin = {
  name: 'use-bundled-client',
  setup: (building) =>
    building.onResolve({ filter: /^\.\.\/\.\.\/bridge$/ }, () => ({
      path: '../../bundle/client.js',
      external: true,
    })),
};

/**
 * One file costs half of its separate modules.
 *
 * @param floor folder of `src/`
 */
const buildCommand = (floor: string): Promise<unknown> =>
  build({
    entryPoints: [join(root, 'src', floor, 'cli', 'command.ts')],
    outfile: join(root, 'dist', floor, 'cli', 'command.js'),
    ...nodeOptions,
    packages: 'external',
    plugins: [useBundledClient],
  });

void Promise.all([
  buildPage(),
  buildCommand('simulator'),
  buildCommand('import'),
  buildCommand('backup'),
]);
