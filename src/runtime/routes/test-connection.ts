import { isObject, getNestedMember } from '../../resources';
import type { Resource } from '../../resources';
import type { ConnectionTestResponse } from './route-responses';
import { withDetectedKeyHeader } from './dialog-bridge';
import type { RouteHandler } from './route-handler';

/** Tests the settings of a bridge: finds the key header, reads all resources once and identifies the bridge. */
export const testConnectionRoute: RouteHandler<ConnectionTestResponse> = (request) =>
  withDetectedKeyHeader(request, async ({ client, certificate, keyHeader }) => {
    await client.stateCache.refresh();
    const resources = [...client.stateCache.all()];
    const { fingerprint, commonName } = certificate;
    return {
      ok: true,
      name: findBridgeName(resources) ?? commonName,
      fingerprint,
      commonName,
      keyHeader,
      resources: resources.length,
    };
  });

/** Returns the name of the bridge's own device. */
function findBridgeName(resources: readonly Resource[]): string | undefined {
  const device = resources.find(
    ({ type, services }) =>
      type === 'device' &&
      Array.isArray(services) &&
      services.some((service: unknown) => isObject(service) && service['rtype'] === 'bridge'),
  );
  const name = getNestedMember(device, 'metadata', 'name');
  return typeof name === 'string' ? name : undefined;
}
