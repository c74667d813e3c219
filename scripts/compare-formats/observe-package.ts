import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { packageFolder } from '../node-red/user-directory';
import type { FormatComparison } from './format-comparison';

const runFile = promisify(execFile);

const programFolder = join(packageFolder, 'scripts', 'compare-formats', 'programs');

/**
 * Installs the packages of a comparison into a temporary folder, runs its program there, and removes the folder.
 *
 * @returns the JSON value that the program printed
 * @throws if npm or the program fails
 */
export async function observePackage({
  packages,
  withoutDependencies,
  program,
  inputs,
}: FormatComparison): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'compare-formats-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    if (withoutDependencies === true) await unpack(packages, folder);
    else await install(packages, folder);
    copyFileSync(join(programFolder, program), join(folder, program));
    return JSON.parse(await runProgram(folder, program, JSON.stringify(inputs)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(packages: readonly string[], cwd: string): Promise<void> {
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  await runFile('npm', ['install', '--silent', ...options, ...packages], { cwd });
}

async function unpack(packages: readonly string[], cwd: string): Promise<void> {
  for (const name of packages) {
    const { stdout } = await runFile('npm', ['pack', '--silent', name], { cwd });
    const target = join(cwd, 'node_modules', name.replace(/(?<=.)@.*$/, ''));
    mkdirSync(target, { recursive: true });
    await runFile('tar', ['-xzf', stdout.trim(), '-C', target, '--strip-components=1'], { cwd });
  }
}

/** Shows what the program writes to its standard error. */
async function runProgram(folder: string, program: string, input: string): Promise<string> {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  child.stdin.end(input);
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error(`${program} ended with code ${code}.`);
  return output;
}
