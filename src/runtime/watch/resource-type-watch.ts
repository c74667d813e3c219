import { isBridgeError } from '../../bridge';
import type {
  BridgeClient,
  BridgeError,
  ResourceChangeEvent,
  Watch,
  WatchOptions,
} from '../../bridge';
import type { ResourceType } from '../../resources';

/** Callbacks of a watch of one resource type. */
export interface ResourceTypeListener {
  onChange(change: ResourceChangeEvent): void;
  /** Called when the resources of the type are first loaded, and when one is added or deleted. */
  onResourcesLoaded(): void;
  onError(error: BridgeError): void;
}

/** The part of a client that watches. */
interface WatchClient extends Pick<BridgeClient, 'connectionState'> {
  watch(options: WatchOptions): Watch;
}

/** Polling interval of an inactive watch, in ms. */
const idleInterval = 60_000;

/** Watches one resource type: at the node's interval while resources of the type are selected, otherwise rarely. */
export class ResourceTypeWatch {
  readonly #client: WatchClient;
  readonly #rtype: ResourceType;
  readonly #interval: number;
  readonly #listener: ResourceTypeListener;
  #watch: Watch;
  #isActive = true;
  #isLoaded = false;
  #loadedImmediate: NodeJS.Immediate | undefined;

  /** @param interval polling interval while the watch is active, in ms */
  constructor(
    client: WatchClient,
    rtype: ResourceType,
    interval: number,
    listener: ResourceTypeListener,
  ) {
    this.#client = client;
    this.#rtype = rtype;
    this.#interval = interval;
    this.#listener = listener;
    this.#watch = this.#startWatch(interval);
    // A live event stream has kept the resources current. The watch reports a failure through onError.
    const isCurrent = client.connectionState.mode === 'stream';
    (isCurrent ? Promise.resolve() : this.#watch.pollNow()).then(
      () => this.#markLoaded(),
      () => undefined,
    );
  }

  /** True once the resources of the type are loaded. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Sets whether resources of the type are selected, which determines the polling interval. */
  setActive(isActive: boolean): void {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    const previousWatch = this.#watch;
    this.#watch = this.#startWatch(
      isActive ? this.#interval : Math.max(this.#interval, idleInterval),
    );
    previousWatch.stop();
  }

  stop(): void {
    clearImmediate(this.#loadedImmediate);
    this.#watch.stop();
  }

  #startWatch(interval: number): Watch {
    return this.#client.watch({
      rtype: this.#rtype,
      interval,
      onChange: (change) => {
        this.#listener.onChange(change);
        // Many may be added at once; whoever listens looks at all resources each time.
        if (change.kind !== 'changed') this.#loadedImmediate ??= setImmediate(this.#markLoaded);
      },
      onError: (error) => {
        if (isUnsupportedType(error)) this.#markLoaded();
        else this.#listener.onError(error);
      },
      onRecovered: () => this.#markLoaded(),
    });
  }

  readonly #markLoaded = (): void => {
    this.#loadedImmediate = undefined;
    this.#isLoaded = true;
    this.#listener.onResourcesLoaded();
  };
}

/** Bridges respond with "not found" for types that they do not support. */
const isUnsupportedType = (error: unknown): boolean =>
  isBridgeError(error) && error.code === 'ERR_BRIDGE_NOT_FOUND';
