import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import {
  FileError,
  assertRegularFile,
  hasErrorCode,
  resolveSymbolicLinks,
  isRunning,
  processSpace,
} from './file-system';

interface LockOptions {
  timeout?: number;
  /** In ms; far more than any holder needs. */
  maxAge?: number;
}

/** A lock with our pid but another token was left by an earlier process with the same pid. */
const heldTokens = new Set<string>();

const retryDelay = { least: 3, most: 12 } as const;

/** In ms: the process was killed between creating the lock and writing its owner. */
const maxAgeWithoutOwner = 1_000;

/**
 * Runs an action under the lock `<file>.lock`, against other processes and other calls.
 *
 * @param path symbolic links to the file share its lock
 * @param action must call `assertHeld` right before it replaces the file: it throws if another process took over the
 * lock
 * @throws {FileError} if the lock cannot be acquired in time; the action does not run
 */
export async function withFileLock<T>(
  path: string,
  action: (assertHeld: () => void) => Promise<T>,
  { timeout = 3_000, maxAge = 30_000 }: LockOptions = {},
): Promise<T> {
  const token = randomUUID();
  const lockPath = await acquireLock(path, token, { timeout, maxAge });
  const isHeld = (): boolean => readLock(lockPath)?.owner?.token === token;
  try {
    return await action(() => {
      if (!isHeld())
        throw new Error('another process took over the lock, as this one took too long');
    });
  } finally {
    heldTokens.delete(token);
    if (isHeld()) rmSync(lockPath, { force: true });
  }
}

/** A lock that its process keeps while it runs. */
export interface HeldFileLock {
  /** Tells other processes that this one still runs. Returns false if another process took the lock over. */
  refresh(): boolean;
  release(): void;
}

/**
 * Takes the lock `<file>.lock` for long, without a wait.
 *
 * @param maxAge in ms: without `refresh` for that long, another process may take the lock over
 * @returns undefined while another process or call holds the lock
 * @throws {FileError} if the lock cannot be read or written
 */
export function tryHoldFileLock(path: string, maxAge: number): HeldFileLock | undefined {
  const [lockPath, token] = [`${path}.lock`, randomUUID()];
  const isHeld = (): boolean => readLock(lockPath)?.owner?.token === token;
  try {
    const lock = readLock(lockPath);
    if (lock !== undefined && isStale(lock, maxAge)) removeLock(lockPath, lock, maxAge);
    if (!tryCreateLock(lockPath, token)) return undefined;
  } catch (error) {
    throw new FileError('lock', path, error);
  }
  heldTokens.add(token);
  return {
    refresh() {
      if (!isHeld()) return false;
      const now = new Date();
      utimesSync(lockPath, now, now);
      return true;
    },
    release() {
      heldTokens.delete(token);
      if (isHeld()) rmSync(lockPath, { force: true });
    },
  };
}

async function acquireLock(
  path: string,
  token: string,
  { timeout, maxAge }: Required<LockOptions>,
): Promise<string> {
  const deadline = performance.now() + timeout;
  try {
    const lockPath = `${await resolveSymbolicLinks(path)}.lock`;
    while (!tryCreateLock(lockPath, token)) {
      const lock = readLock(lockPath);
      if (lock !== undefined && isStale(lock, maxAge)) removeLock(lockPath, lock, maxAge);
      else if (performance.now() > deadline) throw createTimeoutError(lockPath, lock, timeout);
      const { least, most } = retryDelay;
      await wait(least + Math.random() * (most - least));
    }
    heldTokens.add(token);
    return lockPath;
  } catch (error) {
    throw new FileError('lock', path, error);
  }
}

function tryCreateLock(lockPath: string, token: string): boolean {
  const owner: LockOwner = { pid: process.pid, space: processSpace, token };
  try {
    writeFileSync(lockPath, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    // On a full disk the file may exist without content.
    if (hasErrorCode(error, 'ENOSPC', 'EDQUOT')) rmSync(lockPath, { force: true });
    throw error;
  }
  return true;
}

interface LockOwner {
  pid: number;
  space: string;
  token: string;
}

interface ExistingLock {
  /** Undefined while the lock is being written, or if its process was killed before. */
  owner: LockOwner | undefined;
  /** Time of the file system, in ms. */
  writtenAt: number;
}

/** @throws Error if the lock is not a regular file */
function readLock(lockPath: string): ExistingLock | undefined {
  try {
    const stats = lstatSync(lockPath);
    assertRegularFile(stats);
    return { owner: parseOwner(readFileSync(lockPath, 'utf8')), writtenAt: stats.mtimeMs };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parseOwner(text: string): LockOwner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLockOwner(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isLockOwner = (value: unknown): value is LockOwner =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  Number.isSafeInteger(value.pid) &&
  'space' in value &&
  typeof value.space === 'string' &&
  'token' in value &&
  typeof value.token === 'string';

/** The age is absolute: after the clock was set back, a lock is from the future. */
function isStale({ owner, writtenAt }: ExistingLock, maxAge: number): boolean {
  const age = Math.abs(Date.now() - writtenAt);
  if (age > maxAge) return true;
  if (owner === undefined) return age > maxAgeWithoutOwner;
  if (owner.space !== processSpace) return false;
  return owner.pid === process.pid ? !heldTokens.has(owner.token) : !isRunning(owner.pid);
}

/** A guard file lets one process at a time remove a lock; a second one would delete the first one's new lock. */
function removeLock(lockPath: string, staleLock: ExistingLock, maxAge: number): void {
  const guardPath = `${lockPath}.removal`;
  if (!tryCreateLock(guardPath, randomUUID())) {
    const guard = readLock(guardPath);
    if (guard !== undefined && isStale(guard, maxAge)) rmSync(guardPath, { force: true });
    return;
  }
  try {
    const present = readLock(lockPath);
    const isSame =
      present?.owner?.token === staleLock.owner?.token &&
      present?.writtenAt === staleLock.writtenAt;
    if (isSame) rmSync(lockPath, { force: true });
  } finally {
    rmSync(guardPath, { force: true });
  }
}

function createTimeoutError(
  lockPath: string,
  lock: ExistingLock | undefined,
  timeout: number,
): Error {
  const holder = lock?.owner === undefined ? 'another process' : `process ${lock.owner.pid}`;
  return new Error(
    `${holder} did not release ${lockPath} within ${timeout / 1_000} s. Delete that file if no process needs it`,
  );
}
