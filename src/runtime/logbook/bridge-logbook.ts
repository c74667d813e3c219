import type { BridgeClient } from '../../bridge';
import { systemClock, unrefTimerClock } from '../../bridge/clock';
import type { TimerHandle } from '../../bridge/clock';
import { Logbook } from '../../logbook/logbook';
import type { ReadRecords } from '../../logbook/logbook';
import { createRecords } from '../../logbook/record';
import type { RecordSelection } from '../../logbook/record';
import { unitLengths } from '../../units/duration';

interface BridgeLogbookOptions {
  /** Without it, the changes are in memory only. */
  readonly folder: Promise<string> | undefined;
  warn(warning: string): void;
}

/** Records the changes of a bridge from its first call on, and keeps the event stream open for them. */
export class BridgeLogbook {
  readonly #logbook: Logbook<TimerHandle>;
  readonly #stop: () => void;

  constructor(client: BridgeClient, options: BridgeLogbookOptions) {
    this.#logbook = new Logbook({ ...options, clock: unrefTimerClock });
    const stopObserving = client.observe({
      onChange: (change) => {
        const changedBy = client.stateCache.findCause(change);
        this.#logbook.record(createRecords(change, systemClock.wallTime(), changedBy));
      },
    });
    const watch = client.watch({ rtype: 'bridge_home', interval: unitLengths.hour });
    this.#stop = () => {
      stopObserving();
      watch.stop();
    };
  }

  /** Newest first, at most `limit`. */
  read(selection: RecordSelection, limit: number): Promise<ReadRecords> {
    return this.#logbook.read(selection, limit);
  }

  /** Resolves when all records are on disk, or when the disk refuses them. */
  close(): Promise<void> {
    this.#stop();
    return this.#logbook.close();
  }
}
