import type { RequestHandler } from 'express';
import type { NodeAPI } from 'node-red';
import { isBridgeError } from '../bridge/errors';
import { asError } from './command-error';
import { isOwnOrigin } from './own-origin';
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
}

const asksBridge = (body: Record<string, unknown>): boolean =>
  body['refresh'] === true || body['host'] !== undefined;

/** Refuses what a page of another site could make a browser send. */
const ownJsonOnly: RequestHandler = (request, response, next) => {
  if (!isOwnOrigin(request.headers)) {
    response.status(403).json(problem('FOREIGN_ORIGIN', 'This request came from another site.'));
  } else if (!request.is('application/json')) {
    response.status(415).json(problem('NOT_JSON', 'The body must be application/json.'));
  } else next();
};

function answerWith(RED: NodeAPI, load: () => Promise<RouteHandler>): RequestHandler {
  const answer = async (body: unknown): Promise<object> => {
    try {
      const handler = await load();
      return await handler({ RED }, bodyOf(body));
    } catch (thrown) {
      const error = asError(thrown);
      if (!isBridgeError(error)) RED.log.error(error.stack ?? error.message);
      return problem(isBridgeError(error) ? error.code : 'UNEXPECTED', error.message);
    }
  };
  return (request, response) => void answer(request.body).then((told) => response.json(told));
}

const problem = (code: string, message: string): object => ({ error: { code, message } });

const bodyOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
