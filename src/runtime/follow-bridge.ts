import type { NodeAPI } from 'node-red';
import type { ConnectionKind, ConnectionState } from '../bridge';
import { openBridgeOf } from './bridge-node';
import { asError } from './command-error';

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
  RED: Pick<NodeAPI, 'nodes'>,
  id: string | undefined,
  listener: BridgeListener,
): () => void {
  let unsubscribe: (() => void) | undefined;
  let stopped = false;
  const follow = async (): Promise<void> => {
    try {
      const { client } = await openBridgeOf(RED, id);
      if (stopped) return;
      unsubscribe = client.onConnection((state) => listener.changed(state));
      listener.changed(client.connection);
    } catch (error) {
      if (!stopped) listener.failed(asError(error));
    }
  };
  void follow();
  return () => {
    stopped = true;
    unsubscribe?.();
  };
}
