import { isObject, member, type Resource } from '../../resources';

/** A device, or another owner of services, and what it offers. */
export interface DeviceView {
  rid: string;
  name: string;
  services: readonly Resource[];
}

/** A room, or what stands in none. */
export interface RoomView {
  rid: string;
  name: string;
  groupedLight: Resource | undefined;
  devices: readonly DeviceView[];
  smartScenes: readonly Resource[];
}

/** A grouped light that is not a room's: a zone, the whole home. */
export interface GroupView {
  name: string;
  groupedLight: Resource;
}

/** The home as the page draws it. */
export interface HomeView {
  rooms: readonly RoomView[];
  groups: readonly GroupView[];
  /** Smart scenes of zones and of the whole home. */
  smartScenes: readonly Resource[];
  /** People who come and go. */
  geofenceClients: readonly Resource[];
  /** Areas that several devices watch together, such as motion areas, with what they report. */
  areas: readonly DeviceView[];
}

type Resources = ReadonlyMap<string, Resource>;

/** Arranges the resources of a bridge room by room; references to nothing are left out. */
export function arrangeHome(resources: Resources): HomeView {
  const all = [...resources.values()];
  const ofType = (type: string): Resource[] => all.filter((resource) => resource.type === type);
  const devices = ofType('device').map((device) => viewDevice(device, all));
  const rooms = ofType('room').map((room) => viewRoom(room, resources, devices));
  const placed = new Set(rooms.flatMap((room) => room.devices.map(({ rid }) => rid)));
  const homeless = devices.filter(({ rid }) => !placed.has(rid));
  const roomIds = new Set(rooms.map(({ rid }) => rid));
  return {
    rooms: [...rooms.toSorted(byName), ...roomOfHomeless(homeless)],
    groups: ofType('grouped_light').flatMap((light) => viewGroup(light, resources)),
    smartScenes: ofType('smart_scene').filter((scene) => !roomIds.has(groupOf(scene))),
    geofenceClients: ofType('geofence_client'),
    areas: ofType('motion_area_configuration').map((area) => viewDevice(area, all)),
  };
}

/** The name of a resource, or its type where it has none. */
export function nameOf(resource: Resource): string {
  const name = member(resource, 'metadata', 'name') ?? resource['name'];
  return typeof name === 'string' && name.trim() !== '' ? name : resource.type.replaceAll('_', ' ');
}

const byName = (one: { name: string }, other: { name: string }): number =>
  one.name.localeCompare(other.name);

const groupOf = (scene: Resource): string => String(member(scene, 'group', 'rid'));

const ownerOf = (resource: Resource): unknown => member(resource, 'owner', 'rid');

function viewDevice(device: Resource, all: readonly Resource[]): DeviceView {
  const services = all.filter((resource) => ownerOf(resource) === device.id);
  return { rid: device.id, name: nameOf(device), services: services.toSorted(byControl) };
}

const controlOf = (resource: Resource): number => {
  const control = member(resource, 'metadata', 'control_id');
  return typeof control === 'number' ? control : 0;
};

const byControl = (one: Resource, other: Resource): number => controlOf(one) - controlOf(other);

function viewRoom(room: Resource, resources: Resources, devices: readonly DeviceView[]): RoomView {
  const children = new Set(references(room, 'children'));
  const groupedLight = references(room, 'services')
    .map((rid) => resources.get(rid))
    .find((service) => service?.type === 'grouped_light');
  return {
    rid: room.id,
    name: nameOf(room),
    groupedLight,
    devices: devices.filter(({ rid }) => children.has(rid)),
    smartScenes: [...resources.values()].filter(
      (scene) => scene.type === 'smart_scene' && groupOf(scene) === room.id,
    ),
  };
}

function references(resource: Resource, name: string): string[] {
  const list = resource[name];
  return Array.isArray(list) ? list.filter(isObject).map(({ rid }) => String(rid)) : [];
}

function roomOfHomeless(devices: readonly DeviceView[]): RoomView[] {
  const withServices = devices.filter(({ services }) => services.length > 0);
  if (withServices.length === 0) return [];
  const name = 'In no room';
  return [{ rid: '', name, groupedLight: undefined, devices: withServices, smartScenes: [] }];
}

function viewGroup(groupedLight: Resource, resources: Resources): GroupView[] {
  const owner = resources.get(String(ownerOf(groupedLight)));
  if (owner?.type === 'bridge_home') return [{ name: 'Whole home', groupedLight }];
  return owner?.type === 'zone' ? [{ name: nameOf(owner), groupedLight }] : [];
}
