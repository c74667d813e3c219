import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import { isObject } from '../../../src/resources/members';
import { packageFolder } from '../../../scripts/node-red/user-directory';

export interface PackagedBrowser {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * Prepares the npm package `@sparticuz/chromium`: a Chromium for Linux x64 with libraries and fonts that a bare machine
 * lacks. It is unpacked once, beside the dependencies or, if they are not writable, in a folder of this user.
 */
export async function preparePackagedBrowser(): Promise<PackagedBrowser> {
  const source = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..');
  const cache = findCacheFolder();
  const folder = join(cache, `chromium-${await readVersion(source)}`);
  if (!existsSync(folder)) await unpack(join(source, 'bin'), cache, folder);
  await configureFonts(realpathSync(folder));
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      FONTCONFIG_PATH: folder,
    },
  };
}

function findCacheFolder(): string {
  const dependencies = join(packageFolder, 'node_modules');
  const cache = join(dependencies, '.cache');
  if (isWritable(existsSync(cache) ? cache : dependencies)) return cache;
  const { uid } = userInfo();
  const ownFolder = join(tmpdir(), `lighting-bridge-tests-${uid}`);
  mkdirSync(ownFolder, { recursive: true, mode: 0o700 });
  // Others may write to the temporary folder, and these files are executed.
  if (statSync(ownFolder).uid === uid) return ownFolder;
  throw new Error(`${ownFolder} belongs to somebody else. Delete it, or set TMPDIR.`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function readVersion(folder: string): Promise<string> {
  const content: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return isObject(content) && typeof content['version'] === 'string' ? content['version'] : '0';
}

/** The final rename lets two test runs unpack at once. */
async function unpack(source: string, cache: string, folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const temporaryFolder = mkdtempSync(join(cache, 'chromium-'));
  await Promise.all([
    unpackFile(
      join(source, 'chromium.br'),
      createWriteStream(join(temporaryFolder, 'chromium'), { mode: 0o755 }),
    ),
    unpackFile(join(source, 'al2023.tar.br'), extract(join(temporaryFolder, 'al2023'))),
    unpackFile(join(source, 'fonts.tar.br'), extract(join(temporaryFolder, 'fonts'))),
  ]);
  try {
    await rename(temporaryFolder, folder);
  } catch (error) {
    await rm(temporaryFolder, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

const unpackFile = (file: string, target: NodeJS.WritableStream): Promise<void> =>
  pipeline(createReadStream(file), createBrotliDecompress(), target);

/** The path changes when the project is moved. */
async function configureFonts(folder: string): Promise<void> {
  const file = join(folder, 'fonts.conf');
  const expected = renderFontsConfiguration(join(folder, 'fonts'));
  const current = existsSync(file) ? await readFile(file, 'utf8') : '';
  if (current === expected) return;
  const temporaryFile = `${file}.${process.pid}`;
  await writeFile(temporaryFile, expected);
  await rename(temporaryFile, file);
}

const renderFontsConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <alias binding="strong">
    <family>sans-serif</family>
    <prefer><family>Open Sans</family></prefer>
  </alias>
  <cachedir>${join(folder, `${basename(folder)}-cache`)}</cachedir>
</fontconfig>
`;
