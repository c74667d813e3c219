import type { BridgeClient } from '../../bridge';
import { unrefTimerClock } from '../../bridge/time/clock';
import { toNodeError } from '../settings/node-errors';

/** Wait before the state of the bridge is read again that could not be read, in ms; less when it is back before. */
const readRetryDelay = 5_000;

/** How a read is repeated. */
export interface PeriodicReadOptions {
  /** Reads the state of the bridge. */
  read: () => Promise<unknown>;
  /** False once nobody needs the state any more. */
  isNeeded: () => boolean;
  /** Called with what each read fails with. */
  onError?: (error: Error) => void;
}

/**
 * Waits for the state of the bridge, over as many connections and attempts as that takes.
 *
 * @returns false when it was not read, since nobody needs it any more or the client was closed
 */
export async function readOnceConnected(
  client: Pick<BridgeClient, 'onConnectionChange'>,
  { read, isNeeded, onError }: PeriodicReadOptions,
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
