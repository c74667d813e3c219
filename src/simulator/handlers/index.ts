import type { ResourceType } from '../../resources';
import { motionAreaConfigurationHandler, serviceGroupHandler } from './motion-areas';
import { behaviorInstanceHandler } from './behavior-instance';
import type { ResourceHandler, SimulationContext } from './resource-handler';
import { deviceHandler } from './device';
import { entertainmentConfigurationHandler } from './entertainment-configuration';
import { roomAndZoneHandler } from './room-and-zone';
import { syncGroupedLights, groupedLightHandler } from './grouped-light';
import { syncGroupedSensors } from '../reactions/grouped-sensors';
import { syncBellReports } from '../reactions/bell-reports';
import { lightHandler } from './light/light';
import * as maintenance from './maintenance';
import { sceneHandler } from './scene/scene';
import { contactHandler, sensorHandler } from './sensors';
import { smartSceneHandler } from './scene/smart-scene';
import { speakerHandler } from './speaker';

export { successfulUpdate } from './resource-handler';
export type { ResourceHandler, RequestBody, SimulationContext } from './resource-handler';
export { cascadeRemoval } from './reference-integrity';
export { sensorReportShapes, createSensorReport } from './sensors';
export { advanceSmartScenes } from './scene/smart-scene';

/** Behaviour of resource types beyond storing the written members. */
export const resourceHandlers: Partial<Record<ResourceType, ResourceHandler>> = {
  behavior_instance: behaviorInstanceHandler,
  camera_motion: sensorHandler,
  contact: contactHandler,
  convenience_area_motion: sensorHandler,
  device: deviceHandler,
  device_software_update: maintenance.deviceSoftwareUpdateHandler,
  entertainment_configuration: entertainmentConfigurationHandler,
  geofence_client: {
    create: (_simulation, client) => ({ name: 'Client', is_at_home: false, ...client }),
  },
  geolocation: maintenance.geolocationHandler,
  grouped_light: groupedLightHandler,
  grouped_light_level: sensorHandler,
  grouped_motion: sensorHandler,
  homekit: maintenance.homekitHandler,
  light: lightHandler,
  light_level: sensorHandler,
  matter: maintenance.matterHandler,
  motion: sensorHandler,
  motion_area_configuration: motionAreaConfigurationHandler,
  room: roomAndZoneHandler,
  scene: sceneHandler,
  security_area_motion: sensorHandler,
  service_group: serviceGroupHandler,
  smart_scene: smartSceneHandler,
  speaker: speakerHandler,
  temperature: sensorHandler,
  zigbee_connectivity: maintenance.zigbeeConnectivityHandler,
  zigbee_device_discovery: maintenance.zigbeeDeviceDiscoveryHandler,
  zone: roomAndZoneHandler,
};

/** Registers listeners that update dependent resources after every change of the home. */
export function registerReactions(simulation: SimulationContext): void {
  syncGroupedLights(simulation);
  syncGroupedSensors(simulation);
  syncBellReports(simulation);
}
