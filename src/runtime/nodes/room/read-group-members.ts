import { getPlainValue } from '../../../resources';
import { findGroupLights } from '../../../resources/group-lights';
import { isPlug } from '../../../resources/types/light';
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
 * @returns the payload `{name, rtype, lamps: [{name, rid, value}], plugs: [{name, rid, value}], devices: [{rid, name,
 * model, reachable, battery}]}` with plain values; the devices of a zone are those of its lamps and plugs
 */
export async function readGroupMembers(
  bridge: OpenedBridge,
  { rid, rtype }: ResolvedTarget,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const stateCache = await bridge.stateReader.refetch();
  const outcome = await executeRead(bridge, { operation: 'get', rtype, rid }, options);
  const group = stateCache.get(rid);
  const lights = findGroupLights(stateCache, group);
  const devices = group === undefined ? [] : findDevices(stateCache, group, lights);
  const describeLight = (light: Resource) => ({
    name: stateCache.name(light.id) ?? light.id,
    rid: light.id,
    value: getPlainValue(light) ?? null,
  });
  return {
    ...outcome,
    payload: {
      name: outcome.meta.name ?? rid,
      rtype,
      lamps: lights.filter((light) => !isPlug(light)).map(describeLight),
      plugs: lights.filter(isPlug).map(describeLight),
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

function findDevices(
  stateCache: StateCache,
  group: Resource,
  lights: readonly Resource[],
): readonly Resource[] {
  const owners = lights.flatMap((light) => stateCache.ownerRid(light) ?? []);
  const rids = new Set([...getRidsOfReferences(group['children']), ...owners]);
  return [...rids]
    .flatMap((rid) => stateCache.get(rid) ?? [])
    .filter(({ type }) => type === 'device');
}
