import type { BridgeClient, ConnectionState } from '../../../src/bridge';

/** Resolves with the state of a client's connection as soon as it matches. */
export function waitForConnection(
  client: BridgeClient,
  matches: (state: ConnectionState) => boolean,
): Promise<ConnectionState> {
  return new Promise((resolve) => {
    const unsubscribe = client.onConnectionChange((state) => {
      if (!matches(state)) return;
      unsubscribe();
      resolve(state);
    });
    if (!matches(client.connectionState)) return;
    unsubscribe();
    resolve(client.connectionState);
  });
}
