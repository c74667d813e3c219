import type { NextFunction, RequestHandler } from 'express';
import type { NodeAPI } from 'node-red';
import { isObject } from '../../resources/values/member-access';
import type { RouteHandler } from './route-handler';
import type * as Server from './serve-route';

type Permission = 'read' | 'write' | 'write to contact the bridge';

type Route = readonly [
  method: 'get' | 'post' | 'delete',
  path: string,
  permission: Permission,
  load: () => Promise<RouteHandler<object | undefined>>,
];

const basePath = '/lighting-bridge';

const loadDiscovery = () => import('./discovery-routes.js');
const loadPairing = () => import('./pairing-routes.js');
const loadDiagnostics = () => import('./sidebar/get-home-diagnostics.js');

const routes: readonly Route[] = [
  [
    'get',
    'table',
    'read',
    async () => (await import('./get-resource-table.js')).getResourceTableRoute,
  ],
  [
    'get',
    'docs/:id',
    'read',
    async () => (await import('./get-documentation-page.js')).getDocumentationPageRoute,
  ],
  [
    'post',
    'resources',
    'write to contact the bridge',
    async () => (await import('./list-resources.js')).listResourcesRoute,
  ],
  [
    'post',
    'daylight',
    'read',
    async () => (await import('./preview-daylight.js')).previewDaylightRoute,
  ],
  ['post', 'test', 'write', async () => (await import('./test-connection.js')).testConnectionRoute],
  [
    'post',
    'certificate',
    'write',
    async () => (await import('./get-certificate.js')).getCertificateRoute,
  ],
  [
    'post',
    'try',
    'write',
    async () => (await import('./try-light-command.js')).tryLightCommandRoute,
  ],
  ['post', 'discover', 'write', async () => (await loadDiscovery()).startDiscoveryRoute],
  ['get', 'discover/:id', 'write', async () => (await loadDiscovery()).getDiscoveryProgressRoute],
  ['delete', 'discover/:id', 'write', async () => (await loadDiscovery()).stopDiscoveryRoute],
  ['post', 'pair', 'write', async () => (await loadPairing()).startPairingRoute],
  ['get', 'pair/:id', 'write', async () => (await loadPairing()).getPairingProgressRoute],
  ['delete', 'pair/:id', 'write', async () => (await loadPairing()).stopPairingRoute],
  [
    'get',
    'home/:id/stream',
    'read',
    async () => (await import('./sidebar/stream-home.js')).streamHomeRoute,
  ],
  [
    'get',
    'home/:id/diagnostics',
    'write',
    async () => (await loadDiagnostics()).getHomeDiagnosticsRoute,
  ],
  ['get', 'home/:id/twin', 'write', async () => (await loadDiagnostics()).getHomeTwinRoute],
  [
    'post',
    'home/:id/command',
    'write',
    async () => (await import('./sidebar/send-home-command.js')).sendHomeCommandRoute,
  ],
];

/** For the edit dialogs and the sidebar. All responses are JSON; none contains a key. */
export function registerAdminRoutes(RED: NodeAPI): void {
  RED.httpAdmin.use(basePath, (request, response, next) => {
    void runServer(next, ({ guardAgainstOtherSites }) =>
      guardAgainstOtherSites(RED, request, response, next),
    );
  });
  const read = RED.auth.needsPermission('lighting-bridge.read');
  const write = RED.auth.needsPermission('lighting-bridge.write');
  const permissions: Record<Permission, RequestHandler> = {
    read,
    write,
    'write to contact the bridge': (request, response, next) =>
      (contactsBridge(request.body) ? write : read)(request, response, next),
  };
  for (const [method, path, permission, load] of routes)
    RED.httpAdmin[method](
      `${basePath}/${path}`,
      permissions[permission],
      (request, response, next) => {
        void runServer(next, ({ serveRoute }) => serveRoute(RED, load, request, response));
      },
    );
}

async function runServer(
  next: NextFunction,
  run: (server: typeof Server) => Promise<void> | void,
): Promise<void> {
  try {
    await run(await import('./serve-route.js'));
  } catch (error) {
    next(error);
  }
}

const contactsBridge = (body: unknown): boolean =>
  isObject(body) && (body['refresh'] === true || body['host'] !== undefined);
