import type { BridgeClient } from '../../bridge';
import { toNodeError } from '../errors';
import { unrefTimerClock } from '../../bridge/clock';

/** In ms. A new connection repeats the read earlier. */
const readRetryDelay = 5_000;

interface RepeatedReadOptions {
  read: () => Promise<unknown>;
  isNeeded: () => boolean;
  onError?: (error: Error) => void;
}

/**
 * Repeats a failed read after the next connection, or after `readRetryDelay`.
 *
 * @returns false if the state is no longer needed or the client was closed
 */
export async function readUntilSuccessful(
  client: Pick<BridgeClient, 'onConnectionChange'>,
  { read, isNeeded, onError }: RepeatedReadOptions,
): Promise<boolean> {
  while (isNeeded()) {
    try {
      await read();
      return isNeeded();
    } catch (thrown) {
      const error = toNodeError(thrown);
      if (!isNeeded() || error.code === 'ERR_BRIDGE_CLOSED') return false;
      onError?.(error);
      await waitForConnection(client);
    }
  }
  return false;
}

const waitForConnection = (client: Pick<BridgeClient, 'onConnectionChange'>): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (): void => {
      unsubscribe();
      unrefTimerClock.clearTimeout(timer);
      resolve();
    };
    const timer = unrefTimerClock.setTimeout(goOn, readRetryDelay);
    const unsubscribe = client.onConnectionChange(({ kind }) => {
      if (kind === 'connected' || kind === 'closed') goOn();
    });
  });
