import type { Request, RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { isBridgeError } from '../bridge/errors/errors';
import { isObject } from '../resources/member';
import { asError } from './command-error';
import { isOwnOrigin } from './own-origin';
import { RouteRefusal } from './routes/route';
import type { RouteHandler } from './routes/route';

type Permission = 'read' | 'write';

/** Registers everything that dialogs ask Node-RED for. All of it is JSON, and none of it holds a key. */
export function registerAdminRoutes(RED: NodeAPI): void {
  const may = (permission: Permission): RequestHandler =>
    RED.auth.needsPermission(`lighting-bridge.${permission}`);
  const mayWrite = may('write');

  RED.httpAdmin.get(
    '/lighting-bridge/table',
    may('read'),
    answerWith(RED, async () => (await import('./routes/table.js')).showTable),
  );
  RED.httpAdmin.post(
    '/lighting-bridge/resources',
    may('read'),
    ownJsonOnly,
    // Looking at what is known is reading; making Node-RED ask a bridge is more.
    (request, response, next) => {
      if (asksBridge(bodyOf(request.body))) mayWrite(request, response, next);
      else next();
    },
    answerWith(RED, async () => (await import('./routes/resources.js')).listResources),
  );
  RED.httpAdmin.post(
    '/lighting-bridge/test',
    mayWrite,
    ownJsonOnly,
    answerWith(RED, async () => (await import('./routes/test.js')).testBridge),
  );
  RED.httpAdmin.post(
    '/lighting-bridge/certificate',
    mayWrite,
    ownJsonOnly,
    answerWith(RED, async () => (await import('./routes/certificate.js')).showCertificate),
  );
  registerJob(RED, 'discover', mayWrite, async (): Promise<JobHandlers> => {
    const { startDiscovery, showDiscovery, stopDiscovery } = await import('./routes/discover.js');
    return { start: startDiscovery, show: showDiscovery, stop: stopDiscovery };
  });
  registerJob(RED, 'pair', mayWrite, async (): Promise<JobHandlers> => {
    const { startPairing, showPairing, stopPairing } = await import('./routes/pair.js');
    return { start: startPairing, show: showPairing, stop: stopPairing };
  });
}

type JobHandlers = Record<'start' | 'show' | 'stop', RouteHandler>;

/** Registers the routes of work that a dialog starts, asks after once a second, and may stop. */
function registerJob(
  RED: NodeAPI,
  name: string,
  permission: RequestHandler,
  load: () => Promise<JobHandlers>,
): void {
  const path = `/lighting-bridge/${name}`;
  const answer = (what: keyof JobHandlers): RequestHandler =>
    answerWith(RED, async () => (await load())[what]);
  RED.httpAdmin.post(path, permission, ownJsonOnly, answer('start'));
  RED.httpAdmin.get(`${path}/:id`, permission, answer('show'));
  RED.httpAdmin.delete(`${path}/:id`, permission, ownOriginOnly, answer('stop'));
}

const asksBridge = (body: Record<string, unknown>): boolean =>
  body['refresh'] === true || body['host'] !== undefined;

/** Refuses what a page of another site could make a browser send. */
const ownOriginOnly: RequestHandler = (request, response, next) => {
  if (isOwnOrigin(request.headers)) next();
  else response.status(403).json(problem('FOREIGN_ORIGIN', 'This request came from another site.'));
};

/** As `ownOriginOnly`; forms can send anything but JSON. */
const ownJsonOnly: RequestHandler = (request, response, next) => {
  ownOriginOnly(request, response, () => {
    if (request.is('application/json')) next();
    else response.status(415).json(problem('NOT_JSON', 'The body must be application/json.'));
  });
};

function answerWith(RED: NodeAPI, load: () => Promise<RouteHandler>): RequestHandler {
  const answer = async ({ body, params }: Request, response: Response): Promise<object> => {
    try {
      const handler = await load();
      return await handler({ RED }, bodyOf(body), String(params['id'] ?? ''));
    } catch (thrown) {
      const error = asError(thrown);
      if (error instanceof RouteRefusal) {
        response.status(error.status);
        return problem(error.code, error.message);
      }
      if (!isBridgeError(error)) RED.log.error(error.stack ?? error.message);
      return problem(isBridgeError(error) ? error.code : 'UNEXPECTED', error.message);
    }
  };
  return (request, response, next) => {
    response.set('cache-control', 'no-store');
    const respond = async (): Promise<void> => {
      try {
        response.json(await answer(request, response));
      } catch (error) {
        next(error);
      }
    };
    void respond();
  };
}

const problem = (code: string, message: string): object => ({ error: { code, message } });

const bodyOf = (body: unknown): Record<string, unknown> => (isObject(body) ? body : {});
