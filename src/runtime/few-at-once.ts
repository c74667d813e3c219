import { BridgeError } from '../bridge/errors/errors';

/** Most requests of dialogs that may make Node-RED connect to an address of their choice at a time. */
const mostConnecting = 4;

/**
 * Lets only some work run at a time and refuses the rest at once, so that nobody can pile it up.
 *
 * @param most how many may run
 * @returns runs work. It rejects with ERR_BRIDGE_TOO_MANY_REQUESTS when too much is under way.
 */
function fewAtOnce(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (work) => {
    if (running >= most) {
      throw new BridgeError(
        'ERR_BRIDGE_TOO_MANY_REQUESTS',
        'Other requests to a bridge are still under way. Try again in a moment.',
      );
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}

/** Runs what connects to an address that a dialog chose. */
export const connecting = fewAtOnce(mostConnecting);
