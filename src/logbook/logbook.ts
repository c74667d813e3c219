import { unitLengths } from '../units/duration';
import { DayFiles, groupByDay, logbookLimits } from './day-files';
import { isSelected } from './record';
import type { LogbookRecord, RecordSelection } from './record';

/** In ms: a crash or a power failure loses the records of that time at most. */
const writeInterval = 30_000;

/** Records in memory: about 3 MB. */
const maxRecordsInMemory = 8_000;

/** Records that are written at once. */
const maxUnwritten = 2_000;

interface LogbookClock<Timer> {
  /** In ms since the epoch. */
  wallTime(): number;
  setTimeout(callback: () => void, delay: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
}

interface LogbookOptions<Timer> {
  /** Resolves when the bridge is known. Without it, the logbook is in memory only. */
  readonly folder?: Promise<string> | undefined;
  readonly clock: LogbookClock<Timer>;
  warn(warning: string): void;
}

export interface ReadRecords {
  /** Newest first. */
  readonly records: readonly LogbookRecord[];
  /** True if there are more than the limit. */
  readonly hasMore: boolean;
  /** Number of lines on disk that cannot be read: torn, damaged or of a later version. */
  readonly unreadable: number;
  /** Why records on disk are missing. */
  readonly problem: string | undefined;
}

/**
 * Keeps the changes of a bridge: in memory until they are written, on disk for 30 days and 20 MB at most. Without a
 * folder, and while the disk takes nothing, it keeps the newest 8,000 in memory.
 *
 * No function rejects for a disk that cannot be written: that is one warning, and stops nothing.
 */
export class Logbook<Timer> {
  /** Oldest first; with a folder, only those that are not on disk yet. */
  #inMemory: LogbookRecord[] = [];
  #files: DayFiles | undefined;
  /** Reads and writes run one after the other. */
  #lastTask: Promise<unknown> = Promise.resolve();
  #timer: Timer | undefined;
  #isWriteFailing = false;
  #isClosed = false;
  #deletedOldAt = -Infinity;

  constructor(private readonly options: LogbookOptions<Timer>) {
    if (options.folder !== undefined) void this.#begin(options.folder);
  }

  record(records: readonly LogbookRecord[]): void {
    if (this.#isClosed) return;
    this.#inMemory.push(...records);
    const count = this.#inMemory.length;
    // A splice for each record would move all others.
    if (count > maxRecordsInMemory) this.#inMemory.splice(0, count - maxRecordsInMemory * 0.9);
    if (count >= maxUnwritten && !this.#isWriteFailing && this.#files !== undefined)
      void this.#write();
  }

  /**
   * Reads in small steps, which do not block the event loop.
   *
   * @param limit of the number of records
   */
  async read(selection: RecordSelection, limit: number): Promise<ReadRecords> {
    await this.#write();
    return this.#runAlone(() => this.#readNow(selection, limit));
  }

  /** Writes what is in memory first. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.options.clock.clearTimeout(this.#timer);
    await this.#write();
    this.#isClosed = true;
    this.#files?.close();
  }

  async #readNow(selection: RecordSelection, limit: number): Promise<ReadRecords> {
    const unwritten = this.#inMemory.filter((record) => isSelected(record, selection));
    const byDay = new Map(groupByDay(unwritten));
    const found: LogbookRecord[] = [];
    const addDay = (day: string, written: readonly LogbookRecord[]): boolean => {
      const records = [...written, ...(byDay.get(day) ?? [])];
      byDay.delete(day);
      // The clock may have been set back meanwhile.
      for (const record of records.toSorted((one, other) => one.time - other.time).toReversed())
        found.push(record);
      return found.length <= limit;
    };
    const addNewerDays = (than: string): void => {
      for (const day of [...byDay.keys()].toSorted().toReversed()) if (day > than) addDay(day, []);
    };
    let unreadable = 0;
    let problem: string | undefined;
    try {
      const read = await this.#files?.read(selection, (day, written) => {
        addNewerDays(day);
        return addDay(day, written);
      });
      unreadable = read ?? 0;
    } catch (error) {
      problem = describeError(error);
    }
    addNewerDays('');
    const hasMore = found.length > limit;
    return { records: found.slice(0, limit), hasMore, unreadable, problem };
  }

  async #begin(folder: Promise<string>): Promise<void> {
    this.#files = new DayFiles(await folder);
    this.#schedule();
  }

  #write(): Promise<void> {
    return this.#runAlone(() => this.#writeNow());
  }

  #schedule(): void {
    const { clock } = this.options;
    clock.clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = clock.setTimeout(() => {
      void this.#write().then(() => this.#schedule());
    }, writeInterval);
  }

  async #writeNow(): Promise<void> {
    const files = this.#files;
    if (files === undefined || this.#isClosed) return;
    const unwritten = new Map(groupByDay(this.#inMemory));
    this.#inMemory = [];
    try {
      files.refreshLock();
      for (const [day, records] of unwritten) {
        await files.append(day, records);
        unwritten.delete(day);
      }
      await this.#deleteOld(files);
      this.#isWriteFailing = false;
    } catch (error) {
      this.#inMemory = [...[...unwritten.values()].flat(), ...this.#inMemory];
      this.#warnOnce(describeError(error));
    }
  }

  /** Once an hour. */
  async #deleteOld(files: DayFiles): Promise<void> {
    const now = this.options.clock.wallTime();
    if (Math.abs(now - this.#deletedOldAt) < unitLengths.hour) return;
    await files.deleteOld(now, logbookLimits.days);
    this.#deletedOldAt = now;
  }

  #warnOnce(reason: string): void {
    if (this.#isWriteFailing) return;
    this.#isWriteFailing = true;
    this.options.warn(
      `The logbook cannot be written: ${reason}. The newest changes are kept in memory meanwhile.`,
    );
  }

  #runAlone<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#lastTask.then(task);
    this.#lastTask = result.catch(() => undefined);
    return result;
  }
}

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
