import { isObject, getNestedMember } from '../../resources';
import type { Members } from '../../resources';
import { SimulatorHttpError } from '../http/simulator-response';
import type { ResourceWriteHandler, SimulationContext } from './resource-write-handler';

/** In ms: made up, in the order of magnitude of real bridges. */
const durations = { install: 30_000, search: 40_000, channel: 5_000 } as const;

/**
 * Unless the resource was removed.
 *
 * @param duration in simulated ms
 */
function changeAfterDelay(
  simulation: SimulationContext,
  rid: string,
  duration: number,
  part: Members,
): void {
  const { home, timers, speedFactor } = simulation;
  timers.after(duration / speedFactor, () => {
    if (home.get(rid) !== undefined) home.change(rid, part);
  });
}

/** Service document, sections 2.7 and 3. */
export const deviceSoftwareUpdateWriteHandler: ResourceWriteHandler = {
  update(simulation, resource, body) {
    if (body['install'] === undefined || resource['state'] === 'installing') return;
    const updated = { state: 'no_update', problems: [] };
    simulation.home.change(resource.id, { state: 'installing' });
    changeAfterDelay(simulation, resource.id, durations.install, updated);
  },
};

/** Service document, sections 2.7 and 3. */
export const zigbeeDeviceDiscoveryWriteHandler: ResourceWriteHandler = {
  update(simulation, resource, body) {
    if (body['action'] === undefined || resource['status'] === 'active') return;
    simulation.home.change(resource.id, { status: 'active' });
    changeAfterDelay(simulation, resource.id, durations.search, { status: 'ready' });
  },
};

/** Only the bridge's own service has a channel. Hue CLIP API reference. */
export const zigbeeConnectivityWriteHandler: ResourceWriteHandler = {
  update(simulation, resource, body) {
    const value = getNestedMember(body, 'channel', 'value');
    if (value === undefined) return;
    if (!isObject(resource['channel'])) {
      throw new SimulatorHttpError(
        400,
        `attribute (.channel) is not supported by resource ${resource.id}`,
      );
    }
    simulation.home.change(resource.id, { channel: { status: 'changing', value } });
    changeAfterDelay(simulation, resource.id, durations.channel, { channel: { status: 'set' } });
  },
};

/** Hue CLIP API reference. */
export const homekitWriteHandler: ResourceWriteHandler = {
  update({ home }, resource, body) {
    if (body['action'] !== undefined) home.change(resource.id, { status: 'unpaired' });
  },
};

/** Hue CLIP API reference. */
export const matterWriteHandler: ResourceWriteHandler = {
  update({ home }, _resource, body) {
    if (body['action'] === undefined) return;
    for (const { id } of home.byType('matter_fabric')) home.remove(id);
  },
};

/** A GET never returns the coordinates. Hue CLIP API reference. */
export const geolocationWriteHandler: ResourceWriteHandler = {
  update({ home }, resource) {
    home.change(resource.id, { is_configured: true });
  },
};
