import type { NextFunction, RequestHandler } from 'express';
import type { NodeAPI } from 'node-red';
import { isObject } from '../../resources/members';
import type { RouteHandler } from './serve';
import type * as Server from './serve';

type Permission = 'read' | 'write' | 'write to contact the bridge';

type Route = readonly [
  method: 'get' | 'post' | 'delete',
  path: string,
  permission: Permission,
  load: () => Promise<RouteHandler<object | undefined>>,
];

const basePath = '/lighting-bridge';

const loadReference = () => import('./reference.js');
const loadPreview = () => import('./preview.js');
const loadDialogBridge = () => import('./dialog-bridge.js');
const loadPairing = () => import('./pairing.js');
const loadHome = () => import('./home.js');
const loadBackup = () => import('./backup.js');

const routes: readonly Route[] = [
  ['get', 'table', 'read', async () => (await loadReference()).getResourceTableRoute],
  ['get', 'docs/:id', 'read', async () => (await loadReference()).getDocumentationPageRoute],
  [
    'post',
    'resources',
    'write to contact the bridge',
    async () => (await loadReference()).listResourcesRoute,
  ],
  ['post', 'daylight', 'read', async () => (await loadPreview()).previewDaylightRoute],
  ['post', 'try', 'write', async () => (await loadPreview()).tryLightCommandRoute],
  ['post', 'test', 'write', async () => (await loadDialogBridge()).testConnectionRoute],
  ['post', 'certificate', 'write', async () => (await loadDialogBridge()).getCertificateRoute],
  ['post', 'discover', 'write', async () => (await loadPairing()).startDiscoveryRoute],
  ['get', 'discover/:id', 'write', async () => (await loadPairing()).getDiscoveryProgressRoute],
  ['delete', 'discover/:id', 'write', async () => (await loadPairing()).stopDiscoveryRoute],
  ['post', 'pair', 'write', async () => (await loadPairing()).startPairingRoute],
  ['get', 'pair/:id', 'write', async () => (await loadPairing()).getPairingProgressRoute],
  ['delete', 'pair/:id', 'write', async () => (await loadPairing()).stopPairingRoute],
  ['get', 'home/:id/stream', 'read', async () => (await loadHome()).streamHomeRoute],
  ['get', 'home/:id/diagnostics', 'write', async () => (await loadHome()).getHomeDiagnosticsRoute],
  ['get', 'home/:id/twin', 'write', async () => (await loadHome()).getHomeTwinRoute],
  ['post', 'home/:id/command', 'write', async () => (await loadHome()).sendHomeCommandRoute],
  ['get', 'home/:id/backup', 'read', async () => (await loadBackup()).getBackupRoute],
  ['post', 'home/:id/plan', 'read', async () => (await loadBackup()).planRestoreRoute],
  ['post', 'home/:id/restore', 'write', async () => (await loadBackup()).startRestoreRoute],
  ['get', 'restore/:id', 'write', async () => (await loadBackup()).getRestoreProgressRoute],
  ['delete', 'restore/:id', 'write', async () => (await loadBackup()).stopRestoreRoute],
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
    await run(await import('./serve.js'));
  } catch (error) {
    next(error);
  }
}

const contactsBridge = (body: unknown): boolean =>
  isObject(body) && (body['refresh'] === true || body['host'] !== undefined);
