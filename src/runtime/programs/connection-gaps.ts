import type { BridgeClient, ConnectionState } from '../../bridge';
import { readUntilSuccessful } from '../bridge/read-until-successful';

interface ConnectionGapListener {
  onBegin(): void;
  onEnd(): void;
}

/** States without reports of the lamps. */
const gapStates: ReadonlySet<ConnectionState['kind']> = new Set([
  'away',
  'unauthorized',
  'untrusted',
]);

/** Times when the state of the lamps is unknown, until a read. */
export class ConnectionGaps {
  readonly #unsubscribe: () => void;
  #isOpen = false;
  /** A read from before a newer gap does not end it. */
  #gaps = 0;
  #isClosed = false;

  constructor(
    private readonly client: Pick<
      BridgeClient,
      'stateCache' | 'onConnectionChange' | 'connectionState'
    >,
    private readonly listener: ConnectionGapListener,
  ) {
    const observe = ({ kind }: Pick<ConnectionState, 'kind'>): void => {
      if (gapStates.has(kind)) this.begin();
    };
    this.#unsubscribe = client.onConnectionChange(observe);
    observe(client.connectionState);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  begin(): void {
    if (this.#isClosed) return;
    this.#isOpen = true;
    this.#gaps += 1;
    this.listener.onBegin();
    void this.#readAgain(this.#gaps);
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  async #readAgain(gap: number): Promise<void> {
    const { stateCache } = this.client;
    const isNeeded = (): boolean => !this.#isClosed && this.#gaps === gap;
    const isRead = await readUntilSuccessful(this.client, {
      read: () => stateCache.refresh(),
      isNeeded,
    });
    if (!isRead) return;
    this.#isOpen = false;
    this.listener.onEnd();
  }
}
