import type { StateCache } from '../state/state-cache';
import { isSceneGroupType } from '../../resources/values/group-types';
import { findGroupLights, findLightsAffectedByWrite } from '../../resources/group-lights';
import { buildItemPath } from '../wire/bridge-request';
import type { BridgeRequest } from '../wire/bridge-request';

const typesThatSetLamps: ReadonlySet<string> = new Set(['grouped_light', 'scene', 'smart_scene']);

/** Adds the lamps to a write that sets a group or recalls a scene. Returns other requests unchanged. */
export function addLampPaths(request: BridgeRequest, stateCache: StateCache): BridgeRequest {
  const { rtype = '', rid = '', members } = request;
  if (!typesThatSetLamps.has(rtype)) return request;
  // A change of the scene itself sets no lamp.
  if (rtype !== 'grouped_light' && members !== undefined && !('recall' in members)) return request;
  const resource = stateCache.get(rid);
  if (resource === undefined) return request;
  const lights = findLightsAffectedByWrite(stateCache, resource);
  return { ...request, lampPaths: new Set(lights.map(({ id }) => buildItemPath('light', id))) };
}

/** Returns the paths of the lamps behind the ids of lamps, groups and scenes; undefined if an id is unknown. */
export function listLampPaths(
  stateCache: StateCache,
  ids: readonly string[],
): string[] | undefined {
  const paths: string[] = [];
  for (const id of ids) {
    const resource = stateCache.get(id);
    if (resource === undefined) return undefined;
    const lights = isSceneGroupType(resource.type)
      ? findGroupLights(stateCache, resource)
      : findLightsAffectedByWrite(stateCache, resource);
    paths.push(...lights.map((light) => buildItemPath('light', light.id)));
  }
  return paths;
}
