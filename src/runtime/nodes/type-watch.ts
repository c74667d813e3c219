import { isBridgeError } from '../../bridge';
import type {
  BridgeClient,
  BridgeError,
  ResourceChangeEvent,
  Watch,
  WatchOptions,
} from '../../bridge';
import type { ResourceType } from '../../resources/table';

interface ResourceTypeListener {
  onChange(change: ResourceChangeEvent): void;
  /** Called for the first time, and after each addition or deletion. */
  onResourcesLoaded(): void;
  onError(error: BridgeError): void;
}

interface WatchClient extends Pick<BridgeClient, 'connectionState'> {
  watch(options: WatchOptions): Watch;
}

/** In ms. */
const idleInterval = 60_000;

/** Watches at the node's interval while resources of the type are selected, otherwise once a minute. */
export class ResourceTypeWatch {
  #watch: Watch;
  #isActive = true;
  #isLoaded = false;
  #loadedImmediate: NodeJS.Immediate | undefined;

  constructor(
    private readonly client: WatchClient,
    private readonly rtype: ResourceType,
    private readonly interval: number,
    private readonly listener: ResourceTypeListener,
  ) {
    this.#watch = this.#startWatch(interval);
    // An event stream keeps the resources current. `onError` reports a failed read.
    const isCurrent = client.connectionState.mode === 'stream';
    (isCurrent ? Promise.resolve() : this.#watch.pollNow()).then(
      () => this.#markLoaded(),
      () => undefined,
    );
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Active while resources of the type are selected. */
  setActive(isActive: boolean): void {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    const previousWatch = this.#watch;
    this.#watch = this.#startWatch(
      isActive ? this.interval : Math.max(this.interval, idleInterval),
    );
    previousWatch.stop();
  }

  stop(): void {
    clearImmediate(this.#loadedImmediate);
    this.#watch.stop();
  }

  #startWatch(interval: number): Watch {
    return this.client.watch({
      rtype: this.rtype,
      interval,
      onChange: (change) => {
        this.listener.onChange(change);
        // Many resources may be added at once; each callback reads all.
        if (change.kind !== 'changed') this.#loadedImmediate ??= setImmediate(this.#markLoaded);
      },
      onError: (error) => {
        if (isUnsupportedType(error)) this.#markLoaded();
        else this.listener.onError(error);
      },
      onRecovered: () => this.#markLoaded(),
    });
  }

  readonly #markLoaded = (): void => {
    this.#loadedImmediate = undefined;
    this.#isLoaded = true;
    this.listener.onResourcesLoaded();
  };
}

/** A bridge answers "not found" for a type that it does not support. */
const isUnsupportedType = (error: unknown): boolean =>
  isBridgeError(error) && error.code === 'ERR_BRIDGE_NOT_FOUND';
