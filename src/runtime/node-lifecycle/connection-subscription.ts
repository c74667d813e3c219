import type { ConnectionStatus, ConnectionState } from '../../bridge';
import { openBridgeById } from '../session/bridge-node';
import { restartOnDeploy } from './restart-on-deploy';
import type { NodeRedDeployApi, StartAbortSignal } from './restart-on-deploy';

/** Callbacks for the connection of a bridge. */
export interface ConnectionCallbacks {
  /** Called with the present state, and on each change. */
  onStateChange(state: ConnectionState): void;
  /** Called when there is no bridge to connect to. */
  onError(error: Error): void;
}

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
 * Subscribes to the state of a connection, across deploys of the bridge.
 *
 * @param id the node's setting `bridge`
 * @returns ends the subscription
 */
export function subscribeToConnection(
  RED: NodeRedDeployApi,
  id: string | undefined,
  callbacks: ConnectionCallbacks,
): () => void {
  const subscribe = async (signal: StartAbortSignal): Promise<{ stop(): void }> => {
    const { client } = await openBridgeById(RED, id);
    signal.throwIfAborted();
    const stop = client.onConnectionChange((state) => callbacks.onStateChange(state));
    callbacks.onStateChange(client.connectionState);
    return { stop };
  };
  const supervisor = restartOnDeploy(RED, id, {
    start: subscribe,
    onStartFailed: (error) => callbacks.onError(error),
  });
  return () => supervisor.stop();
}
