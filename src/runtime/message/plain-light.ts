import { findLightsAffectedByWrite } from '../../resources/group-lights';
import type { StateCache } from '../../bridge';
import { getPlainGroup, getShownColor } from '../../resources/types/grouped-light';
import { getPlainLight } from '../../resources/types/light';
import type { PlainLight } from '../../resources/types/light';
import type { Resource } from '../../resources';
import type { ColorSpace } from '../../units/color-conversion';
import { getRidsOfReferences } from '../../resources/values/member-access';
import type { LightWithOwner } from '../../vocabulary/formats/light-format-codec';
import type { LightStateFormatter } from './load-light-state-formatter';

export interface LightStateNotation {
  /** For red, green and blue; the lamp's own colours if missing. */
  readonly colorSpace?: ColorSpace | undefined;
  readonly formatLight?: LightStateFormatter | undefined;
}

/** @param resource of the type light or grouped_light */
export const readPlainLight = (
  stateCache: StateCache,
  resource: Resource,
  colorSpace?: ColorSpace,
): PlainLight =>
  resource.type === 'grouped_light'
    ? getPlainGroup(resource, findLightsAffectedByWrite(stateCache, resource), colorSpace)
    : getPlainLight(resource, colorSpace);

export function findLightWithOwner(stateCache: StateCache, resource: Resource): LightWithOwner {
  const rid = stateCache.ownerRid(resource);
  const owner = rid === undefined ? undefined : stateCache.get(rid);
  const services = getRidsOfReferences(owner?.['services']).flatMap(
    (service) => (service === resource.id ? resource : stateCache.get(service)) ?? [],
  );
  return { resource, owner, services };
}

export function readLightState(
  stateCache: StateCache,
  resource: Resource,
  { colorSpace, formatLight }: LightStateNotation,
): unknown {
  const light = readPlainLight(stateCache, resource, colorSpace);
  if (formatLight === undefined) return light;
  const xy = getShownColor(resource, findLightsAffectedByWrite(stateCache, resource));
  return formatLight(light, {
    xy,
    colorSpace,
    withOwner: findLightWithOwner(stateCache, resource),
  });
}
