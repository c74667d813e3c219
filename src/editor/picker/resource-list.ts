import { fetchResources } from '../routes/admin-route-client';
import { collectConnectionSettings } from '../routes/undeployed-connection-settings';
import { toText } from '../fields/setting-fields';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { UndeployedConnectionSettings } from '../routes/undeployed-connection-settings';

const resourcesByConfigNode = new Map<string, readonly ResourceListItem[]>();

/** Returns the last fetched resources of a bridge; undefined before the first fetch. */
export const getCachedResourceList = (
  configNodeId: string,
): readonly ResourceListItem[] | undefined => resourcesByConfigNode.get(configNodeId);

/**
 * Fetches the resources of a bridge and caches them.
 *
 * @param refresh true to make the runtime read the bridge instead of using its cached state
 * @throws {AdminRouteError} with the sentence to show
 */
export async function fetchResourceList(
  configNodeId: string,
  refresh = false,
): Promise<readonly ResourceListItem[]> {
  const { resources } = await fetchResources({
    bridge: configNodeId,
    refresh,
    ...getUndeployedSettings(configNodeId),
  });
  resourcesByConfigNode.set(configNodeId, resources);
  return resources;
}

/** The runtime does not have settings that are not deployed. */
function getUndeployedSettings(configNodeId: string): Partial<UndeployedConnectionSettings> {
  const config = RED.nodes.node(configNodeId);
  if (config?.changed !== true) return {};
  return collectConnectionSettings((name) => toText(config.credentials?.[name] ?? config[name]));
}
