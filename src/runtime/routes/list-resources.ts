import type { Mirror } from '../../bridge';
import { requireBridgeSession } from '../bridge/bridge-node';
import { withDialogBridgeConnection } from './dialog-bridge';
import type { ResourceListResponse } from './route-responses';
import { toResourceListItem } from './resource-list-item';
import type { RouteHandler } from './route-handler';

/** Returns all resources for pickers: of the deployed bridge, or with the settings of a dialog. */
export const listResourcesRoute: RouteHandler<ResourceListResponse> = async (context, body) => {
  if (body['host'] !== undefined) {
    return withDialogBridgeConnection(context, body, async ({ client }) => {
      await client.mirror.refresh();
      return toResourceListResponse(client.mirror);
    });
  }
  const id = body['bridge'];
  const { stateCache } = await requireBridgeSession(
    context.RED,
    typeof id === 'string' ? id : undefined,
  ).open();
  return toResourceListResponse(await stateCache.read(body['refresh'] === true ? 0 : undefined));
};

function toResourceListResponse(mirror: Mirror): ResourceListResponse {
  const resources = Array.from(mirror.all(), (resource) => toResourceListItem(mirror, resource));
  return { resources, refreshedAt: mirror.refreshedAt?.toISOString() };
}
