import { randomUUID } from 'node:crypto';
import { getNestedMember } from '../../resources';
import type { Resource } from '../../resources';
import type { ResourceWriteHandler, SimulationContext } from './resource-write-handler';
import { assertReferenceExists } from './reference-integrity';

const create = (simulation: SimulationContext, area: Resource): Resource => ({
  metadata: { name: 'Entertainment area' },
  configuration_type: 'screen',
  stream_proxy: { mode: 'auto' },
  ...area,
  ...toLocationMembers(simulation, area['locations'] ?? { service_locations: [] }),
  status: 'inactive',
});

/** Returns the positions of the lamps, with a channel and the light service of each. */
function toLocationMembers(
  { home }: SimulationContext,
  locations: unknown,
): Record<string, unknown> {
  const requestedLocations = getNestedMember(locations, 'service_locations');
  const serviceLocations: readonly unknown[] = Array.isArray(requestedLocations)
    ? requestedLocations
    : [];
  const channels = serviceLocations.map((serviceLocation, index) => {
    const service = getNestedMember(serviceLocation, 'service');
    assertReferenceExists(home, `locations.service_locations[${index}].service`, service);
    const positions = getNestedMember(serviceLocation, 'positions');
    const position: unknown = Array.isArray(positions) ? positions[0] : undefined;
    return { channel_id: index, position, members: [{ service, index: 0 }] };
  });
  const lights = serviceLocations.flatMap((serviceLocation) => {
    const rid = getNestedMember(serviceLocation, 'service', 'rid');
    const entertainment = typeof rid === 'string' ? home.get(rid) : undefined;
    const light = getNestedMember(entertainment, 'renderer_reference');
    return light === undefined ? [] : [light];
  });
  return { locations, channels, light_services: lights };
}

/** Starts or stops streaming: status of the area, and mode of its lamps. */
function setStreaming({ home }: SimulationContext, area: Resource, active: boolean): void {
  home.change(area.id, {
    status: active ? 'active' : 'inactive',
    active_streamer: active ? { rid: randomUUID(), rtype: 'auth_v1' } : undefined,
  });
  const lights = area['light_services'];
  for (const light of Array.isArray(lights) ? lights : []) {
    const rid = getNestedMember(light, 'rid');
    if (typeof rid === 'string' && home.get(rid) !== undefined) {
      home.change(rid, { mode: active ? 'streaming' : 'normal' });
    }
  }
}

/** Lamps placed around a screen. Hue CLIP API reference. */
export const entertainmentConfigurationWriteHandler: ResourceWriteHandler = {
  create,
  update(simulation, area, { action, ...body }) {
    const changed = simulation.home.change(area.id, {
      ...body,
      ...(body['locations'] === undefined ? {} : toLocationMembers(simulation, body['locations'])),
    });
    if (action !== undefined) setStreaming(simulation, changed, action === 'start');
  },
};
