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
import type { ResourceWriteHandler, SimulationContext } from './resource-write-handler';
import {
  entertainmentConfigurationWriteHandler,
  roomAndZoneWriteHandler,
  groupedLightWriteHandler,
  keepGroupedLightsInSync,
} from './groups';
import { lightWriteHandler } from './light';
import * as device from './device';
import { sceneWriteHandler, smartSceneWriteHandler } from './scene';

export type { SimulationContext } from './resource-write-handler';
export { cascadeRemoval } from './reference-integrity';
export { createCurrentReport, getSensorReportDefinition } from './sensors';
export { advanceSimulatedSmartScenes } from './scene';

const handlersByType: Partial<Record<KnownResourceType, ResourceWriteHandler>> = {
  behavior_instance: behaviorInstanceWriteHandler,
  contact: contactWriteHandler,
  device: device.deviceWriteHandler,
  device_software_update: device.deviceSoftwareUpdateWriteHandler,
  entertainment_configuration: entertainmentConfigurationWriteHandler,
  geofence_client: {
    create: (_simulation, client) => ({ name: 'Client', is_at_home: false, ...client }),
  },
  geolocation: device.geolocationWriteHandler,
  grouped_light: groupedLightWriteHandler,
  homekit: device.homekitWriteHandler,
  light: lightWriteHandler,
  matter: device.matterWriteHandler,
  motion_area_configuration: motionAreaConfigurationWriteHandler,
  room: roomAndZoneWriteHandler,
  scene: sceneWriteHandler,
  service_group: serviceGroupWriteHandler,
  smart_scene: smartSceneWriteHandler,
  speaker: device.speakerWriteHandler,
  zigbee_connectivity: device.zigbeeConnectivityWriteHandler,
  zigbee_device_discovery: device.zigbeeDeviceDiscoveryWriteHandler,
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
