import type { Stats } from 'node:fs';

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
