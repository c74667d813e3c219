import { copyFile, cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { nodeOptions } from './build/node-options';

const root = join(__dirname, '..', '..');
const source = join(root, 'src', 'simulator');
/** Where the page is looked for by what runs here. */
const builtPage = join(root, 'dist', 'src', 'simulator', 'page');
/** Where the package has it. */
const shippedPage = join(root, 'dist', 'simulator', 'page');

/** Puts the page of the simulator where its control port looks for it: one script, styles, markup. */
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

/**
 * Bundles a command into one file: half of what its modules take, each on its own.
 *
 * @param floor folder of `src/` that has the command
 */
const buildCommand = (floor: string): Promise<unknown> =>
  build({
    entryPoints: [join(root, 'src', floor, 'cli', 'command.ts')],
    outfile: join(root, 'dist', floor, 'cli', 'command.js'),
    ...nodeOptions,
    packages: 'external',
  });

void Promise.all([buildPage(), buildCommand('simulator'), buildCommand('import')]);
