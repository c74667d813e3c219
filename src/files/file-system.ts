import { readlinkSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { hostname } from 'node:os';

/** The message names the file, `reason` does not. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** For example `EACCES: permission denied, open '…'`. */
  readonly reason: string;

  constructor(operation: 'read' | 'write' | 'lock', path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot ${operation} ${path}: ${reason}`, { cause });
    this.reason = reason;
  }
}

export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);

/**
 * Opening a pipe blocks, and a file cannot replace a folder.
 *
 * @throws Error that names the kind of the file
 */
export function assertRegularFile(stats: Stats): void {
  if (stats.isFile()) return;
  const kinds: readonly (readonly [boolean, string])[] = [
    [stats.isDirectory(), 'a folder'],
    [stats.isFIFO(), 'a pipe'],
    [stats.isSocket(), 'a socket'],
    [stats.isSymbolicLink(), 'a symbolic link'],
  ];
  const [, kind = 'a device'] = kinds.find(([isKind]) => isKind) ?? [];
  throw new Error(`it is ${kind}, not a file. Move it away or choose another path`);
}

/**
 * The last link may lead to a file that does not exist.
 *
 * @throws Error of the system, for example ELOOP, or ENOENT for a missing folder
 */
export async function resolveSymbolicLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
  const folder = await realpath(dirname(path));
  const name = join(folder, basename(path));
  const link = await readlink(name).catch(() => undefined);
  return link === undefined ? name : resolveSymbolicLinks(resolve(folder, link));
}

/** Identifies the host, and on Linux the container, in which a pid is unique. */
export const processSpace = `${hostname()} ${readPidNamespace()}`.trim();

function readPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'ESRCH');
  }
}
