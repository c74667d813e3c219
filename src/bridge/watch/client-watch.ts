import type { ChangeDispatcher, ChangeWatchSubscription } from './change-dispatcher';
import type { Watch, WatchOptions } from './watch';

/** A watch of polls and changes; an object with fields, since a flow may have thousands. */
export class ClientWatch implements Watch {
  readonly #pollerWatch: Watch;
  readonly #dispatcher: ChangeDispatcher;
  readonly #subscription: ChangeWatchSubscription;

  constructor(pollerWatch: Watch, dispatcher: ChangeDispatcher, options: WatchOptions) {
    this.#pollerWatch = pollerWatch;
    this.#dispatcher = dispatcher;
    this.#subscription = dispatcher.subscribe(options);
  }

  pollNow(): Promise<void> {
    return this.#pollerWatch.pollNow();
  }

  stop(): void {
    this.#dispatcher.unsubscribe(this.#subscription);
    this.#pollerWatch.stop();
  }
}
