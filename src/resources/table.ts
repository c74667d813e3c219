import type * as v from 'valibot';
import { behaviorInstance } from './behavior-instance';
import { behaviorScript } from './behavior-script';
import { bellButton } from './bell-button';
import { bridgeHome } from './bridge-home';
import { bridge } from './bridge';
import { button } from './button';
import { cameraMotion } from './camera-motion';
import { clip } from './clip';
import { contact } from './contact';
import { convenienceAreaMotion } from './convenience-area-motion';
import { devicePower } from './device-power';
import { deviceSoftwareUpdate } from './device-software-update';
import { device } from './device';
import { entertainmentConfiguration } from './entertainment-configuration';
import { entertainment } from './entertainment';
import { geofenceClient } from './geofence-client';
import { geolocation } from './geolocation';
import { groupedLightLevel } from './grouped-light-level';
import { groupedLight } from './grouped-light';
import { groupedMotion } from './grouped-motion';
import { homekit } from './homekit';
import { lightLevel } from './light-level';
import { light } from './light';
import { matterFabric } from './matter-fabric';
import { matter } from './matter';
import { motionAreaCandidate } from './motion-area-candidate';
import { motionAreaConfiguration } from './motion-area-configuration';
import { motion } from './motion';
import { publicImage } from './public-image';
import { relativeRotary } from './relative-rotary';
import { room } from './room';
import { scene } from './scene';
import { securityAreaMotion } from './security-area-motion';
import { serviceGroup } from './service-group';
import { smartScene } from './smart-scene';
import { speaker } from './speaker';
import { switchInputConfiguration } from './switch-input-configuration';
import { tamper } from './tamper';
import { temperature } from './temperature';
import { wifiConnectivity } from './wifi-connectivity';
import { zgpConnectivity } from './zgp-connectivity';
import { zigbeeConnectivity } from './zigbee-connectivity';
import { zigbeeDeviceDiscovery } from './zigbee-device-discovery';
import { zone } from './zone';
import type { Operation, ResourceDefinition } from './definition';

/** The one table: every resource type that the service document or real bridges know. */
export const resourceTable = {
  behavior_instance: behaviorInstance,
  behavior_script: behaviorScript,
  bell_button: bellButton,
  bridge_home: bridgeHome,
  bridge,
  button,
  camera_motion: cameraMotion,
  clip,
  contact,
  convenience_area_motion: convenienceAreaMotion,
  device_power: devicePower,
  device_software_update: deviceSoftwareUpdate,
  device,
  entertainment_configuration: entertainmentConfiguration,
  entertainment,
  geofence_client: geofenceClient,
  geolocation,
  grouped_light_level: groupedLightLevel,
  grouped_light: groupedLight,
  grouped_motion: groupedMotion,
  homekit,
  light_level: lightLevel,
  light,
  matter_fabric: matterFabric,
  matter,
  motion_area_candidate: motionAreaCandidate,
  motion_area_configuration: motionAreaConfiguration,
  motion,
  public_image: publicImage,
  relative_rotary: relativeRotary,
  room,
  scene,
  security_area_motion: securityAreaMotion,
  service_group: serviceGroup,
  smart_scene: smartScene,
  speaker,
  switch_input_configuration: switchInputConfiguration,
  tamper,
  temperature,
  wifi_connectivity: wifiConnectivity,
  zgp_connectivity: zgpConnectivity,
  zigbee_connectivity: zigbeeConnectivity,
  zigbee_device_discovery: zigbeeDeviceDiscovery,
  zone,
} as const satisfies Record<string, ResourceDefinition>;

/** Name of a resource type in the table. */
export type ResourceType = keyof typeof resourceTable;

type Row<Type extends ResourceType> = (typeof resourceTable)[Type];

/** A resource as read, typed by the table. All but `id` and `type` may be missing. */
export type ReadOf<Type extends ResourceType> = v.InferOutput<Row<Type>['read']>;

/** Body of a POST, typed by the table; never for types that cannot be created. */
export type CreateOf<Type extends ResourceType> =
  Row<Type> extends { create: infer Shape extends v.GenericSchema } ? v.InferInput<Shape> : never;

/** Body of a PUT, typed by the table; never for types that cannot be changed. */
export type UpdateOf<Type extends ResourceType> =
  Row<Type> extends { update: infer Shape extends v.GenericSchema } ? v.InferInput<Shape> : never;

/** All names of the table, in alphabetical order. */
export const resourceTypes: readonly ResourceType[] = Object.keys(resourceTable)
  .filter(isResourceType)
  .toSorted();

/** True for the name of a row; false for anything else, `constructor` and the like included. */
export function isResourceType(name: unknown): name is ResourceType {
  return typeof name === 'string' && Object.hasOwn(resourceTable, name);
}

/** The row of a type, with the width of a row in general. */
export const definitionOf = (rtype: ResourceType): ResourceDefinition => resourceTable[rtype];

/** Sensors that are switched on and off on their own, in alphabetical order. */
export const sensorTypes: readonly ResourceType[] = resourceTypes.filter(
  (rtype) => definitionOf(rtype).sensor === true,
);

/** True when the type has the operation. */
export const hasOperation = (rtype: ResourceType, operation: Operation): boolean =>
  Object.hasOwn(definitionOf(rtype).operations, operation);
