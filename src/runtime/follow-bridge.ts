import type { NodeAPI } from 'node-red';
import type { ConnectionKind, ConnectionState } from '../bridge';
import { openBridgeOf } from './bridge-node';
import { keepRunning } from './keep-running';

/** What a node hears of its bridge from deploy to close. */
export interface BridgeListener {
  /** The connection stands like this now. */
  changed(state: ConnectionState): void;
  /** There is no bridge that could be connected. */
  failed(error: Error): void;
}

/** Is the bridge lost? Undefined while that is not known. */
export function isLost(kind: ConnectionKind): boolean | undefined {
  switch (kind) {
    case 'away':
    case 'unauthorized':
    case 'untrusted':
      return true;
    case 'connected':
    case 'waiting':
      return false;
    default:
      return undefined;
  }
}

/**
 * Tells a node how its bridge stands, at once and on each change.
 *
 * @param id the node's setting `bridge`
 * @returns ends it
 */
export function followBridge(
  RED: Pick<NodeAPI, 'nodes' | 'events'>,
  id: string | undefined,
  listener: BridgeListener,
): () => void {
  const follow = async (signal: AbortSignal): Promise<{ stop(): void }> => {
    const { client } = await openBridgeOf(RED, id);
    signal.throwIfAborted();
    const stop = client.onConnection((state) => listener.changed(state));
    listener.changed(client.connection);
    return { stop };
  };
  const following = keepRunning(RED, id, follow, (error) => listener.failed(error));
  return () => following.stop();
}
