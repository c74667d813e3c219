import { getText } from '../texts';
import { compareNames } from '../../../resources/compare-names';
import { getNestedMember, getRidsOfReferences } from '../../../resources/members';
import { toReadableTypeName } from '../../../resources/identifiers';
import type { Resource } from '../../../resources/resource';

/** A device, or another owner of services. */
export interface DeviceContent {
  rid: string;
  name: string;
  services: readonly Resource[];
}

/** A room, or the devices without room. */
export interface RoomContent {
  rid: string;
  name: string;
  groupedLight: Resource | undefined;
  devices: readonly DeviceContent[];
  smartScenes: readonly Resource[];
}

interface ZoneContent {
  name: string;
  groupedLight: Resource;
}

export interface HomeContent {
  rooms: readonly RoomContent[];
  /** Of all lamps. */
  groupedLight: Resource | undefined;
  zones: readonly ZoneContent[];
  /** Of zones and of the whole home. */
  smartScenes: readonly Resource[];
  /** Show whether a person is at home. */
  geofenceClients: readonly Resource[];
  automations: readonly Resource[];
  /** Motion areas, which belong to several devices. */
  areas: readonly DeviceContent[];
}

type Resources = ReadonlyMap<string, Resource>;

/** Omits dangling references. */
export function buildHomeContent(resources: Resources): HomeContent {
  const all = [...resources.values()];
  const ofType = (type: string): Resource[] => all.filter((resource) => resource.type === type);
  const devices = ofType('device').map((device) => toDeviceContent(device, all));
  const rooms = ofType('room').map((room) => toRoomContent(room, resources, devices));
  const placed = new Set(rooms.flatMap((room) => room.devices.map(({ rid }) => rid)));
  const devicesWithoutRoom = devices.filter(({ rid }) => !placed.has(rid));
  const roomIds = new Set(rooms.map(({ rid }) => rid));
  return {
    rooms: [...rooms.toSorted(compareByName), ...toRoomOfUnassigned(devicesWithoutRoom)],
    groupedLight: ofType('grouped_light').find(
      (light) => findOwner(light, resources)?.type === 'bridge_home',
    ),
    zones: ofType('grouped_light').flatMap((light) => toZoneContents(light, resources)),
    smartScenes: ofType('smart_scene').filter((scene) => !roomIds.has(getGroupId(scene))),
    geofenceClients: ofType('geofence_client'),
    automations: ofType('behavior_instance'),
    areas: ofType('motion_area_configuration').map((area) => toDeviceContent(area, all)),
  };
}

/** The type if there is no name. */
export function getDisplayName(resource: Resource): string {
  const name = getNestedMember(resource, 'metadata', 'name') ?? resource['name'];
  return typeof name === 'string' && name.trim() !== ''
    ? name
    : toReadableTypeName(resource.type).toLowerCase();
}

const compareByName = (one: { name: string }, other: { name: string }): number =>
  compareNames(one.name, other.name);

const getGroupId = (scene: Resource): string => String(getNestedMember(scene, 'group', 'rid'));

const getOwnerId = (resource: Resource): unknown => getNestedMember(resource, 'owner', 'rid');

function toDeviceContent(device: Resource, all: readonly Resource[]): DeviceContent {
  const services = all.filter((resource) => getOwnerId(resource) === device.id);
  return {
    rid: device.id,
    name: getDisplayName(device),
    services: services.toSorted(compareByControlId),
  };
}

const getControlId = (resource: Resource): number => {
  const control = getNestedMember(resource, 'metadata', 'control_id');
  return typeof control === 'number' ? control : 0;
};

const compareByControlId = (one: Resource, other: Resource): number =>
  getControlId(one) - getControlId(other);

function toRoomContent(
  room: Resource,
  resources: Resources,
  devices: readonly DeviceContent[],
): RoomContent {
  const children = new Set(getRidsOfReferences(room['children']));
  const groupedLight = getRidsOfReferences(room['services'])
    .map((rid) => resources.get(rid))
    .find((service) => service?.type === 'grouped_light');
  return {
    rid: room.id,
    name: getDisplayName(room),
    groupedLight,
    devices: devices.filter(({ rid }) => children.has(rid)),
    smartScenes: [...resources.values()].filter(
      (scene) => scene.type === 'smart_scene' && getGroupId(scene) === room.id,
    ),
  };
}

function toRoomOfUnassigned(devices: readonly DeviceContent[]): RoomContent[] {
  const withServices = devices.filter(({ services }) => services.length > 0);
  if (withServices.length === 0) return [];
  const name = getText('home.noRoom');
  return [{ rid: '', name, groupedLight: undefined, devices: withServices, smartScenes: [] }];
}

const findOwner = (resource: Resource, resources: Resources): Resource | undefined =>
  resources.get(String(getOwnerId(resource)));

function toZoneContents(groupedLight: Resource, resources: Resources): ZoneContent[] {
  const owner = findOwner(groupedLight, resources);
  return owner?.type === 'zone' ? [{ name: getDisplayName(owner), groupedLight }] : [];
}
