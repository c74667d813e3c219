import type { NextFunction, Request, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { isBridgeError, getCommandProblem } from '../../bridge/errors';
import { toDescribedProblem } from '../../resources/describe-problem';
import type { DescribedProblem } from '../../resources/problems';
import { isObject } from '../../resources/members';
import { toError } from '../errors';
import { getAllowedEditorHosts } from '../package-settings';
import { findCrossSiteRefusal } from './cross-site';
import { getBridgeSession } from '../bridge/deployed';
import { parseNonEmptyText } from '../stored-settings';
import type { BridgeSession } from '../bridge/session';

export interface RouteRequest {
  RED: NodeAPI;
  /** For a route that sends its response itself. */
  response: Response;
  body: Record<string, unknown>;
  /** Last path segment, where the route has an id. */
  id: string;
}

/** From the editor, in ms. */
export const maxCommandWait = 20_000;

/** Refuses a request of the editor with an HTTP status. */
export class RouteHttpError extends Error {
  override readonly name = 'RouteHttpError';

  /** @param message shown in the dialog */
  constructor(
    readonly status: 400 | 404 | 409 | 429,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * @returns plain JSON, which must never contain a key; undefined if the route sends its response itself
 * @throws {BridgeError} or RouteHttpError, whose message the dialog shows
 */
export type RouteHandler<ResponseBody extends object | undefined = object> = (
  request: RouteRequest,
) => Promise<ResponseBody>;

/** @throws {RouteHttpError} status 404 */
export function requireBridgeOfRoute({ RED, id }: RouteRequest): BridgeSession {
  const session = getBridgeSession(RED, id);
  if (session !== undefined) return session;
  const sentence = 'The bridge is not deployed. Deploy it, then try again.';
  throw new RouteHttpError(404, 'NO_BRIDGE', sentence);
}

/** Returns undefined for an empty text; trims others. */
export const getBodyTextMember = (
  body: Record<string, unknown>,
  name: string,
): string | undefined => parseNonEmptyText(body[name]);

/**
 * Refuses all methods. Node-RED lets pages of every site read its answers, but these routes are only for the editor.
 */
export function guardAgainstOtherSites(
  RED: NodeAPI,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  response.removeHeader('access-control-allow-origin');
  response.set({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' });
  const refusal = findCrossSiteRefusal(request.method, request.headers, {
    isEncrypted: 'encrypted' in request.socket,
    isProxyTrusted: isFromTrustedProxy(request),
    allowedHosts: getAllowedEditorHosts(RED),
  });
  if (refusal === undefined) next();
  else response.status(403).json(toErrorBody(refusal.code, refusal.message));
}

/** Asks for `httpServerOptions: { 'trust proxy': … }` in Node-RED's settings file. */
function isFromTrustedProxy({ app, socket }: Request): boolean {
  const isTrusted: unknown = app.get('trust proxy fn');
  return (
    typeof isTrusted === 'function' &&
    Reflect.apply(isTrusted, app, [socket.remoteAddress, 0]) === true
  );
}

/**
 * HTML forms cannot send the JSON body that a POST needs.
 *
 * @param handle returns undefined if it sends the response itself
 */
export async function serveRoute(
  RED: NodeAPI,
  handle: RouteHandler<object | undefined>,
  request: Request,
  response: Response,
): Promise<void> {
  if (request.method === 'POST' && !request.is('application/json')) {
    response.status(415).json(toErrorBody('NOT_JSON', 'The body must be application/json.'));
    return;
  }
  const body = isObject(request.body) ? request.body : {};
  const id = String(request.params['id'] ?? '');
  try {
    const answer = await handle({ RED, response, body, id });
    if (answer !== undefined) response.json(answer);
  } catch (thrown) {
    response.json(toFailureBody(RED, toError(thrown), response));
  }
}

function toFailureBody(RED: NodeAPI, error: Error, response: Response): object {
  if (error instanceof RouteHttpError) {
    response.status(error.status);
    return toErrorBody(error.code, error.message);
  }
  if (!isBridgeError(error)) {
    RED.log.error(error.stack ?? error.message);
    return toErrorBody('UNEXPECTED', error.message);
  }
  const problem = getCommandProblem(error);
  return toErrorBody(error.code, error.message, problem && toDescribedProblem(problem));
}

/** @param problem for the dialog's own language; `message` is in English */
const toErrorBody = (code: string, message: string, problem?: DescribedProblem): object => ({
  error: { code, message, problem },
});
