import {
  getListMember,
  getNestedMember,
  getTextMember,
  getNumericMember,
} from '../../resources/members';
import type { Members } from '../../resources/members';
import { listButtonEvents } from '../../resources/button-events';
import { getPlainValue, getReadingPropertyName } from '../../resources/table';
import type { Resource } from '../../resources/resource';
import { isFurtherMotionZonePart } from '../../resources/motion-zones';
import { buttonResourceTypes } from '../lookup';
import type { ResourceIndex } from '../lookup';
import {
  getBridgeStatusTopic,
  getCommandTopic,
  getDeviceStatusTopic,
  getProcessStatusTopic,
  getStateTopic,
} from './topics';
import type { TopicSettings } from './topics';
import { getShownColor } from '../../resources/types/grouped-light';
import { getMirekRange } from '../../resources/types/light';
import type { PlainLight } from '../../resources/types/light';
import { maxHomeAssistantBrightness } from '../formats/home-assistant';
import { formatMqttLight } from '../formats/mqtt-light';
import { getSupportedEffects, noEffectName } from '../light/abilities';

export type HomeAssistantComponent =
  | 'binary_sensor'
  | 'event'
  | 'light'
  | 'scene'
  | 'sensor'
  | 'switch';

interface HomeAssistantEntity {
  readonly component: HomeAssistantComponent;
  /** Of the announcement. */
  readonly config: Members;
}

/** In the user's language. */
export interface FallbackEntityNames {
  readonly allLights: string;
  readonly dial: string;
  /** @param number as printed on the switch, or the position on the switch */
  button(number: number): string;
}

export interface PublishedHome {
  readonly index: ResourceIndex;
  readonly topics: TopicSettings;
  readonly names: FallbackEntityNames;
  lightsOf(group: Resource): readonly Resource[];
}

export interface Announcement {
  readonly component: HomeAssistantEntity['component'];
  readonly config: Members;
}

/**
 * Announces a resource to Home Assistant, as an entity of its device.
 *
 * @returns undefined for a resource that is no entity, such as a room
 */
export function createEntityAnnouncement(
  home: PublishedHome,
  resource: Resource,
): Announcement | undefined {
  const entity = createEntity(home, resource);
  if (entity === undefined) return undefined;
  const { topics } = home;
  const { component } = entity;
  const owner = findOwner(home, resource);
  const name = findEntityName(home, resource, owner);
  return {
    component,
    config: {
      ...(name === undefined ? {} : { name }),
      ...entity.config,
      unique_id: `${topics.bridgeId}_${resource.id}`,
      ...(component === 'scene' ? {} : { state_topic: getStateTopic(topics, resource) }),
      ...(commandComponents.has(component)
        ? { command_topic: getCommandTopic(topics, resource) }
        : {}),
      qos: 1,
      availability: listAvailability(home, owner),
      availability_mode: 'all',
      device: createHomeAssistantDevice(home, owner),
      origin,
    },
  };
}

/** Shown in the log of Home Assistant. */
const origin = { name: '@lighting-bridge/node-red' } as const;

const commandComponents: ReadonlySet<string> = new Set(['light', 'scene', 'switch']);

/**
 * Announces the bridge's connection. Its device is the `via_device` of the others.
 *
 * @param bridge the resource of type `bridge`
 */
export function createBridgeAnnouncement(home: PublishedHome, bridge: Resource): Announcement {
  const { topics } = home;
  return {
    component: 'binary_sensor',
    config: {
      device_class: 'connectivity',
      entity_category: 'diagnostic',
      unique_id: `${topics.bridgeId}_${bridge.id}`,
      state_topic: getBridgeStatusTopic(topics),
      payload_on: 'online',
      payload_off: 'offline',
      qos: 1,
      availability: [{ topic: getProcessStatusTopic(topics) }],
      device: createHomeAssistantDevice(home, findOwner(home, bridge)),
      origin,
    },
  };
}

const buttonTypes: ReadonlySet<string> = new Set(buttonResourceTypes);

function createEntity(home: PublishedHome, resource: Resource): HomeAssistantEntity | undefined {
  const { type } = resource;
  if (type === 'light') return createLightEntity(resource, [resource]);
  if (type === 'grouped_light') {
    const lights = home.lightsOf(resource);
    return lights.length === 0 ? undefined : createLightEntity(resource, lights);
  }
  if (type === 'scene') return { component: 'scene', config: {} };
  if (type === 'smart_scene') return { component: 'switch', config: {} };
  if (buttonTypes.has(type)) return createButtonEntity(resource, home.names);
  return isFurtherMotionZonePart(home.index, resource) ? undefined : findSensorEntity(resource);
}

/** For a scene, its room. */
function findOwner({ index }: PublishedHome, resource: Resource): Resource | undefined {
  const rid = getTextMember(resource, 'group', 'rid') ?? index.ownerRid(resource);
  return rid === undefined ? undefined : index.get(rid);
}

/**
 * Name beside the name of the device: `null` for the main entity of a device, undefined if Home Assistant names the
 * entity by its class.
 */
function findEntityName(
  { index, names }: PublishedHome,
  resource: Resource,
  owner: Resource | undefined,
): string | null | undefined {
  const { id, type } = resource;
  if (type === 'scene' || type === 'smart_scene') return index.name(id) ?? id;
  if (type === 'grouped_light') return owner?.type === 'bridge_home' ? names.allLights : null;
  if (type !== 'light') return undefined;
  return hasOneLight(owner) ? null : (index.name(id) ?? null);
}

const hasOneLight = (device: Resource | undefined): boolean =>
  getListMember(device, 'services').filter(
    (service) => getNestedMember(service, 'rtype') === 'light',
  ).length <= 1;

const listAvailability = (
  { topics }: PublishedHome,
  owner: Resource | undefined,
): readonly { topic: string }[] => [
  { topic: getProcessStatusTopic(topics) },
  { topic: getBridgeStatusTopic(topics) },
  ...(owner !== undefined && hasRadio(owner)
    ? [{ topic: getDeviceStatusTopic(topics, owner.id) }]
    : []),
];

const radioTypes: ReadonlySet<unknown> = new Set(['zigbee_connectivity', 'zgp_connectivity']);

/** Such a device can be unreachable by itself. */
export const hasRadio = (device: Resource): boolean =>
  device.type === 'device' &&
  getListMember(device, 'services').some((service) =>
    radioTypes.has(getNestedMember(service, 'rtype')),
  );

/**
 * https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
 *
 * @param owner device, room or area of the entity; the bridge if undefined
 */
function createHomeAssistantDevice(home: PublishedHome, owner: Resource | undefined): Members {
  const { bridgeId } = home.topics;
  const bridge = findBridgeDevice(home);
  if (owner === undefined || owner.type === 'bridge_home' || owner.id === bridge?.id) {
    return {
      identifiers: [bridgeId],
      ...(bridge === undefined ? { name: bridgeId } : describe(home, bridge)),
    };
  }
  return {
    identifiers: [`${bridgeId}_${owner.id}`],
    ...describe(home, owner),
    via_device: bridgeId,
  };
}

function findBridgeDevice({ index }: PublishedHome): Resource | undefined {
  const [bridge] = index.byType('bridge');
  const rid = bridge === undefined ? undefined : index.ownerRid(bridge);
  return rid === undefined ? undefined : index.get(rid);
}

function describe(home: PublishedHome, owner: Resource): Members {
  const product = owner['product_data'];
  const isGroup = owner.type === 'room' || owner.type === 'zone';
  const members = {
    name: home.index.name(owner.id) ?? owner.id,
    manufacturer: getNestedMember(product, 'manufacturer_name'),
    model: isGroup
      ? owner.type
      : owner.type === 'motion_area_configuration'
        ? 'MotionAware'
        : getNestedMember(product, 'product_name'),
    model_id: getNestedMember(product, 'model_id'),
    sw_version: getNestedMember(product, 'software_version'),
    suggested_area: findArea(home, owner),
  };
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => typeof value === 'string'),
  );
}

/** A zone is no area: its lamps are in rooms. */
function findArea({ index }: PublishedHome, owner: Resource): string | undefined {
  const room = owner.type === 'room' ? owner : index.room(owner.id);
  return room?.type === 'room' ? index.name(room.id) : undefined;
}

/** Home Assistant's name. https://developers.home-assistant.io/docs/core/entity/light/#effects */
const effectOff = 'off';

/**
 * A group has all abilities of its lamps. https://www.home-assistant.io/integrations/light.mqtt/#json-schema
 *
 * @param lamps the lamp, or the lamps of the group
 */
function createLightEntity(light: Resource, lamps: readonly Resource[]): HomeAssistantEntity {
  const effects = light.type === 'light' ? listEffects(light) : [];
  return {
    component: 'light',
    config: {
      schema: 'json',
      brightness: lamps.some((lamp) => lamp['dimming'] !== undefined),
      supported_color_modes: listColorModes(lamps),
      ...getWhiteRange(lamps),
      ...(effects.length === 0 ? {} : { effect: true, effect_list: [effectOff, ...effects] }),
    },
  };
}

function formatLightEntityState(
  light: Resource,
  lamps: readonly Resource[],
  plain: PlainLight,
): string {
  const { color_mode: mode, ...state } = formatMqttLight(
    plain,
    getShownColor(light, lamps),
    maxHomeAssistantBrightness,
  );
  // Without a mode (a group with different colours, some effects), Home Assistant keeps the previous mode.
  const isKnown = listColorModes(lamps).some((known) => known === mode);
  const hasEffects = light.type === 'light' && listEffects(light).length > 0;
  return JSON.stringify({
    ...state,
    ...(isKnown ? { color_mode: mode } : {}),
    ...(hasEffects ? { effect: plain.effect ?? effectOff } : {}),
  });
}

const listEffects = (light: Resource): readonly string[] =>
  (getSupportedEffects(light) ?? []).filter((name) => name !== noEffectName);

/** The schema allows `onoff` and `brightness` only as the single mode. */
function listColorModes(lamps: readonly Resource[]): readonly string[] {
  const modes = [
    ...(lamps.some((lamp) => lamp['color'] !== undefined) ? ['xy'] : []),
    ...(lamps.some((lamp) => lamp['color_temperature'] !== undefined) ? ['color_temp'] : []),
  ];
  if (modes.length > 0) return modes;
  return lamps.some((lamp) => lamp['dimming'] !== undefined) ? ['brightness'] : ['onoff'];
}

function getWhiteRange(lamps: readonly Resource[]): {
  min_mireds?: number;
  max_mireds?: number;
} {
  const ranges = lamps
    .filter((lamp) => lamp['color_temperature'] !== undefined)
    .map((lamp) => getMirekRange(lamp));
  if (ranges.length === 0) return {};
  return {
    min_mireds: Math.min(...ranges.map(([coldest]) => coldest)),
    max_mireds: Math.max(...ranges.map(([, warmest]) => warmest)),
  };
}

/** https://www.home-assistant.io/integrations/event.mqtt/ */
function createButtonEntity(button: Resource, names: FallbackEntityNames): HomeAssistantEntity {
  const events = listButtonEvents(button);
  if (button.type === 'relative_rotary')
    return createEvent({ name: names.dial, device_class: 'button' }, events);
  if (button.type === 'bell_button') return createEvent({ device_class: 'doorbell' }, events);
  const name = names.button(getNumericMember(button, 'metadata', 'control_id') ?? 1);
  return createEvent({ name, device_class: 'button' }, events);
}

/** `event_type` with further members. */
export const formatButtonPressEvent = (event: string, details: Members): string =>
  JSON.stringify({ event_type: event, ...details });

const createEvent = (config: Members, eventTypes: readonly string[]): HomeAssistantEntity => ({
  component: 'event',
  config: { ...config, event_types: eventTypes },
});

/** https://www.home-assistant.io/integrations/sensor.mqtt/#state_topic */
const unknownState = 'None';

/** Home Assistant names the entities by the device class, in its own language. */
const entitiesByReading: ReadonlyMap<string | undefined, HomeAssistantEntity> = new Map<
  string,
  HomeAssistantEntity
>([
  ['motion', { component: 'binary_sensor', config: { device_class: 'motion' } }],
  ['open', { component: 'binary_sensor', config: { device_class: 'opening' } }],
  [
    'tampered',
    {
      component: 'binary_sensor',
      config: { device_class: 'tamper', entity_category: 'diagnostic' },
    },
  ],
  ['celsius', createMeasurement('temperature', '°C')],
  ['lux', createMeasurement('illuminance', 'lx')],
  ['battery', createMeasurement('battery', '%', { entity_category: 'diagnostic' })],
]);

function createMeasurement(
  deviceClass: string,
  unit: string,
  others: Members = {},
): HomeAssistantEntity {
  return {
    component: 'sensor',
    config: {
      device_class: deviceClass,
      unit_of_measurement: unit,
      state_class: 'measurement',
      ...others,
    },
  };
}

const findSensorEntity = (sensor: Resource): HomeAssistantEntity | undefined =>
  entitiesByReading.get(getReadingPropertyName(sensor.type));

/** `ON`, `OFF`, a number, or `None` without a reading. */
function formatSensorEntityState(sensor: Resource): string {
  const value = getPlainValue(sensor);
  if (typeof value === 'boolean') return formatOnOff(value);
  return typeof value === 'number' ? String(value) : unknownState;
}

const formatOnOff = (on: boolean): string => (on ? 'ON' : 'OFF');

/**
 * Formats the state that is published for an entity.
 *
 * @param plain of a lamp or a group
 * @returns undefined for scenes and events, which have no retained state
 */
export function formatEntityState(
  { lightsOf }: Pick<PublishedHome, 'lightsOf'>,
  { component }: Pick<HomeAssistantEntity, 'component'>,
  resource: Resource,
  plain: PlainLight | undefined,
): string | undefined {
  switch (component) {
    case 'light':
      return plain && formatLightEntityState(resource, listLamps(lightsOf, resource), plain);
    case 'switch':
      return formatOnOff(getPlainValue(resource) === 'active');
    case 'binary_sensor':
    case 'sensor':
      return formatSensorEntityState(resource);
    default:
      return undefined;
  }
}

const listLamps = (lightsOf: PublishedHome['lightsOf'], light: Resource): readonly Resource[] =>
  light.type === 'light' ? [light] : lightsOf(light);
