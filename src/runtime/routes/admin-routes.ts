import type { NextFunction, RequestHandler } from 'express';
import type { NodeAPI } from 'node-red';
import { isObject } from '../../resources/members';
import type * as Handlers from './handlers';

type Permission = 'read' | 'write' | 'write to contact the bridge';

type Route = readonly [
  method: 'get' | 'post' | 'delete',
  path: string,
  permission: Permission,
  handler: Exclude<keyof typeof Handlers, 'guardAgainstOtherSites' | 'serveRoute'>,
];

const basePath = '/lighting-bridge';

const routes: readonly Route[] = [
  ['get', 'table', 'read', 'getResourceTableRoute'],
  ['get', 'docs/:id', 'read', 'getDocumentationPageRoute'],
  ['post', 'resources', 'write to contact the bridge', 'listResourcesRoute'],
  ['post', 'daylight', 'read', 'previewDaylightRoute'],
  ['post', 'try', 'write', 'tryLightCommandRoute'],
  ['post', 'test', 'write', 'testConnectionRoute'],
  ['post', 'certificate', 'write', 'getCertificateRoute'],
  ['post', 'discover', 'write', 'startDiscoveryRoute'],
  ['get', 'discover/:id', 'write', 'getDiscoveryProgressRoute'],
  ['delete', 'discover/:id', 'write', 'stopDiscoveryRoute'],
  ['post', 'pair', 'write', 'startPairingRoute'],
  ['get', 'pair/:id', 'write', 'getPairingProgressRoute'],
  ['delete', 'pair/:id', 'write', 'stopPairingRoute'],
  ['get', 'home/:id/stream', 'read', 'streamHomeRoute'],
  ['get', 'home/:id/diagnostics', 'write', 'getHomeDiagnosticsRoute'],
  ['get', 'home/:id/twin', 'write', 'getHomeTwinRoute'],
  ['post', 'home/:id/command', 'write', 'sendHomeCommandRoute'],
  ['get', 'home/:id/backup', 'read', 'getBackupRoute'],
  ['post', 'home/:id/plan', 'read', 'planRestoreRoute'],
  ['post', 'home/:id/stored-ids', 'write', 'takeOverStoreRoute'],
  ['get', 'home/:id/daily', 'read', 'listDailyBackupsRoute'],
  ['post', 'home/:id/daily', 'read', 'getDailyBackupRoute'],
  ['post', 'home/:id/restore', 'write', 'startRestoreRoute'],
  ['get', 'restore/:id', 'write', 'getRestoreProgressRoute'],
  ['delete', 'restore/:id', 'write', 'stopRestoreRoute'],
];

/** For the edit dialogs and the sidebar. All responses are JSON; none contains a key. */
export function registerAdminRoutes(RED: NodeAPI): void {
  RED.httpAdmin.use(basePath, (request, response, next) => {
    void runHandlers(next, ({ guardAgainstOtherSites }) =>
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
  for (const [method, path, permission, handler] of routes)
    RED.httpAdmin[method](
      `${basePath}/${path}`,
      permissions[permission],
      (request, response, next) => {
        void runHandlers(next, ({ serveRoute, [handler]: serve }) =>
          serveRoute(RED, serve, request, response),
        );
      },
    );
}

async function runHandlers(
  next: NextFunction,
  run: (handlers: typeof Handlers) => Promise<void> | void,
): Promise<void> {
  try {
    await run(await import('./handlers.js'));
  } catch (error) {
    next(error);
  }
}

const contactsBridge = (body: unknown): boolean =>
  isObject(body) && (body['refresh'] === true || body['host'] !== undefined);
