import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import { Refusal } from '../refusal';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';

/** How long things take, in ms: made up, in the order of what people see at home. */
const lengths = { install: 30_000, search: 40_000, channel: 5_000 } as const;

/** Lays a change over a resource after a while, if it is still there. */
function later(house: House, rid: string, length: number, part: Body): void {
  const { home, timers, pace } = house;
  timers.after(length / pace, () => {
    if (home.get(rid) !== undefined) home.change(rid, part);
  });
}

/** Installs the software of a device. Service document, sections 2.7 and 3. */
export const deviceSoftwareUpdateBehaviour: Behaviour = {
  update(house: House, resource: Resource, body: Body): Outcome {
    if (body['install'] === undefined || resource['state'] === 'installing') return done;
    house.home.change(resource.id, { state: 'installing' });
    later(house, resource.id, lengths.install, { state: 'no_update', problems: [] });
    return done;
  },
};

/** Searches for new devices. Service document, sections 2.7 and 3. */
export const zigbeeDeviceDiscoveryBehaviour: Behaviour = {
  update(house: House, resource: Resource, body: Body): Outcome {
    if (body['action'] === undefined || resource['status'] === 'active') return done;
    house.home.change(resource.id, { status: 'active' });
    later(house, resource.id, lengths.search, { status: 'ready' });
    return done;
  },
};

/** Moves the whole network to another channel; only the bridge's own radio can. Hue CLIP API reference. */
export const zigbeeConnectivityBehaviour: Behaviour = {
  update(house: House, resource: Resource, body: Body): Outcome {
    const value = member(body, 'channel', 'value');
    if (value === undefined) return done;
    if (!isObject(resource['channel'])) {
      throw new Refusal(400, `attribute (.channel) is not supported by resource ${resource.id}`);
    }
    house.home.change(resource.id, { channel: { status: 'changing', value } });
    later(house, resource.id, lengths.channel, { channel: { status: 'set' } });
    return done;
  },
};

/** Forgets all pairings. Hue CLIP API reference. */
export const homekitBehaviour: Behaviour = {
  update({ home }: House, resource: Resource, body: Body): Outcome {
    if (body['action'] !== undefined) home.change(resource.id, { status: 'unpaired' });
    return done;
  },
};

/** Forgets all pairings. Hue CLIP API reference. */
export const matterBehaviour: Behaviour = {
  update({ home }: House, _resource: Resource, body: Body): Outcome {
    if (body['action'] === undefined) return done;
    for (const { id } of home.byType('matter_fabric')) home.remove(id);
    return done;
  },
};

/** Takes a place on earth that nobody can read again. Hue CLIP API reference. */
export const geolocationBehaviour: Behaviour = {
  update({ home }: House, resource: Resource): Outcome {
    home.change(resource.id, { is_configured: true });
    return done;
  },
};
