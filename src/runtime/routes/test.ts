import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import type { TestedBridge } from './answers';
import { withDescribedBridge } from './described-bridge';
import type { RouteHandler } from './route';

/** Tries the settings of a bridge: reads the whole home once and tells what answered. */
export const testBridge: RouteHandler<TestedBridge> = (context, body) =>
  withDescribedBridge(context, body, async ({ client, certificate }) => {
    await client.mirror.refresh();
    const resources = [...client.mirror.all()];
    const { fingerprint, commonName } = certificate;
    return {
      ok: true,
      name: nameOf(resources) ?? commonName,
      fingerprint,
      commonName,
      resources: resources.length,
    };
  });

/** Name of the device that is the bridge itself. */
function nameOf(resources: readonly Resource[]): string | undefined {
  const device = resources.find(
    ({ type, services }) =>
      type === 'device' &&
      Array.isArray(services) &&
      services.some((service: unknown) => isObject(service) && service['rtype'] === 'bridge'),
  );
  const name = member(device, 'metadata', 'name');
  return typeof name === 'string' ? name : undefined;
}
