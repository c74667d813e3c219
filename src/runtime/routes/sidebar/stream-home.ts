import type { NodeAPI } from 'node-red';
import { getBridgeSession } from '../../bridge/bridge-node';
import { HomeFeed } from '../../home/home-feed';
import { requireBridgeOfRoute, RouteHttpError } from '../route-handler';
import type { RouteHandler } from '../route-handler';

/** Of all bridges together. */
const maxReaders = 32;

/** By the id of the bridge node; only with readers. */
const feeds = new Map<string, HomeFeed>();

/**
 * Sends server-sent events, until the editor closes the stream.
 *
 * @throws {RouteHttpError} status 404 for a bridge that is not deployed; 429 if too many streams are open
 */
export const streamHomeRoute: RouteHandler<undefined> = async (request) => {
  const { RED, response, id } = request;
  requireBridgeOfRoute(request);
  const readers = [...feeds.values()].reduce((sum, feed) => sum + feed.readers, 0);
  if (readers >= maxReaders) {
    throw new RouteHttpError(
      429,
      'TOO_MANY_AT_ONCE',
      `The home is already open in ${maxReaders} editors. Close it in one of them, then try again.`,
    );
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return undefined;
  }
  const feed = feeds.get(id) ?? createFeed(RED, id);
  feeds.set(id, feed);
  const remove = feed.add(response);
  response.on('close', () => {
    remove();
    if (feed.readers === 0 && feeds.get(id) === feed) feeds.delete(id);
  });
  return undefined;
};

const createFeed = (RED: NodeAPI, id: string): HomeFeed =>
  new HomeFeed({
    findSession: () => getBridgeSession(RED, id),
    onDeployed(listener) {
      RED.events.on('flows:started', listener);
      return () => void RED.events.removeListener('flows:started', listener);
    },
  });
