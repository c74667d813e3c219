import * as v from 'valibot';
import { authV1Definition } from '../types/auth-v1';
import { behaviorInstanceDefinition } from '../types/behavior-instance';
import { behaviorScriptDefinition } from '../types/behavior-script';
import { bellButtonDefinition } from '../types/bell-button';
import { bridgeHomeDefinition } from '../types/bridge-home';
import { bridgeDefinition } from '../types/bridge';
import { buttonDefinition } from '../types/button';
import { cameraMotionDefinition } from '../types/camera-motion';
import { clipDefinition } from '../types/clip';
import { contactDefinition } from '../types/contact';
import { convenienceAreaMotionDefinition } from '../types/convenience-area-motion';
import { devicePowerDefinition } from '../types/device-power';
import { deviceSoftwareUpdateDefinition } from '../types/device-software-update';
import { deviceDefinition } from '../types/device';
import { entertainmentConfigurationDefinition } from '../types/entertainment-configuration';
import { entertainmentDefinition } from '../types/entertainment';
import { geofenceClientDefinition } from '../types/geofence-client';
import { geofenceDefinition } from '../types/geofence';
import { geolocationDefinition } from '../types/geolocation';
import { groupedLightLevelDefinition } from '../types/grouped-light-level';
import { groupedLightDefinition } from '../types/grouped-light';
import { groupedMotionDefinition } from '../types/grouped-motion';
import { homekitDefinition } from '../types/homekit';
import { lightLevelDefinition } from '../types/light-level';
import { lightDefinition } from '../types/light';
import { matterFabricDefinition } from '../types/matter-fabric';
import { matterDefinition } from '../types/matter';
import { motionAreaCandidateDefinition } from '../types/motion-area-candidate';
import { motionAreaConfigurationDefinition } from '../types/motion-area-configuration';
import { motionDefinition } from '../types/motion';
import { publicImageDefinition } from '../types/public-image';
import { relativeRotaryDefinition } from '../types/relative-rotary';
import { roomDefinition } from '../types/room';
import { sceneDefinition } from '../types/scene';
import { securityAreaMotionDefinition } from '../types/security-area-motion';
import { serviceGroupDefinition } from '../types/service-group';
import { smartSceneDefinition } from '../types/smart-scene';
import { speakerDefinition } from '../types/speaker';
import { switchInputConfigurationDefinition } from '../types/switch-input-configuration';
import { tamperDefinition } from '../types/tamper';
import { temperatureDefinition } from '../types/temperature';
import { wifiConnectivityDefinition } from '../types/wifi-connectivity';
import { zgpConnectivityDefinition } from '../types/zgp-connectivity';
import { zigbeeBridgeConnectivityDefinition } from '../types/zigbee-bridge-connectivity';
import { zigbeeConnectivityDefinition } from '../types/zigbee-connectivity';
import { zigbeeDeviceDiscoveryDefinition } from '../types/zigbee-device-discovery';
import { zoneDefinition } from '../types/zone';
import type { ResourcesByType } from './resources-by-type';
import type {
  OperationName,
  Resource,
  ResourceDefinition,
} from '../definitions/resource-definition';
import { getMemberSchemas } from '../validation/describe-schema';
import { referenceOperations } from '../definitions/resource-definition';

/** Every resource type of the service document and of real bridges, by `rtype`. */
const resourceTable = {
  auth_v1: authV1Definition,
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
  geofence: geofenceDefinition,
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
  zigbee_bridge_connectivity: zigbeeBridgeConnectivityDefinition,
  zigbee_connectivity: zigbeeConnectivityDefinition,
  zigbee_device_discovery: zigbeeDeviceDiscoveryDefinition,
  zone: zoneDefinition,
} as const satisfies { [Type in keyof ResourcesByType]: ResourceDefinition };

export type KnownResourceType = keyof typeof resourceTable;

/**
 * Name (`rtype`) of a resource type, in the table or not, such as a type of newer firmware. The
 * intersection keeps the known names in the completions of editors.
 */
export type ResourceType = KnownResourceType | (string & Record<never, never>);

type DefinitionOf<Type extends KnownResourceType> = (typeof resourceTable)[Type];

/**
 * A resource of one type, typed by the table; of any type if `Type` is no single type of the table.
 */
export type ResourceOf<Type extends ResourceType> = KnownResourceType extends Type
  ? Resource
  : (ResourcesByType & Record<string, Resource>)[Type];

/**
 * Body of a POST, typed by the table; never for types that cannot be created, any object for types
 * that are not in the table.
 */
export type CreateBody<Type extends ResourceType> = [Type] extends [KnownResourceType]
  ? DefinitionOf<Type> extends { create: infer Shape extends v.GenericSchema }
    ? v.InferInput<Shape>
    : never
  : Record<string, unknown>;

/**
 * Body of a PUT, typed by the table; never for types that cannot be changed, any object for types
 * that are not in the table.
 */
export type UpdateBody<Type extends ResourceType> = [Type] extends [KnownResourceType]
  ? DefinitionOf<Type> extends { update: infer Shape extends v.GenericSchema }
    ? v.InferInput<Shape>
    : never
  : Record<string, unknown>;

/** In alphabetical order. */
export const resourceTypes: readonly KnownResourceType[] = Object.keys(resourceTable)
  .filter(isKnownResourceType)
  .toSorted();

/** Returns true for a name in the table; false for inherited names such as `constructor`. */
export function isKnownResourceType(name: unknown): name is KnownResourceType {
  return typeof name === 'string' && Object.hasOwn(resourceTable, name);
}

/** Returns the row of the table, otherwise the common definition of unlisted types. */
export const getResourceDefinition = (rtype: ResourceType): ResourceDefinition =>
  isKnownResourceType(rtype) ? resourceTable[rtype] : createUnlistedDefinition(rtype);

/**
 * Types of sensors with their own `enabled` flag, in alphabetical order. An automation has the flag
 * too, but is no sensor.
 */
export const sensorTypes: readonly KnownResourceType[] = resourceTypes.filter((rtype) => {
  const { update } = getResourceDefinition(rtype);
  const hasEnabledFlag = update !== undefined && getMemberSchemas(update).has('enabled');
  return hasEnabledFlag && rtype !== 'behavior_instance';
});

/** Types whose rows have the name of a reading. */
export type ReadingType = {
  [Type in KnownResourceType]: DefinitionOf<Type> extends { reading: string } ? Type : never;
}[KnownResourceType];

/** Types of sensors that have a reading, in alphabetical order. */
export const readingTypes: readonly KnownResourceType[] = resourceTypes.filter(
  (rtype) => getResourceDefinition(rtype).reading !== undefined,
);

/** Returns the name of a type's reading, such as `celsius`; undefined for other types. */
export const getReadingPropertyName = (rtype: string): string | undefined =>
  isKnownResourceType(rtype) ? getResourceDefinition(rtype).reading : undefined;

export const supportsOperation = (rtype: ResourceType, operation: OperationName): boolean =>
  Object.hasOwn(getResourceDefinition(rtype).operations, operation);

/**
 * Returns the plain value of a resource; undefined if it has none, and for types that are not in
 * the table.
 *
 * @param lights lamps of the group, if known
 */
export const getPlainValue = (resource: Resource, lights?: readonly Resource[]): unknown =>
  isKnownResourceType(resource.type)
    ? getResourceDefinition(resource.type).value?.(resource, lights)
    : undefined;

/**
 * Creates the definition of a type that is not in the table: every operation, no plain value, any
 * member.
 */
function createUnlistedDefinition(rtype: string): ResourceDefinition {
  const bodySchema = v.looseObject({ type: v.optional(v.literal(rtype)) });
  return {
    operations: referenceOperations.all,
    create: bodySchema,
    update: bodySchema,
    nonIdempotentMembers: 'all',
  };
}
