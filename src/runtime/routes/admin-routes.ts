import type { Request, RequestHandler, Response } from 'express';
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

type Permission = 'read' | 'write';

const basePath = '/lighting-bridge';

/** Registers the routes of the edit dialogs. All responses are JSON; none contains a key. */
export function registerAdminRoutes(RED: NodeAPI): void {
  RED.httpAdmin.use(basePath, createSameOriginGuard(RED));
  RED.httpAdmin.get(
    `${basePath}/table`,
    requirePermission(RED, 'read'),
    toRequestHandler(
      RED,
      async () => (await import('./get-resource-table.js')).getResourceTableRoute,
    ),
  );
  RED.httpAdmin.get(
    `${basePath}/docs/:id`,
    requirePermission(RED, 'read'),
    toRequestHandler(
      RED,
      async () => (await import('./get-documentation-page.js')).getDocumentationPageRoute,
    ),
  );
  registerListRoute(RED);
  registerDialogRoutes(RED);
  registerHomeRoutes(RED);
  const requireWrite = requirePermission(RED, 'write');
  registerTaskRoutes(RED, 'discover', requireWrite, async (): Promise<TaskHandlers> => {
    const routes = await import('./discovery-routes.js');
    return {
      start: routes.startDiscoveryRoute,
      show: routes.getDiscoveryProgressRoute,
      stop: routes.stopDiscoveryRoute,
    };
  });
  registerTaskRoutes(RED, 'pair', requireWrite, async (): Promise<TaskHandlers> => {
    const routes = await import('./pairing-routes.js');
    return {
      start: routes.startPairingRoute,
      show: routes.getPairingProgressRoute,
      stop: routes.stopPairingRoute,
    };
  });
}

const requirePermission = (RED: NodeAPI, permission: Permission): RequestHandler =>
  RED.auth.needsPermission(`lighting-bridge.${permission}`);

/**
 * Registers the picker's route. Cached resources need the read permission; a request to a bridge needs the write
 * permission.
 */
function registerListRoute(RED: NodeAPI): void {
  const requireWrite = requirePermission(RED, 'write');
  RED.httpAdmin.post(
    `${basePath}/resources`,
    requirePermission(RED, 'read'),
    requireJson,
    (request, response, next) => {
      if (contactsBridge(parseBody(request.body))) requireWrite(request, response, next);
      else next();
    },
    toRequestHandler(RED, async () => (await import('./list-resources.js')).listResourcesRoute),
  );
}

const contactsBridge = (body: Record<string, unknown>): boolean =>
  body['refresh'] === true || body['host'] !== undefined;

/** Registers the routes without a background task. */
function registerDialogRoutes(RED: NodeAPI): void {
  const post = (name: string, permission: Permission, load: () => Promise<RouteHandler>): void => {
    const path = `${basePath}/${name}`;
    const handler = toRequestHandler(RED, load);
    RED.httpAdmin.post(path, requirePermission(RED, permission), requireJson, handler);
  };
  post('test', 'write', async () => (await import('./test-connection.js')).testConnectionRoute);
  post(
    'certificate',
    'write',
    async () => (await import('./get-certificate.js')).getCertificateRoute,
  );
  post('try', 'write', async () => (await import('./try-light-command.js')).tryLightCommandRoute);
  post(
    'daylight',
    'read',
    async () => (await import('./preview-daylight.js')).previewDaylightRoute,
  );
}

/** Registers the routes of the sidebar that shows a home. */
function registerHomeRoutes(RED: NodeAPI): void {
  RED.httpAdmin.get(
    `${basePath}/home/:id/stream`,
    requirePermission(RED, 'read'),
    toRequestHandler(RED, async (response) => {
      const { streamHome } = await import('./sidebar/stream-home.js');
      return async (_context, _body, id) => {
        await streamHome(RED, id, response);
        return undefined;
      };
    }),
  );
  const requireWrite = requirePermission(RED, 'write');
  const loadDiagnostics = () => import('./sidebar/get-home-diagnostics.js');
  RED.httpAdmin.get(
    `${basePath}/home/:id/diagnostics`,
    requireWrite,
    toRequestHandler(RED, async () => (await loadDiagnostics()).getHomeDiagnosticsRoute),
  );
  RED.httpAdmin.get(
    `${basePath}/home/:id/twin`,
    requireWrite,
    toRequestHandler(RED, async () => (await loadDiagnostics()).getHomeTwinRoute),
  );
  RED.httpAdmin.post(
    `${basePath}/home/:id/command`,
    requireWrite,
    requireJson,
    toRequestHandler(
      RED,
      async () => (await import('./sidebar/send-home-command.js')).sendHomeCommandRoute,
    ),
  );
}

type TaskHandlers = Record<'start' | 'show' | 'stop', RouteHandler>;

function registerTaskRoutes(
  RED: NodeAPI,
  name: string,
  permission: RequestHandler,
  load: () => Promise<TaskHandlers>,
): void {
  const path = `${basePath}/${name}`;
  const createHandler = (action: keyof TaskHandlers): RequestHandler =>
    toRequestHandler(RED, async () => (await load())[action]);
  RED.httpAdmin.post(path, permission, requireJson, createHandler('start'));
  RED.httpAdmin.get(`${path}/:id`, permission, createHandler('show'));
  RED.httpAdmin.delete(`${path}/:id`, permission, createHandler('stop'));
}

/**
 * Refuses requests of other sites by any method. Node-RED lets pages of every site read its answers, but these routes
 * are only for the editor.
 */
function createSameOriginGuard(RED: NodeAPI): RequestHandler {
  return (request, response, next) => {
    response.removeHeader('access-control-allow-origin');
    response.set({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' });
    const refusal = findCrossSiteRefusal(request.method, request.headers, {
      isEncrypted: 'encrypted' in request.socket,
      isProxyTrusted: isFromTrustedProxy(request),
      allowedHosts: getAllowedEditorHosts(RED),
    });
    if (refusal === undefined) next();
    else response.status(403).json(toErrorBody(refusal.code, refusal.message));
  };
}

/** True if the client is a proxy that `httpServerOptions: { 'trust proxy': … }` in Node-RED's settings file trusts. */
function isFromTrustedProxy({ app, socket }: Request): boolean {
  const isTrusted: unknown = app.get('trust proxy fn');
  return (
    typeof isTrusted === 'function' &&
    Reflect.apply(isTrusted, app, [socket.remoteAddress, 0]) === true
  );
}

/** Requires a JSON body, which HTML forms cannot send. */
const requireJson: RequestHandler = (request, response, next) => {
  if (request.is('application/json')) next();
  else response.status(415).json(toErrorBody('NOT_JSON', 'The body must be application/json.'));
};

/**
 * Creates the handler of a route.
 *
 * @param load loads the code; a route that sends its response itself returns undefined
 */
function toRequestHandler(
  RED: NodeAPI,
  load: (response: Response) => Promise<RouteHandler<object | undefined>>,
): RequestHandler {
  const createResponseBody = async (
    { body, params }: Request,
    response: Response,
  ): Promise<object | undefined> => {
    try {
      const handler = await load(response);
      return await handler({ RED }, parseBody(body), String(params['id'] ?? ''));
    } catch (thrown) {
      const error = toError(thrown);
      if (error instanceof RouteHttpError) {
        response.status(error.status);
        return toErrorBody(error.code, error.message);
      }
      if (!isBridgeError(error)) RED.log.error(error.stack ?? error.message);
      if (!isBridgeError(error)) return toErrorBody('UNEXPECTED', error.message);
      const problem = getCommandProblem(error);
      return toErrorBody(error.code, error.message, problem && toDescribedProblem(problem));
    }
  };
  return (request, response, next) => {
    const respond = async (): Promise<void> => {
      try {
        const responseBody = await createResponseBody(request, response);
        if (responseBody !== undefined) response.json(responseBody);
      } catch (error) {
        next(error);
      }
    };
    void respond();
  };
}

/** @param problem lets the dialog say in its own language what `message` says in English */
const toErrorBody = (code: string, message: string, problem?: DescribedProblem): object => ({
  error: { code, message, problem },
});

const parseBody = (body: unknown): Record<string, unknown> => (isObject(body) ? body : {});
