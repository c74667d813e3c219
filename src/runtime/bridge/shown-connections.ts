import type { BridgeClient, ConnectionState } from '../../bridge';
import type { NodeStatusTracker } from '../status';

type ConnectionStatusTracker = Pick<NodeStatusTracker, 'setConnection' | 'forgetConnection'>;

/** The statuses that show the connection of a client. They share one listener. */
export class ShownConnections {
  readonly #all = new Set<ShownConnection>();
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly client: Pick<BridgeClient, 'connectionState' | 'onConnectionChange'>,
  ) {}

  /** @param bridgeName if the node has several bridges */
  show(status: ConnectionStatusTracker, bridgeName?: string): ShownConnection {
    this.#unsubscribe ??= this.client.onConnectionChange((state) => {
      for (const shown of this.#all) shown.show(state);
    });
    const shown = new ShownConnection(this, status, bridgeName);
    this.#all.add(shown);
    shown.show(this.client.connectionState);
    return shown;
  }

  remove(shown: ShownConnection): void {
    this.#all.delete(shown);
    if (this.#all.size > 0) return;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }
}

/** One status that shows the connection until `stop`. A class, since each node has an instance. */
export class ShownConnection {
  constructor(
    private readonly owner: ShownConnections,
    private readonly status: ConnectionStatusTracker,
    private readonly bridgeName: string | undefined,
  ) {}

  show(state: ConnectionState): void {
    this.status.setConnection(state, this.bridgeName);
  }

  stop(): void {
    this.owner.remove(this);
    this.status.forgetConnection(this.bridgeName);
  }
}
