import { getResourceDefinition, isKnownResourceType } from '../../resources';
import type { KnownResourceType, ResourceType } from '../../resources';
import { motionAreaConfigurationHandler, serviceGroupHandler } from './motion-areas';
import { behaviorInstanceHandler } from './behavior-instance';
import type { ResourceHandler } from './resource-handler';
import { deviceHandler } from './device';
import { entertainmentConfigurationHandler } from './entertainment-configuration';
import { roomAndZoneHandler } from './room-and-zone';
import { groupedLightHandler } from './grouped-light';
import { lightHandler } from './light/light';
import * as maintenance from './maintenance';
import { sceneHandler } from './scene/scene';
import { contactHandler, sensorHandler } from './sensors';
import { smartSceneHandler } from './scene/smart-scene';
import { speakerHandler } from './speaker';

export { successfulUpdate } from './resource-handler';
export type { ResourceHandler, ResourceWriteBody, SimulationContext } from './resource-handler';
export { cascadeRemoval } from './reference-integrity';
export { createCurrentReport, getSensorReport } from './sensors';
export { advanceSmartScenes } from './scene/smart-scene';

/** Behaviour of single types beyond storing the written members. */
const handlersByType: Partial<Record<KnownResourceType, ResourceHandler>> = {
  behavior_instance: behaviorInstanceHandler,
  contact: contactHandler,
  device: deviceHandler,
  device_software_update: maintenance.deviceSoftwareUpdateHandler,
  entertainment_configuration: entertainmentConfigurationHandler,
  geofence_client: {
    create: (_simulation, client) => ({ name: 'Client', is_at_home: false, ...client }),
  },
  geolocation: maintenance.geolocationHandler,
  grouped_light: groupedLightHandler,
  homekit: maintenance.homekitHandler,
  light: lightHandler,
  matter: maintenance.matterHandler,
  motion_area_configuration: motionAreaConfigurationHandler,
  room: roomAndZoneHandler,
  scene: sceneHandler,
  service_group: serviceGroupHandler,
  smart_scene: smartSceneHandler,
  speaker: speakerHandler,
  zigbee_connectivity: maintenance.zigbeeConnectivityHandler,
  zigbee_device_discovery: maintenance.zigbeeDeviceDiscoveryHandler,
  zone: roomAndZoneHandler,
};

/**
 * Behaviour of a resource type beyond storing the written members: a handler of its own, or that of sensors for a type
 * that reports as sensors do. Undefined for a type that only stores.
 */
export const getResourceHandler = (rtype: ResourceType): ResourceHandler | undefined =>
  (isKnownResourceType(rtype) ? handlersByType[rtype] : undefined) ??
  (getResourceDefinition(rtype).report === undefined ? undefined : sensorHandler);
