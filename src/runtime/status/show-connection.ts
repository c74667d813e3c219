import type { BridgeClient, ConnectionStatus, ConnectionState } from '../../bridge';
import type { NodeStatusTracker } from './node-status';

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
 * @param bridgeName if the node has several bridges
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
