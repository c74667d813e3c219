import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '..', '..');
const source = join(root, 'src', 'simulator', 'page');
const target = join(root, 'dist', 'src', 'simulator', 'page');

/** Puts the page of the simulator where its control port looks for it: one script, styles, markup. */
async function buildSimulatorPage(): Promise<void> {
  await mkdir(target, { recursive: true });
  await build({
    entryPoints: [join(source, 'page.ts')],
    outfile: join(target, 'page.js'),
    bundle: true,
    format: 'iife',
    target: 'es2023',
    logLevel: 'warning',
  });
  const files = await readdir(source);
  const staticFiles = files.filter((file) => /\.(?:html|css)$/u.test(file));
  await Promise.all(staticFiles.map((file) => copyFile(join(source, file), join(target, file))));
}

void buildSimulatorPage();
