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

/**
 * What each type of resource does beyond storing the written members. Service document, sections 2 and 3; Hue CLIP API
 * reference.
 */
const handlersByType: Partial<Record<KnownResourceType, ResourceWriteHandler>> = {
  behavior_instance: behaviorInstanceWriteHandler,
  contact: contactWriteHandler,
  device: { update: updateDevice, beforeRemove: assertNotBridgeItself },
  device_software_update: { update: installUpdate },
  entertainment_configuration: entertainmentConfigurationWriteHandler,
  geofence_client: {
    create: (_simulation, client) => ({ name: 'Client', is_at_home: false, ...client }),
  },
  /** A GET never returns the coordinates. */
  geolocation: { update: ({ home }, { id }) => void home.change(id, { is_configured: true }) },
  grouped_light: groupedLightWriteHandler,
  homekit: {
    update({ home }, { id }, { action }) {
      if (action !== undefined) home.change(id, { status: 'unpaired' });
    },
  },
  light: lightWriteHandler,
  matter: {
    update({ home }, _matter, { action }) {
      if (action === undefined) return;
      for (const { id } of home.byType('matter_fabric')) home.remove(id);
    },
  },
  motion_area_configuration: motionAreaConfigurationWriteHandler,
  room: roomAndZoneWriteHandler,
  scene: sceneWriteHandler,
  service_group: serviceGroupWriteHandler,
  smart_scene: smartSceneWriteHandler,
  speaker: { update: updateSpeaker },
  zigbee_connectivity: { update: changeZigbeeChannel },
  zigbee_device_discovery: { update: searchDevices },
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

/** In ms: a device reports faster. */
const usertestDuration = 120_000;

function updateDevice(simulation: SimulationContext, device: Resource, body: Members): undefined {
  const { home, timers, speedFactor } = simulation;
  const { metadata } = body;
  const lights = resolveReferences(home, device['services']).filter(({ type }) => type === 'light');
  if (isObject(metadata)) {
    home.change(device.id, { metadata });
    if (lights.length === 1 && lights[0] !== undefined) home.change(lights[0].id, { metadata });
  }
  simulateBlinking(simulation, lights, body);
  const usertest = getNestedMember(body, 'usertest', 'usertest');
  if (typeof usertest !== 'boolean') return;
  home.change(device.id, { usertest: { status: 'set', usertest } });
  if (!usertest) return;
  timers.restart(`usertest ${device.id}`, usertestDuration / speedFactor, () => {
    if (home.get(device.id) !== undefined)
      home.change(device.id, { usertest: { usertest: false } });
  });
}

function assertNotBridgeItself({ home }: SimulationContext, device: Resource): void {
  if (resolveReferences(home, device['services']).some(({ type }) => type === 'bridge')) {
    throw new SimulatorHttpError(403, 'The bridge itself cannot be removed.');
  }
}

const soundMembers = ['alarm', 'chime', 'alert'] as const;

function updateSpeaker(simulation: SimulationContext, speaker: Resource, body: Members): undefined {
  if (body['mute'] !== undefined) simulation.home.change(speaker.id, { mute: body['mute'] });
  for (const name of soundMembers)
    if (body[name] !== undefined) playSound(simulation, speaker, name, body[name]);
}

/** In ms. */
const defaultSoundDuration = 5_000;

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
  const duration = (getNumericMember(command, 'duration') ?? defaultSoundDuration) / speedFactor;
  const end = new Date(Date.now() + duration).toISOString();
  home.change(id, { [name]: { status: { sound, estimated_end: end } } });
  timers.after(duration, () => {
    if (getNestedMember(home.get(id), name, 'status', 'estimated_end') === end)
      home.change(id, stopped);
  });
}

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

function installUpdate(simulation: SimulationContext, update: Resource, body: Members): undefined {
  if (body['install'] === undefined || update['state'] === 'installing') return;
  simulation.home.change(update.id, { state: 'installing' });
  const updated = { state: 'no_update', problems: [] };
  changeAfterDelay(simulation, update.id, durations.install, updated);
}

function searchDevices(simulation: SimulationContext, search: Resource, body: Members): undefined {
  if (body['action'] === undefined || search['status'] === 'active') return;
  simulation.home.change(search.id, { status: 'active' });
  changeAfterDelay(simulation, search.id, durations.search, { status: 'ready' });
}

/** Only the bridge's own service has a channel. */
function changeZigbeeChannel(
  simulation: SimulationContext,
  { id, channel }: Resource,
  body: Members,
): undefined {
  const value = getNestedMember(body, 'channel', 'value');
  if (value === undefined) return;
  if (!isObject(channel)) {
    throw new SimulatorHttpError(400, `attribute (.channel) is not supported by resource ${id}`);
  }
  simulation.home.change(id, { channel: { status: 'changing', value } });
  changeAfterDelay(simulation, id, durations.channel, { channel: { status: 'set' } });
}
