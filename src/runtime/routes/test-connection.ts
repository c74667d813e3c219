import { getCachedBridgeInfo } from '../bridge/bridge-info';
import type { ConnectionTestResponse } from './route-responses';
import { withDetectedKeyHeader } from './dialog-bridge';
import type { RouteHandler } from './route-handler';

/** Finds the key header, reads all resources once and identifies the bridge. */
export const testConnectionRoute: RouteHandler<ConnectionTestResponse> = (request) =>
  withDetectedKeyHeader(request, async ({ client, certificate, keyHeader }) => {
    const { stateCache } = client;
    await stateCache.refresh();
    const { fingerprint, commonName } = certificate;
    return {
      ok: true,
      name: getCachedBridgeInfo(stateCache).name ?? commonName,
      fingerprint,
      commonName,
      keyHeader,
      resources: [...stateCache.all()].length,
    };
  });
