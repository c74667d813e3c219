import type { BridgeClient, ConnectionState } from '../../src/bridge';

/** The state of a client's connection as soon as it is as wanted. */
export function connectionOf(
  client: BridgeClient,
  isWanted: (state: ConnectionState) => boolean,
): Promise<ConnectionState> {
  return new Promise((resolve) => {
    const unsubscribe = client.onConnection((state) => {
      if (!isWanted(state)) return;
      unsubscribe();
      resolve(state);
    });
    if (!isWanted(client.connection)) return;
    unsubscribe();
    resolve(client.connection);
  });
}
