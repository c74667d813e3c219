import type { StateCache } from '../../bridge';
import { requireBridgeSession } from '../bridge/bridge-node';
import { withDialogBridgeConnection } from './dialog-bridge';
import type { ResourceListResponse } from './route-responses';
import { toResourceListItem } from './resource-list-item';
import { getBodyTextMember } from './route-handler';
import type { RouteHandler } from './route-handler';

/** Lists for pickers, from the deployed bridge or with the settings of a dialog. */
export const listResourcesRoute: RouteHandler<ResourceListResponse> = async (request) => {
  const { RED, body } = request;
  if (body['host'] !== undefined) {
    return withDialogBridgeConnection(request, async ({ client }) => {
      await client.stateCache.refresh();
      return toResourceListResponse(client.stateCache);
    });
  }
  const session = requireBridgeSession(RED, getBodyTextMember(body, 'bridge'));
  const { stateReader } = await session.open();
  return toResourceListResponse(await stateReader.read(body['refresh'] === true ? 0 : undefined));
};

function toResourceListResponse(stateCache: StateCache): ResourceListResponse {
  const resources = Array.from(stateCache.all(), (resource) =>
    toResourceListItem(stateCache, resource),
  );
  return { resources, refreshedAt: stateCache.refreshedAt?.toISOString() };
}
