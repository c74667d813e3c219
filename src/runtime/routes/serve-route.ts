import type { NextFunction, Request, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import { getCommandProblem } from '../../bridge/errors/command-error';
import { toDescribedProblem } from '../../resources/validation/describe-problem';
import type { DescribedProblem } from '../../resources/validation/problem-sentence';
import { isObject } from '../../resources/values/member-access';
import { toError } from '../settings/node-errors';
import { getAllowedEditorHosts } from '../settings/package-settings';
import { findCrossSiteRefusal } from './find-cross-site-refusal';
import { RouteHttpError } from './route-handler';
import type { RouteHandler } from './route-handler';

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
 * @param load loads the handler, which returns undefined if it sends the response itself
 */
export async function serveRoute(
  RED: NodeAPI,
  load: () => Promise<RouteHandler<object | undefined>>,
  request: Request,
  response: Response,
): Promise<void> {
  if (request.method === 'POST' && !request.is('application/json')) {
    response.status(415).json(toErrorBody('NOT_JSON', 'The body must be application/json.'));
    return;
  }
  const body = isObject(request.body) ? request.body : {};
  const answer = await load()
    .then((handle) => handle({ RED, response, body, id: String(request.params['id'] ?? '') }))
    .catch((thrown: unknown) => toFailureBody(RED, toError(thrown), response));
  if (answer !== undefined) response.json(answer);
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
