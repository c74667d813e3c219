import { findLightsAffectedByWrite } from '../../resources/group-lights';
import type { StateCache } from '../../bridge';
import { getPlainGroup, getShownColor } from '../../resources/types/grouped-light';
import { getPlainLight } from '../../resources/types/light';
import type { PlainLight } from '../../resources/types/light';
import type { Resource } from '../../resources';
import type { ColorSpace } from '../../units/color-conversion';
import { getRidsOfReferences } from '../../resources/values/member-access';
import type { LightOrigin } from '../../vocabulary/formats/light-format-codec';
import type { LightStateFormatter } from './load-light-state-formatter';

/** How the state of a lamp or a group is written. */
export interface LightStateNotation {
  /** What red, green and blue mean; the lamp's own colours when it is missing. */
  readonly colorSpace?: ColorSpace | undefined;
  /** Writes it in another format; as it is when missing. */
  readonly formatLight?: LightStateFormatter | undefined;
}

/**
 * The plain value of a lamp or a group.
 *
 * @param stateReader where the lamps of a group are
 * @param resource of the type light or grouped_light
 */
export const readPlainLight = (
  stateCache: StateCache,
  resource: Resource,
  colorSpace?: ColorSpace,
): PlainLight =>
  resource.type === 'grouped_light'
    ? getPlainGroup(resource, findLightsAffectedByWrite(stateCache, resource), colorSpace)
    : getPlainLight(resource, colorSpace);

/** Finds what a resource belongs to, and all services of that. */
export function findLightOrigin(stateCache: StateCache, resource: Resource): LightOrigin {
  const rid = stateCache.ownerRid(resource);
  const owner = rid === undefined ? undefined : stateCache.get(rid);
  const services = getRidsOfReferences(owner?.['services']).flatMap(
    (service) => (service === resource.id ? resource : stateCache.get(service)) ?? [],
  );
  return { resource, owner, services };
}

/** The state of a lamp or a group in some notation; see `readPlainLight`. */
export function readLightState(
  stateCache: StateCache,
  resource: Resource,
  { colorSpace, formatLight }: LightStateNotation,
): unknown {
  const light = readPlainLight(stateCache, resource, colorSpace);
  if (formatLight === undefined) return light;
  const xy = getShownColor(resource, findLightsAffectedByWrite(stateCache, resource));
  return formatLight(light, { xy, colorSpace, origin: findLightOrigin(stateCache, resource) });
}
