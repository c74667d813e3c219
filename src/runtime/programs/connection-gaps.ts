import type { BridgeClient, ConnectionState } from '../../bridge';
import { readOnceConnected } from '../bridge/read-once-connected';

/** What is told of the gaps in what is known of a bridge. */
export interface ConnectionGapListener {
  onBegin(): void;
  /** Called when the bridge was read again. */
  onEnd(): void;
}

/** States of the connection in which nothing is learnt of the lamps. */
const gapStates: ReadonlySet<ConnectionState['kind']> = new Set([
  'away',
  'unauthorized',
  'untrusted',
]);

/** The times in which nobody knows what happens to the lamps of a bridge: each ends with a read of the bridge. */
export class ConnectionGaps {
  readonly #client: Pick<BridgeClient, 'stateCache' | 'onConnectionChange'>;
  readonly #listener: ConnectionGapListener;
  readonly #unsubscribe: () => void;
  #isOpen = false;
  /** Number of gaps so far: a read from before another gap ends none. */
  #gaps = 0;
  #isClosed = false;

  constructor(
    client: Pick<BridgeClient, 'stateCache' | 'onConnectionChange' | 'connectionState'>,
    listener: ConnectionGapListener,
  ) {
    this.#client = client;
    this.#listener = listener;
    const observe = ({ kind }: Pick<ConnectionState, 'kind'>): void => {
      if (gapStates.has(kind)) this.begin();
    };
    this.#unsubscribe = client.onConnectionChange(observe);
    observe(client.connectionState);
  }

  /** True from `onBegin` to `onEnd`. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Begins a gap, which ends when the bridge was read. */
  begin(): void {
    if (this.#isClosed) return;
    this.#isOpen = true;
    this.#gaps += 1;
    this.#listener.onBegin();
    void this.#readAgain(this.#gaps);
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  async #readAgain(gap: number): Promise<void> {
    const { stateCache } = this.#client;
    const isNeeded = (): boolean => !this.#isClosed && this.#gaps === gap;
    const isRead = await readOnceConnected(this.#client, {
      read: () => stateCache.refresh(),
      isNeeded,
    });
    if (!isRead) return;
    this.#isOpen = false;
    this.#listener.onEnd();
  }
}
