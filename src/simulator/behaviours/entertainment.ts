import { randomUUID } from 'node:crypto';
import { member } from '../../resources';
import type { Resource } from '../../resources';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';
import { refuseDangling } from './references';

const create = (house: House, area: Resource): Resource => ({
  metadata: { name: 'Entertainment area' },
  configuration_type: 'screen',
  stream_proxy: { mode: 'auto' },
  ...area,
  ...placed(house, area['locations'] ?? { service_locations: [] }),
  status: 'inactive',
});

/** Where the lamps stand, with a channel for each and the lamps themselves. */
function placed({ home }: House, locations: unknown): Record<string, unknown> {
  const listed = member(locations, 'service_locations');
  const places: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const channels = places.map((place, index) => {
    const service = member(place, 'service');
    refuseDangling(home, `locations.service_locations[${index}].service`, service);
    const positions = member(place, 'positions');
    const position: unknown = Array.isArray(positions) ? positions[0] : undefined;
    return { channel_id: index, position, members: [{ service, index: 0 }] };
  });
  const lights = places.flatMap((place) => {
    const rid = member(place, 'service', 'rid');
    const entertainment = typeof rid === 'string' ? home.get(rid) : undefined;
    const light = member(entertainment, 'renderer_reference');
    return light === undefined ? [] : [light];
  });
  return { locations, channels, light_services: lights };
}

function update(house: House, area: Resource, { action, ...body }: Body): Outcome {
  const changed = house.home.change(area.id, {
    ...body,
    ...(body['locations'] === undefined ? {} : placed(house, body['locations'])),
  });
  if (action !== undefined) stream(house, changed, action === 'start');
  return done;
}

/** While an area streams, its lamps listen to nothing else. */
function stream({ home }: House, area: Resource, active: boolean): void {
  home.change(area.id, {
    status: active ? 'active' : 'inactive',
    active_streamer: active ? { rid: randomUUID(), rtype: 'auth_v1' } : undefined,
  });
  const lights = area['light_services'];
  for (const light of Array.isArray(lights) ? lights : []) {
    const rid = member(light, 'rid');
    if (typeof rid === 'string' && home.get(rid) !== undefined) {
      home.change(rid, { mode: active ? 'streaming' : 'normal' });
    }
  }
}

/** Lamps placed around a screen. Hue CLIP API reference. */
export const entertainmentConfigurationBehaviour: Behaviour = { create, update };
