import { askResources } from './bridge-routes';
import { connectionSettings } from './connection-settings';
import { asText } from './settings-in-form';
import type { ListedResource } from './bridge-routes';
import type { ConnectionSettings } from './connection-settings';

const lastLists = new Map<string, readonly ListedResource[]>();

/** The last list of a bridge, without asking; undefined when there is none yet. */
export const knownResources = (bridge: string): readonly ListedResource[] | undefined =>
  lastLists.get(bridge);

/**
 * Lists the resources of a bridge.
 *
 * @param bridge id of its config node
 * @param refresh asks the bridge itself even where the runtime knows a state
 * @throws {RouteProblem} with the sentence to show
 */
export async function listResources(
  bridge: string,
  refresh = false,
): Promise<readonly ListedResource[]> {
  const { resources } = await askResources({ bridge, refresh, ...unsavedSettings(bridge) });
  lastLists.set(bridge, resources);
  return resources;
}

/** Settings of a config node that was edited and not deployed since; the runtime does not have them. */
function unsavedSettings(bridge: string): Partial<ConnectionSettings> {
  const config = RED.nodes.node(bridge);
  if (config?.changed !== true) return {};
  return connectionSettings((name) => asText(config.credentials?.[name] ?? config[name]));
}
