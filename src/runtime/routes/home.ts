import type { NodeAPI } from 'node-red';
import { getBridgeSession } from '../bridge/deployed';
import { HomeFeed } from '../home/home-feed';
import { requireBridgeOfRoute, RouteHttpError, maxCommandWait } from './serve';
import type { RouteHandler } from './serve';
import { Turn } from '../../bridge/turn';
import { idPattern } from '../../resources/identifiers';
import type { ActionOptions } from '../command-node';
import { resourceCommandHandlers } from '../nodes/commands-by-type';
import { copyAsSetting } from '../settings';
import type { SentCommandResponse } from './responses';
import { toEnglish } from '../../resources/problems';
import { readFile } from 'node:fs/promises';
import { parseJsonOrUndefined, getNestedMember } from '../../resources/members';
import { createHomeDiagnostics, createHomeDump } from '../home/home-diagnostics';
import type { HomeDiagnostics, HomeDump } from '../home/home-diagnostics';

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
  new HomeFeed(
    () => getBridgeSession(RED, id),
    (listener) => {
      RED.events.on('flows:started', listener);
      return () => void RED.events.removeListener('flows:started', listener);
    },
  );

/**
 * Acts as the node of the type would. Waits for the answer of the bridge.
 *
 * @throws {RouteHttpError} status 400 for another type, id or command than the sidebar sends; 404 without the bridge
 * @throws {BridgeError} the errors of the nodes
 */
export const sendHomeCommandRoute: RouteHandler<SentCommandResponse> = async (request) => {
  const session = requireBridgeOfRoute(request);
  const { rtype, id: rid, command } = request.body;
  const handler = resourceCommandHandlers.get(rtype);
  if (handler === undefined)
    throw refuse(`rtype must be one of ${[...resourceCommandHandlers.keys()].join(', ')}.`);
  if (typeof rid !== 'string' || !idPattern.test(rid))
    throw refuse('id must be the id of a resource.');
  if (command === undefined) throw refuse('command is missing, such as { "on": true }.');
  const parts = {
    target: { path: 'id', isValid: true, value: rid },
    command: copyAsSetting(command, 'command'),
  };
  const options: ActionOptions = {
    signal: AbortSignal.timeout(maxCommandWait),
    sender: '',
    origin: { kind: 'tab' },
    turn: new Turn(),
  };
  const { meta } = await handler(parts, await session.open(), options);
  return { ok: true, warnings: meta.warnings.map(toEnglish) };
};

const refuse = (sentence: string): RouteHttpError =>
  new RouteHttpError(400, 'INVALID_COMMAND', `The command was not sent: ${sentence}`);

/** Returns a file to send to somebody. */
export const getHomeDiagnosticsRoute: RouteHandler<HomeDiagnostics> = async (request) => {
  const session = requireBridgeOfRoute(request);
  const manifest = await readFile(
    require.resolve('@lighting-bridge/node-red/package.json'),
    'utf8',
  );
  const version = getNestedMember(parseJsonOrUndefined(manifest), 'version');
  return createHomeDiagnostics(await session.open(), await session.getSettings(), {
    node: process.version,
    nodeRed: await request.RED.version(),
    package: String(version),
  });
};

/** Returns a home for a simulator that plays it. */
export const getHomeTwinRoute: RouteHandler<HomeDump> = async (request) =>
  createHomeDump(await requireBridgeOfRoute(request).open());
