import { isBridgeError } from '../../bridge';
import type { BridgeClient, BridgeError, Change, Watch } from '../../bridge';
import type { ResourceType } from '../../resources';

/** What is told of the resources of one type. */
export interface TypeListener {
  changed(change: Change): void;
  /** Which resources there are is known, or has changed. */
  known(): void;
  failed(error: BridgeError): void;
}

/** How often a type is polled of which nothing is wanted at present, in ms. */
const rarely = 60_000;

/** Watches a type that the home may have nothing of: often as long as something is wanted of it, else rarely. */
export class TypeWatch {
  readonly #client: BridgeClient;
  readonly #rtype: ResourceType;
  readonly #interval: number;
  readonly #listener: TypeListener;
  #watch: Watch;
  #often = true;
  #isKnown = false;

  /** @param interval time between polls while something of the type is wanted, in ms */
  constructor(client: BridgeClient, rtype: ResourceType, interval: number, listener: TypeListener) {
    this.#client = client;
    this.#rtype = rtype;
    this.#interval = interval;
    this.#listener = listener;
    this.#watch = this.#begin(interval);
    // A failure is told by the watch itself.
    this.#watch.pollNow().then(
      () => this.#know(),
      () => undefined,
    );
  }

  /** True once it is known which resources of the type there are. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Says whether something of the type is wanted. */
  pace(wanted: boolean): void {
    if (wanted === this.#often) return;
    this.#often = wanted;
    const before = this.#watch;
    this.#watch = this.#begin(wanted ? this.#interval : Math.max(this.#interval, rarely));
    before.stop();
  }

  stop(): void {
    this.#watch.stop();
  }

  #begin(interval: number): Watch {
    return this.#client.watch({
      rtype: this.#rtype,
      interval,
      onChange: (change) => {
        this.#listener.changed(change);
        if (change.kind !== 'changed') this.#know();
      },
      onError: (error) => {
        if (isNotServed(error)) this.#know();
        else this.#listener.failed(error);
      },
      onRecovered: () => this.#know(),
    });
  }

  #know(): void {
    this.#isKnown = true;
    this.#listener.known();
  }
}

/** Bridges answer so for types that they do not have. */
const isNotServed = (error: unknown): boolean =>
  isBridgeError(error) && error.code === 'ERR_BRIDGE_NOT_FOUND';
