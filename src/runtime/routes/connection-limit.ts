import { RouteHttpError } from './route-handler';

/** To addresses from dialogs. */
const maxConnections = 4;

let activeConnections = 0;

/** @throws {RouteHttpError} status 429 if too many connections are open */
export async function runWithConnectionLimit<T>(connect: () => Promise<T>): Promise<T> {
  if (activeConnections >= maxConnections) {
    throw new RouteHttpError(
      429,
      'TOO_MANY_AT_ONCE',
      'Node-RED is already connecting to several addresses for dialogs. Try again in a moment.',
    );
  }
  activeConnections += 1;
  try {
    return await connect();
  } finally {
    activeConnections -= 1;
  }
}
