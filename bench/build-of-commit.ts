import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../scripts/node-red/user-directory';
import { InvalidOptionError } from '../scripts/process/command-line';

export interface CommitBuild {
  /** Such as `12c4a4cb`. */
  readonly name: string;
  readonly folder: string;
}

/**
 * Builds a commit in a temporary clone, which is removed when this process ends. Its dependencies are those of its own
 * lock file.
 *
 * @throws Error that says what does not exist, or which step failed
 */
export function buildCommit(commit: string): CommitBuild {
  const name = findCommit(commit);
  const clone = createTemporaryFolder();
  const folder = join(clone, 'package');
  console.log(`Building ${name} in ${folder}`);
  runStep(clone, 'git', ['clone', '--quiet', '--no-checkout', packageFolder, folder]);
  runStep(folder, 'git', ['checkout', '--quiet', '--detach', name]);
  const hasOurDependencies = readLock(folder) === readLock(packageFolder);
  if (hasOurDependencies)
    symlinkSync(join(packageFolder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  else runStep(folder, 'npm', ['ci', '--no-audit', '--no-fund']);
  runStep(folder, 'npm', ['run', '--silent', 'build']);
  return { name, folder };
}

function findCommit(commit: string): string {
  const args = ['rev-parse', '--verify', '--quiet', '--short=8', '--end-of-options'];
  const { status, stdout } = run(packageFolder, 'git', [...args, `${commit}^{commit}`]);
  if (status === 0) return stdout.trim();
  throw new InvalidOptionError(`There is no commit "${commit}" in the repository of this folder.`);
}

function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-against-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return folder;
}

const readLock = (folder: string): string =>
  readFileSync(join(folder, 'package-lock.json'), 'utf8');

function runStep(folder: string, command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = run(folder, command, args);
  if (status === 0) return;
  throw new Error(`"${command} ${args.join(' ')}" failed:\n${stdout}${stderr}`);
}

const run = (folder: string, command: string, args: readonly string[]) =>
  spawnSync(command, [...args], { cwd: folder, encoding: 'utf8' });
