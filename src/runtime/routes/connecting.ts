import { RouteRefusal } from './route';

/** Most requests of dialogs that may make Node-RED connect to an address of their choice at a time. */
const most = 4;

let underWay = 0;

/**
 * Runs what connects to an address that a dialog chose. Only a few may at a time, so that nobody can pile it up.
 *
 * @throws {RouteRefusal} status 429 when too many are under way
 */
export async function connecting<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= most) {
    throw new RouteRefusal(
      429,
      'TOO_MANY_AT_ONCE',
      'Node-RED is already connecting to several addresses for dialogs. Try again in a moment.',
    );
  }
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}
