import type { Mirror } from '../../bridge';
import { findSession } from '../bridge-node';
import { withDescribedBridge } from './described-bridge';
import type { ListedResources } from './answers';
import { listResource } from './listed-resource';
import type { RouteHandler } from './route';

/** Everything a bridge holds, for pickers: of the deployed bridge, or of the one that a dialog describes. */
export const listResources: RouteHandler<ListedResources> = async (context, body) => {
  if (body['host'] !== undefined) {
    return withDescribedBridge(context, body, async ({ client }) => {
      await client.mirror.refresh();
      return listAll(client.mirror);
    });
  }
  const id = body['bridge'];
  const { home } = await findSession(context.RED, typeof id === 'string' ? id : undefined).open();
  return listAll(await home.read(body['refresh'] === true ? 0 : undefined));
};

function listAll(mirror: Mirror): ListedResources {
  const resources = Array.from(mirror.all(), (resource) => listResource(mirror, resource));
  return { resources, refreshedAt: mirror.refreshedAt?.toISOString() };
}
