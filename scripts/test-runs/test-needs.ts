import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFolder } from '../node-red/user-directory';

/** From the imports of a test. A unit test needs nothing. */
export interface TestNeeds {
  nodeRed: boolean;
  browser: boolean;
  otherProcess: boolean;
  /** Runs on the Node-RED of `NODE_RED_VERSION`. */
  eachNodeRed: boolean;
}

const nodeRedPackages: readonly string[] = ['node-red', 'node-red-5', 'node-red-node-test-helper'];
const browserPackages: readonly string[] = ['playwright-core'];
const testFolder = join(packageFolder, 'dist', 'test');
/** Reads `NODE_RED_VERSION`. */
const versionModule = join(testFolder, 'support', 'node-red', 'node-red.js');

/**
 * Follows imports of the compiled file, and files that it starts as processes.
 *
 * @param file absolute path
 */
export function findTestNeeds(file: string): TestNeeds {
  const imported = collectModules(file, ({ imports }) => imports);
  const all = collectModules(file, ({ imports, started }) => [...imports, ...started]);
  const packages = new Set([...all].flatMap((module) => readReferences(module).packages));
  return {
    nodeRed: nodeRedPackages.some((name) => packages.has(name)),
    browser: browserPackages.some((name) => packages.has(name)),
    otherProcess: [...imported].some(startsProcess),
    eachNodeRed: imported.has(versionModule),
  };
}

/** Only test modules: tests import constants of scripts, which start processes, too. */
const startsProcess = (module: string): boolean =>
  module.startsWith(testFolder) && readReferences(module).packages.includes('node:child_process');

function collectModules(
  file: string,
  next: (references: References) => readonly string[],
): ReadonlySet<string> {
  const modules = new Set([file]);
  for (const module of modules) {
    for (const found of next(readReferences(module))) modules.add(found);
  }
  return modules;
}

interface References {
  packages: readonly string[];
  /** Modules of this project; absolute paths. */
  imports: readonly string[];
  /** Started scripts; absolute paths. */
  started: readonly string[];
}

const known = new Map<string, References>();

function readReferences(module: string): References {
  const present = known.get(module);
  if (present !== undefined) return present;
  const code = readFileSync(module, 'utf8');
  const names = [...code.matchAll(/\b(?:require|import)\(\s*["']([^"']+)["']\s*\)/g)].map(
    ([, name = '']) => name,
  );
  const isOwn = (name: string): boolean => name.startsWith('.');
  const found = {
    packages: names.filter((name) => !isOwn(name)),
    imports: names.filter(isOwn).flatMap((name) => moduleAt(join(dirname(module), name))),
    started: findStartedScripts(code, dirname(module)),
  };
  known.set(module, found);
  return found;
}

/** Finds paths such as `join(__dirname, 'node-red-child.js')`. A computed name may mean any script of the folder. */
const findStartedScripts = (code: string, folder: string): readonly string[] =>
  [...code.matchAll(/\bjoin\)?\(([\w.]+)(?:\(\))?, ([^()]*\.js["'`])/g)].flatMap(
    ([, base = '', words = '']) => {
      const path = join(
        base === '__dirname' ? folder : packageFolder,
        ...[...words.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, word = '']) => word),
      );
      return path.includes('${') ? scriptsIn(dirname(path)) : moduleAt(path);
    },
  );

const scriptsIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.js'))
        .map((name) => join(folder, name))
    : [];

const moduleAt = (path: string): readonly string[] =>
  [path, `${path}.js`, join(path, 'index.js')]
    .filter((file) => file.endsWith('.js') && existsSync(file))
    .slice(0, 1);
