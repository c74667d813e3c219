import type { BridgeClient } from '../../bridge';
import { unrefTimerClock } from '../../bridge/clock';
import type { Clock, TimerHandle } from '../../bridge/clock';
import { toError } from '../errors';
import type { BridgeStore } from './store';

/** In ms. Node-RED has better things to do while it starts. */
const firstLook = 300_000;

/** In ms. Days begin at midnight, and the bridge may be away. */
const lookInterval = 3_600_000;

interface DailyBackupsOptions {
  readonly client: Pick<BridgeClient, 'connectionState' | 'listAll' | 'list'>;
  readonly store: Pick<BridgeStore, 'nameFolder'>;
  warn(warning: string): void;
  readonly clock?: Pick<Clock, 'wallTime' | 'setTimeout' | 'clearTimeout'> | undefined;
}

/**
 * Looks each hour whether the bridge has a backup of today, and makes one. A failure is one warning; the next look tries
 * again. A bridge that is away is no failure.
 */
export class DailyBackups {
  readonly #clock: Pick<Clock, 'wallTime' | 'setTimeout' | 'clearTimeout'>;
  readonly #closing = new AbortController();
  /** Undefined until the bridge is known. */
  #folder: string | undefined;
  #timer: TimerHandle | undefined;
  #isWarned = false;

  constructor(private readonly options: DailyBackupsOptions) {
    this.#clock = options.clock ?? unrefTimerClock;
    void this.#findFolder();
    this.#lookLater(firstLook);
  }

  stop(): void {
    this.#closing.abort();
    this.#clock.clearTimeout(this.#timer);
  }

  async #findFolder(): Promise<void> {
    this.#folder = await this.options.store.nameFolder('backups');
  }

  #lookLater(delay: number): void {
    this.#timer = this.#clock.setTimeout(() => void this.#look(), delay);
  }

  async #look(): Promise<void> {
    const { client } = this.options;
    try {
      if (this.#folder !== undefined && client.connectionState.kind === 'connected') {
        const { keepBackupOfToday } = await import('../home/daily-backup.js');
        const now = new Date(this.#clock.wallTime());
        await keepBackupOfToday(client, this.#folder, now, this.#closing.signal);
        this.#isWarned = false;
      }
    } catch (error) {
      this.#warnOnce(toError(error));
    }
    if (!this.#closing.signal.aborted) this.#lookLater(lookInterval);
  }

  #warnOnce({ message }: Error): void {
    const isAway = this.options.client.connectionState.kind !== 'connected';
    if (this.#isWarned || isAway || this.#closing.signal.aborted) return;
    this.#isWarned = true;
    this.options.warn(
      `The daily backup of the bridge was not made: ${message.replace(/\.?$/, '.')} Everything else goes on; the next try is in an hour.`,
    );
  }
}
