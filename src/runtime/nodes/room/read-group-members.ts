import { getPlainValue } from '../../../resources';
import { findGroupLights } from '../../../resources/group-lights';
import { getRidsOfReferences } from '../../../resources/values/member-access';
import type { StateCache } from '../../../bridge';
import type { Resource } from '../../../resources';
import type { ActionOutcome } from '../../message/action-outcome';
import { executeRead } from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import { collectDeviceMembers } from '../../bridge/device-info';
import type { OpenedBridge } from '../../bridge/open-bridge-client';

/**
 * Reads the members of a room or zone.
 *
 * @returns the payload `{name, rtype, lamps: [{name, rid, value}], devices: [{rid, name, model, reachable, battery}]}`:
 *   `value` is the plain value of the lamp; the devices of a zone are the devices of its lamps
 */
export async function readGroupMembers(
  bridge: OpenedBridge,
  { rid, rtype }: ResolvedTarget,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const stateCache = await bridge.stateReader.refetch();
  const outcome = await executeRead(bridge, { operation: 'get', rtype, rid }, options);
  const group = stateCache.get(rid);
  const lamps = findGroupLights(stateCache, group);
  const devices = group === undefined ? [] : findDevices(stateCache, group, lamps);
  return {
    ...outcome,
    payload: {
      name: outcome.meta.name ?? rid,
      rtype,
      lamps: lamps.map((lamp) => ({
        name: stateCache.name(lamp.id) ?? lamp.id,
        rid: lamp.id,
        value: getPlainValue(lamp) ?? null,
      })),
      devices: devices.map((device) => {
        const {
          name = null,
          model = null,
          reachable = null,
          battery = null,
        } = collectDeviceMembers(stateCache, device).device ?? {};
        return { name, rid: device.id, model, reachable, battery };
      }),
    },
    meta: { ...outcome.meta, operation: 'members' },
    statusText: { key: 'listed', values: { count: devices.length } },
  };
}

/** Returns the devices of a room, or of the lamps of a zone, without duplicates. */
function findDevices(
  stateCache: StateCache,
  group: Resource,
  lamps: readonly Resource[],
): readonly Resource[] {
  const owners = lamps.flatMap((lamp) => stateCache.ownerRid(lamp) ?? []);
  const rids = new Set([...getRidsOfReferences(group['children']), ...owners]);
  return [...rids]
    .flatMap((rid) => stateCache.get(rid) ?? [])
    .filter(({ type }) => type === 'device');
}
