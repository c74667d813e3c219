import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError, hasErrorCode } from '../../files/file-system';
import { withFileLock } from '../../files/file-lock';
import { readTextFile, writeFileAtomically } from '../../files/text-file';
import { isObject } from '../../resources/members';

export const storeVersion = 1;

/** In bytes. */
const maxFileSize = 16 * 1_024 * 1_024;

/** For a readable file whose content this version of the package does not understand. */
export class StoredFileError extends Error {
  override readonly name = 'StoredFileError';

  /** @param isOfLaterVersion such a file must not be changed */
  constructor(
    reason: string,
    readonly isOfLaterVersion = false,
  ) {
    super(reason);
  }
}

/**
 * @returns members without the version; undefined when there is no such file
 * @throws {FileError} when it cannot be read
 * @throws {StoredFileError} when it is too large, no JSON object, or of another version
 */
export async function readStoredFile(path: string): Promise<Record<string, unknown> | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() === true && stats.size > maxFileSize)
    throw new StoredFileError(`it is larger than ${maxFileSize} bytes`);
  const text = await readTextFile(path);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (!isObject(value)) throw new StoredFileError('it holds no object');
  const { version, ...members } = value;
  if (version === storeVersion) return members;
  throw typeof version === 'number' && version > storeVersion
    ? new StoredFileError('a later version of this package has written it', true)
    : new StoredFileError('it names no version');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoredFileError(
      `it is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** @param keepOldAs another path at which the old file stays */
export type WriteStoredFile = (text: string, keepOldAs?: string) => Promise<void>;

/**
 * Locks a file against other processes and callers. Creates a missing folder with access for the user of Node-RED
 * only.
 *
 * @param action its `write` replaces the file, and resolves when the content is on disk
 * @throws {FileError} if the file cannot be locked or written, or if its folder cannot be created
 */
export async function withLockedStoredFile<T>(
  path: string,
  action: (write: WriteStoredFile) => Promise<T>,
): Promise<T> {
  await mkdir(dirname(path), { mode: 0o700 }).catch((error: unknown) => {
    if (!hasErrorCode(error, 'EEXIST')) throw new FileError('write', path, error);
  });
  return withFileLock(path, (assertHeld) =>
    action((text, keepOldAs) =>
      writeFileAtomically(path, text, { mode: 0o600, beforeReplace: assertHeld, keepOldAs }),
    ),
  );
}
