import { replaceExplanation } from '../../../bridge/errors/error-messages';
import { isBridgeError } from '../../../bridge/errors/bridge-error';
import { sanitizeText } from '../../../bridge/errors/sanitize-text';
import type { StateCache } from '../../../bridge';
import { isObject } from '../../../resources';
import type { Resource } from '../../../resources';
import { isMotionZoneServiceType } from '../../../resources/motion-zones';

const zoneType = 'motion_area_configuration';

/**
 * Replaces the explanation of status 400 for an automation of a MotionAware zone: the bridge refuses to enable or
 * disable such an automation, whose switch is the zone (home-assistant/core#153935, #160393).
 *
 * @param automation undefined if it is unknown
 * @returns any other error unchanged
 */
export function pointToMotionZone<Thrown>(
  error: Thrown,
  automation: Resource | undefined,
  stateCache: StateCache,
): Thrown | Error {
  if (!isBridgeError(error) || error.code !== 'ERR_BRIDGE_BAD_REQUEST') return error;
  const zone = automation && findMotionZone(automation, stateCache);
  if (zone === undefined) return error;
  const name = sanitizeText(stateCache.displayNames(zone.id).name ?? zone.id);
  return replaceExplanation(error, {
    detail: `the bridge does not enable or disable the automation of a MotionAware zone (status 400)`,
    hint: `Switch the zone itself: send true or false to a sensor node with the sensor "${name}".`,
  });
}

/** The dependees or the configuration of the automation name the zone or one of its sensors. */
function findMotionZone(automation: Resource, stateCache: StateCache): Resource | undefined {
  for (const { rid, rtype } of listReferences([
    automation['dependees'],
    automation['configuration'],
  ])) {
    if (rtype === zoneType) return stateCache.get(rid, zoneType);
    const sensor = isMotionZoneServiceType(rtype) ? stateCache.get(rid) : undefined;
    const owner = sensor && stateCache.ownerRid(sensor);
    if (owner !== undefined) return stateCache.get(owner, zoneType);
  }
  return undefined;
}

function listReferences(value: unknown): readonly { rid: string; rtype: string }[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (!isObject(value)) return [];
  const { rid, rtype } = value;
  const own = typeof rid === 'string' && typeof rtype === 'string' ? [{ rid, rtype }] : [];
  return [...own, ...Object.values(value).flatMap(listReferences)];
}
