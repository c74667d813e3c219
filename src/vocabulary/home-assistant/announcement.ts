import { getListMember, getNestedMember, getTextMember } from '../../resources';
import type { Resource, Members } from '../../resources';
import { isFurtherMotionZonePart } from '../../resources/motion-zones';
import { buttonResourceTypes } from '../lookup/target-resolvers';
import { createButtonEntity, createLightEntity, findSensorEntity } from './entities';
import type { HomeAssistantEntity, PublishedHome } from './entities';
import {
  getBridgeStatusTopic,
  getCommandTopic,
  getDeviceStatusTopic,
  getProcessStatusTopic,
  getStateTopic,
} from './topics';

export interface Announcement {
  readonly component: HomeAssistantEntity['component'];
  readonly config: Members;
}

/** @returns undefined for a resource that is no entity, such as a room */
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
