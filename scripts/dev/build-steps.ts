import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '../../src/resources';
import { packageFolder } from '../node-red/user-directory';

/** Program and arguments of one step. */
export type BuildStep = readonly [program: string, ...words: string[]];

/** Scripts that stand for the programs of `npm run build`; a program without one is Node.js itself. */
const scripts: Readonly<Record<string, readonly string[]>> = {
  node: [],
  tsc: [join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')],
};

/**
 * The steps of `npm run build`, as package.json has them.
 *
 * @throws Error when a step is none of `tsc` and `node`
 */
export function buildSteps(): readonly BuildStep[] {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const commands = isObject(manifest) && isObject(manifest['scripts']) ? manifest['scripts'] : {};
  return String(commands['build']).split(' && ').map(stepOf);
}

function stepOf(command: string): BuildStep {
  const [program = '', ...words] = command.split(' ');
  const script = scripts[program];
  if (script === undefined) throw new Error(`The build cannot run "${command}".`);
  return [process.execPath, ...script, ...words];
}

/** Runs steps one after the other, up to the first that fails. @returns true when none did */
export async function runBuild(steps: readonly BuildStep[] = buildSteps()): Promise<boolean> {
  for (const step of steps) {
    if (!(await succeeds(step))) return false;
  }
  return true;
}

const succeeds = ([program, ...words]: BuildStep): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: packageFolder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
