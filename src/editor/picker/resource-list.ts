import { fetchResources } from '../routes/admin-route-client';
import { collectConnectionSettings } from '../routes/connection-settings';
import { toText } from '../fields/setting-fields';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { ConnectionSettings } from '../routes/connection-settings';

const resourcesByConfigNode = new Map<string, readonly ResourceListItem[]>();

/** Returns undefined before the first fetch. */
export const getCachedResourceList = (
  configNodeId: string,
): readonly ResourceListItem[] | undefined => resourcesByConfigNode.get(configNodeId);

/**
 * @param refresh the runtime reads the bridge, not its cached state
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

/** The runtime lacks undeployed settings. */
function getUndeployedSettings(configNodeId: string): Partial<ConnectionSettings> {
  const config = RED.nodes.node(configNodeId);
  if (config?.changed !== true) return {};
  return collectConnectionSettings((name) => toText(config.credentials?.[name] ?? config[name]));
}
