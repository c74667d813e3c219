import type { ResourceType } from '../../resources';
import { motionAreaConfigurationBehaviour, serviceGroupBehaviour } from './areas';
import { behaviorInstanceBehaviour } from './automation';
import type { Behaviour, House } from './behaviour';
import { deviceBehaviour } from './device';
import { entertainmentConfigurationBehaviour } from './entertainment';
import { groupBehaviour } from './group';
import { followLamps, groupedLightBehaviour } from './grouped-light';
import { followSensors } from './grouped-sensors';
import { followBells } from './bell';
import { lightBehaviour } from './light';
import * as maintenance from './maintenance';
import { sceneBehaviour } from './scene';
import { contactBehaviour, sensorBehaviour } from './sensors';
import { smartSceneBehaviour } from './smart-scene';
import { speakerBehaviour } from './speaker';

export { done } from './behaviour';
export type { Behaviour, Body, House } from './behaviour';
export { clearAway } from './references';
export { readings, reported } from './sensors';
export { followClock } from './smart-scene';

/** What each type does beyond keeping what is written into it. */
export const behaviours: Partial<Record<ResourceType, Behaviour>> = {
  behavior_instance: behaviorInstanceBehaviour,
  camera_motion: sensorBehaviour,
  contact: contactBehaviour,
  convenience_area_motion: sensorBehaviour,
  device: deviceBehaviour,
  device_software_update: maintenance.deviceSoftwareUpdateBehaviour,
  entertainment_configuration: entertainmentConfigurationBehaviour,
  geofence_client: {
    create: (_house, client) => ({ name: 'Client', is_at_home: false, ...client }),
  },
  geolocation: maintenance.geolocationBehaviour,
  grouped_light: groupedLightBehaviour,
  grouped_light_level: sensorBehaviour,
  grouped_motion: sensorBehaviour,
  homekit: maintenance.homekitBehaviour,
  light: lightBehaviour,
  light_level: sensorBehaviour,
  matter: maintenance.matterBehaviour,
  motion: sensorBehaviour,
  motion_area_configuration: motionAreaConfigurationBehaviour,
  room: groupBehaviour,
  scene: sceneBehaviour,
  security_area_motion: sensorBehaviour,
  service_group: serviceGroupBehaviour,
  smart_scene: smartSceneBehaviour,
  speaker: speakerBehaviour,
  temperature: sensorBehaviour,
  zigbee_connectivity: maintenance.zigbeeConnectivityBehaviour,
  zigbee_device_discovery: maintenance.zigbeeDeviceDiscoveryBehaviour,
  zone: groupBehaviour,
};

/** Starts what goes on by itself whenever something changes. */
export function settleIn(house: House): void {
  followLamps(house);
  followSensors(house);
  followBells(house);
}
