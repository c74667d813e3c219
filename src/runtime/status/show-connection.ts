import type { BridgeClient, ConnectionStatus, ConnectionState } from '../../bridge';
import type { NodeStatusTracker } from './node-status';

/** Returns whether the connection is lost; undefined if unknown. */
export function isConnectionLost(kind: ConnectionStatus): boolean | undefined {
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
 * Shows the state of a connection in the status of a node, now and after each change.
 *
 * @param bridgeName name of the bridge, if the node has several bridges
 * @returns stops the updates
 */
export function showConnection(
  client: Pick<BridgeClient, 'connectionState' | 'onConnectionChange'>,
  status: Pick<NodeStatusTracker, 'setConnection' | 'forgetConnection'>,
  bridgeName?: string,
): () => void {
  const show = (state: ConnectionState): void => status.setConnection(state, bridgeName);
  const unsubscribe = client.onConnectionChange(show);
  show(client.connectionState);
  return () => {
    unsubscribe();
    status.forgetConnection(bridgeName);
  };
}
