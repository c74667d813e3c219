import { isObject } from '../../../resources';
import { isMotionZoneOn } from '../../../resources/motion-zones';
import { isMotionZoneServiceType } from '../../../resources/values/motion-zone-types';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { WriteActionOutcome } from '../../message/execute-request';
import type { ResolvedTarget } from '../../message/resolve-target-setting';

const zoneType = 'motion_area_configuration';

/** A part of a command for a sensor, with what takes it. */
export interface SensorCommandPart {
  readonly target: ResolvedTarget;
  readonly payload: unknown;
}

type SensorCommandParts = readonly [SensorCommandPart, ...SensorCommandPart[]];

/**
 * Splits a command for the sensor of a MotionAware zone: the zone takes `enabled`, its service takes all else. If the
 * zone is on and its services are disabled, the service takes `enabled`, too.
 */
export function splitSensorCommand(
  { stateReader }: OpenedBridge,
  target: ResolvedTarget,
  payload: unknown,
): SensorCommandParts {
  const { stateCache } = stateReader;
  const { rtype, resource } = target;
  const zone =
    resource === undefined || !isMotionZoneServiceType(rtype)
      ? undefined
      : stateCache.get(stateCache.ownerRid(resource) ?? '', zoneType);
  const isWhole = !isObject(payload);
  const enabled = isWhole ? payload : payload['enabled'];
  if (zone === undefined || enabled === undefined) return [{ target, payload }];
  if (isMotionZoneOn(zone) && resource?.['enabled'] === false) return [{ target, payload }];
  const { enabled: _enabled, type: _type, ...others } = isWhole ? {} : payload;
  const ofZone = {
    target: { rid: zone.id, rtype: zoneType, resource: zone },
    payload: isWhole ? payload : { enabled },
  };
  return Object.keys(others).length === 0 ? [ofZone] : [{ target, payload: others }, ofZone];
}

/**
 * Executes the parts one after the other.
 *
 * @returns the outcome of the last part, with the sensor as its resource
 */
export async function executeParts(
  { rid, rtype }: ResolvedTarget,
  [first, ...others]: SensorCommandParts,
  execute: (part: SensorCommandPart) => Promise<WriteActionOutcome>,
): Promise<WriteActionOutcome> {
  let outcome = await execute(first);
  for (const part of others) {
    const { sentMembers, meta } = outcome;
    const next = await execute(part);
    outcome = {
      ...next,
      meta: { ...next.meta, warnings: [...meta.warnings, ...next.meta.warnings] },
      sentMembers: { ...sentMembers, ...next.sentMembers },
    };
  }
  return { ...outcome, payload: { rid, rtype }, meta: { ...outcome.meta, rid, rtype } };
}
