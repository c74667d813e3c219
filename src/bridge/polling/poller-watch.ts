import type { ChangeDispatcher } from '../watch/change-dispatcher';
import type { Watch, WatchOptions } from '../watch/watch';
import type { WatchState } from '../watch/watchers-of-resource-type';
import type { TypePoller } from './type-poller';

/** A watch of no resource: the bridge is asked nothing for it. */
export class EmptyWatch implements Watch {
  readonly #options: WatchOptions;
  readonly #deliveries: ChangeDispatcher['deliveries'];
  #stopped = false;

  constructor(options: WatchOptions, { deliveries }: Pick<ChangeDispatcher, 'deliveries'>) {
    this.#options = options;
    this.#deliveries = deliveries;
    // Only after `watch` has returned.
    queueMicrotask(() => this.#report());
  }

  async pollNow(): Promise<void> {
    this.#report();
    await this.#deliveries.whenDone();
  }

  stop(): void {
    this.#stopped = true;
  }

  #report(): void {
    this.#deliveries.run(() => {
      if (!this.#stopped && this.#options.wantsPolls !== false)
        this.#options.onPoll?.([], this.#deliveries.runStep);
    });
  }
}

/** What ends a watch of a poller, and the poller with its last watch. */
interface StoppablePollers {
  stop(poller: TypePoller, watcher: WatchState): void;
}

/** One watch of a poller. */
export class PollerWatch implements Watch {
  readonly #pollers: StoppablePollers;
  readonly #poller: TypePoller;
  readonly #watcher: WatchState;

  constructor(pollers: StoppablePollers, poller: TypePoller, watcher: WatchState) {
    this.#pollers = pollers;
    this.#poller = poller;
    this.#watcher = watcher;
  }

  pollNow(): Promise<void> {
    return this.#poller.pollNow(this.#watcher);
  }

  stop(): void {
    this.#pollers.stop(this.#poller, this.#watcher);
  }
}
