import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FileError, assertRegularFile, hasErrorCode } from '../files/file-system';
import { tryHoldFileLock } from '../files/file-lock';
import type { HeldFileLock } from '../files/file-lock';
import { appendLines } from '../files/text-file';
import { unitLengths } from '../units/duration';
import { findRid, formatRecord, isSelected, parseRecord } from './record';
import type { LogbookRecord, RecordSelection } from './record';

export const logbookLimits = {
  /** Days after which a file is deleted. */
  days: 30,
  /** In bytes, of all files of a logbook. */
  size: 20 * 1_024 * 1_024,
} as const;

/** In bytes. A day with many changes has several files, so that the oldest can be deleted. */
const maxFileSize = 2 * 1_024 * 1_024;

/** In bytes, read and parsed in one turn of the event loop. */
const chunkSize = 128 * 1_024;

/** In ms: the lock of a process that has ended elsewhere, for example in another container, is free then. */
const maxLockAge = 10 * unitLengths.minute;

/** More processes than that keep no logbook of one bridge. */
const maxProcesses = 8;

const fileNamePattern = /^(?<day>\d{4}-\d\d-\d\d)\.(?<part>\d{4})\.jsonl$/;

interface DayFile {
  readonly path: string;
  readonly day: string;
}

/**
 * The files of a logbook: for each day one or more with a record in each line, only appended to. Each process has a
 * folder of its own, so that two on one user directory do not mix their records; a folder whose process has ended
 * goes to the next process.
 */
export class DayFiles {
  #lock: HeldFileLock | undefined;
  #folder: string | undefined;
  /** Sizes of the files that this process appends to, by path. */
  readonly #sizes = new Map<string, number>();

  constructor(private readonly parent: string) {}

  /**
   * Appends the records of one day, which are on disk when it resolves.
   *
   * @throws {FileError} if they cannot be written; none of them is in a file then
   */
  async append(day: string, records: readonly LogbookRecord[]): Promise<void> {
    const path = await this.#choosePart(await this.#claimFolder(), day);
    this.#sizes.set(path, await appendLines(path, records.map(formatRecord).join(''), 0o600));
  }

  /** Tells other processes that this one still runs. */
  refreshLock(): void {
    if (this.#lock?.refresh() === false) this.#lock = undefined;
  }

  /**
   * Deletes files that are older than `days`, and the oldest while all are larger than the limit.
   *
   * @param now in ms since the epoch
   */
  async deleteOld(now: number, days: number): Promise<void> {
    const files = await this.#list();
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
    let total = sizes.reduce((sum, size) => sum + size, 0);
    const [first, last] = [-days, days].map((count) => toDay(now + count * unitLengths.day));
    for (const [index, { path, day }] of files.entries()) {
      // After the clock was wrong, a file may be of the future.
      const isKept = day >= (first ?? '') && day <= (last ?? '') && total <= logbookLimits.size;
      if (isKept) continue;
      await rm(path, { force: true });
      this.#sizes.delete(path);
      total -= sizes[index] ?? 0;
    }
  }

  /**
   * Reads the days from the newest to the oldest, in small steps.
   *
   * @param onDay takes the records of a file, in the order in which they were written; returns false to stop
   * @returns number of lines that cannot be read: torn, damaged or of a later version
   * @throws {FileError} if a file cannot be read
   */
  async read(
    selection: RecordSelection,
    onDay: (day: string, records: readonly LogbookRecord[]) => boolean,
  ): Promise<number> {
    await this.#claimFolder();
    const [first, last] = [toDay(selection.since), toDay(selection.until)];
    const files = await this.#list();
    const days = new Set(files.map(({ day }) => day).filter((day) => day >= first && day <= last));
    let unreadable = 0;
    for (const day of [...days].toReversed()) {
      const records: LogbookRecord[] = [];
      for (const file of files)
        if (file.day === day) unreadable += await readRecords(file.path, selection, records);
      if (!onDay(day, records)) break;
    }
    return unreadable;
  }

  close(): void {
    this.#lock?.release();
    this.#lock = undefined;
  }

  async #claimFolder(): Promise<string> {
    if (this.#lock !== undefined && this.#folder !== undefined) return this.#folder;
    try {
      await mkdir(this.parent, { recursive: true, mode: 0o700 });
      for (let index = 1; index <= maxProcesses; index += 1) {
        const folder = join(this.parent, String(index));
        this.#lock = tryHoldFileLock(folder, maxLockAge);
        if (this.#lock === undefined) continue;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        this.#sizes.clear();
        this.#folder = folder;
        return folder;
      }
    } catch (error) {
      throw error instanceof FileError ? error : new FileError('write', this.parent, error);
    }
    throw new FileError('write', this.parent, new Error('too many processes use this folder'));
  }

  async #choosePart(folder: string, day: string): Promise<string> {
    const last = (await this.#list()).findLast((file) => file.day === day);
    if (last === undefined) return join(folder, `${day}.0001.jsonl`);
    const size = this.#sizes.get(last.path) ?? (await stat(last.path)).size;
    if (size < maxFileSize) return last.path;
    const part = Number(fileNamePattern.exec(basename(last.path))?.groups?.['part']) + 1;
    return join(folder, `${day}.${String(part).padStart(4, '0')}.jsonl`);
  }

  /** Oldest first. */
  async #list(): Promise<readonly DayFile[]> {
    const folder = await this.#claimFolder();
    const names = (await readdir(folder)).toSorted();
    return names.flatMap((name) => {
      const day = fileNamePattern.exec(name)?.groups?.['day'];
      return day === undefined ? [] : [{ path: join(folder, name), day }];
    });
  }
}

/** By UTC, which has no hours that come twice. */
const toDay = (time: number): string =>
  new Date(Math.min(Math.max(time, 0), maxTime)).toISOString().slice(0, 10);

/** In ms since the epoch: the end of the year 9999. */
const maxTime = 253_402_300_799_999;

export function groupByDay(
  records: readonly LogbookRecord[],
): ReadonlyMap<string, readonly LogbookRecord[]> {
  const days = new Map<string, LogbookRecord[]>();
  for (const record of records) {
    const day = toDay(record.time);
    const ofDay = days.get(day);
    if (ofDay === undefined) days.set(day, [record]);
    else ofDay.push(record);
  }
  return days;
}

/** @returns number of lines that cannot be read */
async function readRecords(
  path: string,
  selection: RecordSelection,
  records: LogbookRecord[],
): Promise<number> {
  try {
    const file = await open(path, 'r');
    try {
      assertRegularFile(await file.stat());
      let unreadable = 0;
      let rest: Buffer = Buffer.alloc(0);
      for (;;) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkSize), 0, chunkSize);
        const chunk = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
        const end = bytesRead === 0 ? chunk.length : chunk.lastIndexOf(0x0a) + 1;
        unreadable += parseLines(chunk.subarray(0, end), selection, records);
        rest = chunk.subarray(end);
        if (bytesRead === 0) return unreadable;
        if (rest.length > maxFileSize) rest = Buffer.alloc(0);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0;
    throw new FileError('read', path, error);
  }
}

/** @returns number of lines that cannot be read; lines of other resources are not looked at */
function parseLines(lines: Buffer, selection: RecordSelection, records: LogbookRecord[]): number {
  let unreadable = 0;
  for (const line of listLines(lines, selection)) {
    if (line === '' || isOfOther(line, selection)) continue;
    const record = parseRecord(line);
    if (record === undefined) unreadable += 1;
    else if (isSelected(record, selection)) records.push(record);
  }
  return unreadable;
}

/** Of one resource, most lines need not even become text. */
function listLines(lines: Buffer, { rids }: RecordSelection): readonly string[] {
  const [only] = rids ?? [];
  if (rids?.size !== 1 || only === undefined) return lines.toString('utf8').split('\n');
  const found: string[] = [];
  let at = lines.indexOf(only);
  while (at !== -1) {
    const next = lines.indexOf(0x0a, at);
    const end = next === -1 ? lines.length : next;
    found.push(lines.toString('utf8', lines.lastIndexOf(0x0a, at) + 1, end));
    at = lines.indexOf(only, end);
  }
  return found;
}

/** Finds it without parsing the line, which takes most of the time. */
function isOfOther(line: string, { rids }: RecordSelection): boolean {
  if (rids === undefined) return false;
  const rid = findRid(line);
  return rid !== undefined && !rids.has(rid);
}
