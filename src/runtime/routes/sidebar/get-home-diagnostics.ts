import { readFile } from 'node:fs/promises';
import { parseJsonOrUndefined, getNestedMember } from '../../../resources';
import { createHomeDiagnostics, createHomeDump } from '../../home/home-diagnostics';
import type { HomeDiagnostics, HomeDump } from '../../home/home-diagnostics';
import { requireBridgeOfRoute } from '../route-handler';
import type { RouteHandler } from '../route-handler';

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
