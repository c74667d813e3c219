import type { Mirror } from '../state/mirror';
import { isSceneGroupType } from '../../resources/values/group-types';
import { findGroupLights, findLightsAffectedByWrite } from '../../resources/group-lights';
import { buildItemPath } from '../wire/request';
import type { BridgeRequest } from '../wire/request';

/** Types whose writes set lamps that are other resources. */
const spanningTypes: ReadonlySet<string> = new Set(['grouped_light', 'scene', 'smart_scene']);

/** A change of a group or a scene with the paths of the lamps that it sets by one request; any other as it is. */
export function withLampPaths(request: BridgeRequest, mirror: Mirror): BridgeRequest {
  const { rtype = '', rid = '', members } = request;
  if (!spanningTypes.has(rtype)) return request;
  // What a scene or its name is to be sets no lamp.
  if (rtype !== 'grouped_light' && members !== undefined && !('recall' in members)) return request;
  const resource = mirror.get(rid);
  if (resource === undefined) return request;
  const lights = findLightsAffectedByWrite(mirror, resource);
  return { ...request, lampPaths: new Set(lights.map(({ id }) => buildItemPath('light', id))) };
}

/**
 * Lists the paths of the lamps of lamps, groups, rooms, zones and scenes.
 *
 * @returns undefined where one of them is not known
 */
export function listLampPaths(mirror: Mirror, ids: readonly string[]): string[] | undefined {
  const paths: string[] = [];
  for (const id of ids) {
    const resource = mirror.get(id);
    if (resource === undefined) return undefined;
    const lights = isSceneGroupType(resource.type)
      ? findGroupLights(mirror, resource)
      : findLightsAffectedByWrite(mirror, resource);
    paths.push(...lights.map((light) => buildItemPath('light', light.id)));
  }
  return paths;
}
