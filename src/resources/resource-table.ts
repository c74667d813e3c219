import type * as v from 'valibot';
import { behaviorInstanceDefinition } from './behavior-instance';
import { behaviorScriptDefinition } from './behavior-script';
import { bellButtonDefinition } from './bell-button';
import { bridgeHomeDefinition } from './bridge-home';
import { bridgeDefinition } from './bridge';
import { buttonDefinition } from './button';
import { cameraMotionDefinition } from './camera-motion';
import { clipDefinition } from './clip';
import { contactDefinition } from './contact';
import { convenienceAreaMotionDefinition } from './convenience-area-motion';
import { devicePowerDefinition } from './device-power';
import { deviceSoftwareUpdateDefinition } from './device-software-update';
import { deviceDefinition } from './device';
import { entertainmentConfigurationDefinition } from './entertainment-configuration';
import { entertainmentDefinition } from './entertainment';
import { geofenceClientDefinition } from './geofence-client';
import { geolocationDefinition } from './geolocation';
import { groupedLightLevelDefinition } from './grouped-light-level';
import { groupedLightDefinition } from './grouped-light';
import { groupedMotionDefinition } from './grouped-motion';
import { homekitDefinition } from './homekit';
import { lightLevelDefinition } from './light-level';
import { lightDefinition } from './light';
import { matterFabricDefinition } from './matter-fabric';
import { matterDefinition } from './matter';
import { motionAreaCandidateDefinition } from './motion-area-candidate';
import { motionAreaConfigurationDefinition } from './motion-area-configuration';
import { motionDefinition } from './motion';
import { publicImageDefinition } from './public-image';
import { relativeRotaryDefinition } from './relative-rotary';
import { roomDefinition } from './room';
import { sceneDefinition } from './scene';
import { securityAreaMotionDefinition } from './security-area-motion';
import { serviceGroupDefinition } from './service-group';
import { smartSceneDefinition } from './smart-scene';
import { speakerDefinition } from './speaker';
import { switchInputConfigurationDefinition } from './switch-input-configuration';
import { tamperDefinition } from './tamper';
import { temperatureDefinition } from './temperature';
import { wifiConnectivityDefinition } from './wifi-connectivity';
import { zgpConnectivityDefinition } from './zgp-connectivity';
import { zigbeeConnectivityDefinition } from './zigbee-connectivity';
import { zigbeeDeviceDiscoveryDefinition } from './zigbee-device-discovery';
import { zoneDefinition } from './zone';
import type { OperationName, Resource, ResourceDefinition } from './resource-definition';

/** Definitions of every resource type of the service document and of real bridges, by `rtype`. */
export const resourceTable = {
  behavior_instance: behaviorInstanceDefinition,
  behavior_script: behaviorScriptDefinition,
  bell_button: bellButtonDefinition,
  bridge_home: bridgeHomeDefinition,
  bridge: bridgeDefinition,
  button: buttonDefinition,
  camera_motion: cameraMotionDefinition,
  clip: clipDefinition,
  contact: contactDefinition,
  convenience_area_motion: convenienceAreaMotionDefinition,
  device_power: devicePowerDefinition,
  device_software_update: deviceSoftwareUpdateDefinition,
  device: deviceDefinition,
  entertainment_configuration: entertainmentConfigurationDefinition,
  entertainment: entertainmentDefinition,
  geofence_client: geofenceClientDefinition,
  geolocation: geolocationDefinition,
  grouped_light_level: groupedLightLevelDefinition,
  grouped_light: groupedLightDefinition,
  grouped_motion: groupedMotionDefinition,
  homekit: homekitDefinition,
  light_level: lightLevelDefinition,
  light: lightDefinition,
  matter_fabric: matterFabricDefinition,
  matter: matterDefinition,
  motion_area_candidate: motionAreaCandidateDefinition,
  motion_area_configuration: motionAreaConfigurationDefinition,
  motion: motionDefinition,
  public_image: publicImageDefinition,
  relative_rotary: relativeRotaryDefinition,
  room: roomDefinition,
  scene: sceneDefinition,
  security_area_motion: securityAreaMotionDefinition,
  service_group: serviceGroupDefinition,
  smart_scene: smartSceneDefinition,
  speaker: speakerDefinition,
  switch_input_configuration: switchInputConfigurationDefinition,
  tamper: tamperDefinition,
  temperature: temperatureDefinition,
  wifi_connectivity: wifiConnectivityDefinition,
  zgp_connectivity: zgpConnectivityDefinition,
  zigbee_connectivity: zigbeeConnectivityDefinition,
  zigbee_device_discovery: zigbeeDeviceDiscoveryDefinition,
  zone: zoneDefinition,
} as const satisfies Record<string, ResourceDefinition>;

/** Name (`rtype`) of a resource type in the table. */
export type ResourceType = keyof typeof resourceTable;

type DefinitionOf<Type extends ResourceType> = (typeof resourceTable)[Type];

/** A resource as read, typed by the table. All but `id` and `type` may be missing. */
export type ResourceData<Type extends ResourceType> = v.InferOutput<DefinitionOf<Type>['read']>;

/** A resource of one type, typed by the table; of any type while `Type` is no single one. */
export type ResourceOf<Type extends ResourceType> = ResourceType extends Type
  ? Resource
  : ResourceData<Type>;

/** Body of a POST, typed by the table; never for types that cannot be created. */
export type CreateBody<Type extends ResourceType> =
  DefinitionOf<Type> extends { create: infer Shape extends v.GenericSchema }
    ? v.InferInput<Shape>
    : never;

/** Body of a PUT, typed by the table; never for types that cannot be changed. */
export type UpdateBody<Type extends ResourceType> =
  DefinitionOf<Type> extends { update: infer Shape extends v.GenericSchema }
    ? v.InferInput<Shape>
    : never;

/** All names of the table, in alphabetical order. */
export const resourceTypes: readonly ResourceType[] = Object.keys(resourceTable)
  .filter(isResourceType)
  .toSorted();

/** True for a name in the table; false for anything else, inherited names such as `constructor` included. */
export function isResourceType(name: unknown): name is ResourceType {
  return typeof name === 'string' && Object.hasOwn(resourceTable, name);
}

/** Definition of a type, typed as the general `ResourceDefinition`. */
export const getResourceDefinition = (rtype: ResourceType): ResourceDefinition =>
  resourceTable[rtype];

/** Types of sensors with an `enabled` flag of their own, in alphabetical order. */
export const sensorTypes: readonly ResourceType[] = resourceTypes.filter(
  (rtype) => getResourceDefinition(rtype).sensor === true,
);

/** True when the type supports the operation. */
export const supportsOperation = (rtype: ResourceType, operation: OperationName): boolean =>
  Object.hasOwn(getResourceDefinition(rtype).operations, operation);

/**
 * The plain value of a resource.
 *
 * @returns undefined while it has none, and for types that are not in the table
 */
export const getPlainValue = (resource: Resource): unknown =>
  isResourceType(resource.type) ? getResourceDefinition(resource.type).value(resource) : undefined;
