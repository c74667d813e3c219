import { getResourceDefinition, isKnownResourceType } from '../../resources';
import type { KnownResourceType, ResourceType } from '../../resources';
import { motionAreaConfigurationWriteHandler, serviceGroupWriteHandler } from './motion-areas';
import { behaviorInstanceWriteHandler } from './behavior-instance';
import type { ResourceWriteHandler } from './resource-write-handler';
import { deviceWriteHandler } from './device';
import { entertainmentConfigurationWriteHandler } from './entertainment-configuration';
import { roomAndZoneWriteHandler } from './room-and-zone';
import { groupedLightWriteHandler } from './grouped-light';
import { lightWriteHandler } from './light/light';
import * as maintenance from './maintenance';
import { sceneWriteHandler } from './scene/scene';
import { contactWriteHandler, sensorWriteHandler } from './sensors';
import { smartSceneWriteHandler } from './scene/smart-scene';
import { speakerWriteHandler } from './speaker';

export type { SimulationContext } from './resource-write-handler';
export { cascadeRemoval } from './reference-integrity';
export { createCurrentReport, getSensorReportDefinition } from './sensors';
export { advanceSimulatedSmartScenes } from './scene/smart-scene';

const handlersByType: Partial<Record<KnownResourceType, ResourceWriteHandler>> = {
  behavior_instance: behaviorInstanceWriteHandler,
  contact: contactWriteHandler,
  device: deviceWriteHandler,
  device_software_update: maintenance.deviceSoftwareUpdateWriteHandler,
  entertainment_configuration: entertainmentConfigurationWriteHandler,
  geofence_client: {
    create: (_simulation, client) => ({ name: 'Client', is_at_home: false, ...client }),
  },
  geolocation: maintenance.geolocationWriteHandler,
  grouped_light: groupedLightWriteHandler,
  homekit: maintenance.homekitWriteHandler,
  light: lightWriteHandler,
  matter: maintenance.matterWriteHandler,
  motion_area_configuration: motionAreaConfigurationWriteHandler,
  room: roomAndZoneWriteHandler,
  scene: sceneWriteHandler,
  service_group: serviceGroupWriteHandler,
  smart_scene: smartSceneWriteHandler,
  speaker: speakerWriteHandler,
  zigbee_connectivity: maintenance.zigbeeConnectivityWriteHandler,
  zigbee_device_discovery: maintenance.zigbeeDeviceDiscoveryWriteHandler,
  zone: roomAndZoneWriteHandler,
};

/** Undefined for a type that only stores the written members. Types with a sensor report share a handler. */
export const getResourceWriteHandler = (rtype: ResourceType): ResourceWriteHandler | undefined =>
  (isKnownResourceType(rtype) ? handlersByType[rtype] : undefined) ??
  (getResourceDefinition(rtype).report === undefined ? undefined : sensorWriteHandler);
