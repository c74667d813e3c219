import type { BridgeClient, ConnectionStatus, ConnectionState } from '../../bridge';
import type { NodeStatusTracker } from './node-status';

/** True when the connection is lost; undefined while that is not known. */
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
 * Shows the state of a connection in the status of a node, now and on each change.
 *
 * @param bridgeName where the node has several bridges
 * @returns ends that
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
