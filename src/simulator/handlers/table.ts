import { getResourceDefinition, isKnownResourceType } from '../../resources/table';
import type { KnownResourceType, ResourceType } from '../../resources/table';
import {
  motionAreaConfigurationWriteHandler,
  serviceGroupWriteHandler,
  contactWriteHandler,
  sensorWriteHandler,
  keepBellReportsInSync,
  keepGroupedSensorsInSync,
} from './sensors';
import { behaviorInstanceWriteHandler } from './behavior-instance';
import type { ResourceWriteHandler, SimulationContext } from './write-handler';
import {
  entertainmentConfigurationWriteHandler,
  roomAndZoneWriteHandler,
  groupedLightWriteHandler,
  keepGroupedLightsInSync,
} from './groups';
import { lightWriteHandler, simulateBlinking } from './light';
import { sceneWriteHandler, smartSceneWriteHandler } from './scene';
import { isObject, getNestedMember, getNumericMember } from '../../resources/members';
import type { Members } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { SimulatorHttpError } from '../http';
import { resolveReferences } from '../simulated-home';

/** In ms: a device reports faster (Hue CLIP API reference). */
const usertestDuration = 120_000;

/** Hue CLIP API reference. */
const deviceWriteHandler: ResourceWriteHandler = {
  update(simulation, device, body) {
    const { home, timers, speedFactor } = simulation;
    const { metadata } = body;
    const lights = resolveReferences(home, device['services']).filter(
      ({ type }) => type === 'light',
    );
    if (isObject(metadata)) {
      home.change(device.id, { metadata });
      if (lights.length === 1 && lights[0] !== undefined) home.change(lights[0].id, { metadata });
    }
    simulateBlinking(simulation, lights, body);
    const usertest = getNestedMember(body, 'usertest', 'usertest');
    if (typeof usertest === 'boolean') {
      home.change(device.id, { usertest: { status: 'set', usertest } });
      if (usertest) {
        timers.restart(`usertest ${device.id}`, usertestDuration / speedFactor, () => {
          if (home.get(device.id) !== undefined) {
            home.change(device.id, { usertest: { usertest: false } });
          }
        });
      }
    }
  },
  beforeRemove({ home }, device) {
    if (resolveReferences(home, device['services']).some(({ type }) => type === 'bridge')) {
      throw new SimulatorHttpError(403, 'The bridge itself cannot be removed.');
    }
  },
};

const soundMembers = ['alarm', 'chime', 'alert'] as const;

/** In ms. */
const defaultDuration = 5_000;

function playSound(
  { home, timers, speedFactor }: SimulationContext,
  { id }: Resource,
  name: string,
  command: unknown,
): void {
  const sound = getNestedMember(command, 'sound');
  const supportedSounds = getNestedMember(home.get(id), name, 'sound_values');
  if (!Array.isArray(supportedSounds) || !supportedSounds.includes(sound)) {
    throw new SimulatorHttpError(400, `sound ${String(sound)} is not supported by resource ${id}`);
  }
  const stopped = { [name]: { status: { sound: 'no_sound', estimated_end: undefined } } };
  home.change(id, stopped);
  if (sound === 'no_sound') return;
  const duration = (getNumericMember(command, 'duration') ?? defaultDuration) / speedFactor;
  const end = new Date(Date.now() + duration).toISOString();
  home.change(id, { [name]: { status: { sound, estimated_end: end } } });
  timers.after(duration, () => {
    if (getNestedMember(home.get(id), name, 'status', 'estimated_end') === end)
      home.change(id, stopped);
  });
}

/** Hue CLIP API reference. */
const speakerWriteHandler: ResourceWriteHandler = {
  update(simulation, speaker, body) {
    if (body['mute'] !== undefined) simulation.home.change(speaker.id, { mute: body['mute'] });
    for (const name of soundMembers)
      if (body[name] !== undefined) playSound(simulation, speaker, name, body[name]);
  },
};

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
const deviceSoftwareUpdateWriteHandler: ResourceWriteHandler = {
  update(simulation, resource, body) {
    if (body['install'] === undefined || resource['state'] === 'installing') return;
    const updated = { state: 'no_update', problems: [] };
    simulation.home.change(resource.id, { state: 'installing' });
    changeAfterDelay(simulation, resource.id, durations.install, updated);
  },
};

/** Service document, sections 2.7 and 3. */
const zigbeeDeviceDiscoveryWriteHandler: ResourceWriteHandler = {
  update(simulation, resource, body) {
    if (body['action'] === undefined || resource['status'] === 'active') return;
    simulation.home.change(resource.id, { status: 'active' });
    changeAfterDelay(simulation, resource.id, durations.search, { status: 'ready' });
  },
};

/** Only the bridge's own service has a channel. Hue CLIP API reference. */
const zigbeeConnectivityWriteHandler: ResourceWriteHandler = {
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
const homekitWriteHandler: ResourceWriteHandler = {
  update({ home }, resource, body) {
    if (body['action'] !== undefined) home.change(resource.id, { status: 'unpaired' });
  },
};

/** Hue CLIP API reference. */
const matterWriteHandler: ResourceWriteHandler = {
  update({ home }, _resource, body) {
    if (body['action'] === undefined) return;
    for (const { id } of home.byType('matter_fabric')) home.remove(id);
  },
};

/** A GET never returns the coordinates. Hue CLIP API reference. */
const geolocationWriteHandler: ResourceWriteHandler = {
  update({ home }, resource) {
    home.change(resource.id, { is_configured: true });
  },
};

const handlersByType: Partial<Record<KnownResourceType, ResourceWriteHandler>> = {
  behavior_instance: behaviorInstanceWriteHandler,
  contact: contactWriteHandler,
  device: deviceWriteHandler,
  device_software_update: deviceSoftwareUpdateWriteHandler,
  entertainment_configuration: entertainmentConfigurationWriteHandler,
  geofence_client: {
    create: (_simulation, client) => ({ name: 'Client', is_at_home: false, ...client }),
  },
  geolocation: geolocationWriteHandler,
  grouped_light: groupedLightWriteHandler,
  homekit: homekitWriteHandler,
  light: lightWriteHandler,
  matter: matterWriteHandler,
  motion_area_configuration: motionAreaConfigurationWriteHandler,
  room: roomAndZoneWriteHandler,
  scene: sceneWriteHandler,
  service_group: serviceGroupWriteHandler,
  smart_scene: smartSceneWriteHandler,
  speaker: speakerWriteHandler,
  zigbee_connectivity: zigbeeConnectivityWriteHandler,
  zigbee_device_discovery: zigbeeDeviceDiscoveryWriteHandler,
  zone: roomAndZoneWriteHandler,
};

/** Undefined for a type that only stores the written members. Types with a sensor report share a handler. */
export const getResourceWriteHandler = (rtype: ResourceType): ResourceWriteHandler | undefined =>
  (isKnownResourceType(rtype) ? handlersByType[rtype] : undefined) ??
  (getResourceDefinition(rtype).report === undefined ? undefined : sensorWriteHandler);

/** What a bridge changes by itself when a resource changes. */
export function keepResourcesInSync(simulation: SimulationContext): void {
  keepGroupedLightsInSync(simulation);
  keepGroupedSensorsInSync(simulation);
  keepBellReportsInSync(simulation);
}
