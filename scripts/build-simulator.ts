import { copyFile, cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '..', '..');
const source = join(root, 'src', 'simulator');
/** Where the page is looked for by what runs here. */
const builtPage = join(root, 'dist', 'src', 'simulator', 'page');
/** What the package ships. */
const shipped = join(root, 'dist', 'simulator');

/** Puts the page of the simulator where its control port looks for it: one script, styles, markup. */
async function buildPage(): Promise<void> {
  await mkdir(builtPage, { recursive: true });
  await build({
    entryPoints: [join(source, 'page', 'page.ts')],
    outfile: join(builtPage, 'page.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    logLevel: 'warning',
  });
  const files = await readdir(join(source, 'page'));
  const staticFiles = files.filter((file) => /\.(?:html|css)$/u.test(file));
  await Promise.all(
    staticFiles.map((file) => copyFile(join(source, 'page', file), join(builtPage, file))),
  );
  await cp(builtPage, join(shipped, 'page'), {
    recursive: true,
    filter: (file) => !file.endsWith('.ts') && !file.endsWith('.map'),
  });
}

/** Bundles the command into one file: half of what its modules take, each on its own. */
const buildCommand = (): Promise<unknown> =>
  build({
    entryPoints: [join(source, 'cli', 'command.ts')],
    outfile: join(shipped, 'cli', 'command.js'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    logLevel: 'warning',
  });

async function buildSimulator(): Promise<void> {
  await Promise.all([buildPage(), buildCommand()]);
}

buildSimulator().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
