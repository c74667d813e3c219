import { randomUUID } from 'node:crypto';
import { getListMember, getNestedMember, getTextMember } from '../../resources';
import { resolveReferences } from '../home/find-resources';
import type { Resource, Members } from '../../resources';
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

function toLocationMembers({ home }: SimulationContext, locations: unknown): Members {
  const serviceLocations = getListMember(locations, 'service_locations');
  const channels = serviceLocations.map((serviceLocation, index) => {
    const service = getNestedMember(serviceLocation, 'service');
    assertReferenceExists(home, `locations.service_locations[${index}].service`, service);
    const [position] = getListMember(serviceLocation, 'positions');
    return { channel_id: index, position, members: [{ service, index: 0 }] };
  });
  const lights = serviceLocations.flatMap((serviceLocation) => {
    const rid = getTextMember(serviceLocation, 'service', 'rid') ?? '';
    return getNestedMember(home.get(rid), 'renderer_reference') ?? [];
  });
  return { locations, channels, light_services: lights };
}

function setStreaming({ home }: SimulationContext, area: Resource, active: boolean): void {
  home.change(area.id, {
    status: active ? 'active' : 'inactive',
    active_streamer: active ? { rid: randomUUID(), rtype: 'auth_v1' } : undefined,
  });
  for (const { id } of resolveReferences(home, area['light_services']))
    home.change(id, { mode: active ? 'streaming' : 'normal' });
}

/** Hue CLIP API reference. */
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
