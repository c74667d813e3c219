import { getResourceDefinition, isKnownResourceType, sensorTypes } from '../../resources/table';
import type { Resource } from '../../resources/resource';
import {
  createButtonTile,
  createDialTile,
  createContactTile,
  createMotionTile,
  createTamperTile,
  createReadingTile,
  createBatteryTile,
  createSoftwareTile,
  createSpeakerTile,
} from './device-tiles';
import { createElement } from '../../drawing/element';
import { getText } from './texts';
import { getDisplayName } from './tile';
import type { ChangeResourceCallback, Tile, TileFactory } from './tile';
import { createGroupTile, createHomeGroupTile, createLampTile } from './lamp-tiles';
import {
  createAutomationTile,
  createGeofenceTile,
  createZoneOrHomeSmartSceneTile,
  createSmartSceneTile,
} from './automation-tiles';
import { compareNames } from '../../resources/compare-names';
import { getNestedMember, getRidsOfReferences } from '../../resources/members';

const tileFactories: Readonly<Record<string, TileFactory>> = {
  motion: createMotionTile,
  camera_motion: createMotionTile,
  contact: createContactTile,
  tamper: createTamperTile,
  button: createButtonTile,
  bell_button: createButtonTile,
  relative_rotary: createDialTile,
  convenience_area_motion: createMotionTile,
  security_area_motion: createMotionTile,
  speaker: createSpeakerTile,
};

const getTileFactory = (rtype: string): TileFactory | undefined =>
  tileFactories[rtype] ?? (isSensorWithSample(rtype) ? createReadingTile : undefined);

const isSensorWithSample = (rtype: string): boolean =>
  isKnownResourceType(rtype) &&
  sensorTypes.includes(rtype) &&
  getResourceDefinition(rtype).sample !== undefined;

/** A card for each room, and the tile of each resource that has one. */
export interface RenderedHome {
  cards: readonly HTMLElement[];
  tiles: ReadonlyMap<string, Tile>;
}

export function renderHome(
  resources: ReadonlyMap<string, Resource>,
  changeResource: ChangeResourceCallback,
): RenderedHome {
  const tiles = new Map<string, Tile>();
  const renderTile = (createTile: TileFactory, resource: Resource, name: string): HTMLElement => {
    const tile = createTile(resource, name, changeResource);
    tile.update(resource);
    tiles.set(resource.id, tile);
    return tile.element;
  };
  const home = buildHomeContent(resources);
  const cards = [
    createHomeCard(home, renderTile),
    ...home.rooms
      .map((room) => createRoomCard(room, renderTile))
      .filter(({ childElementCount }) => childElementCount > 1),
  ];
  return { cards, tiles };
}

type RenderTile = (createTile: TileFactory, resource: Resource, name: string) => HTMLElement;

function createCard(id: string, name: string, ...headerContent: HTMLElement[]): HTMLElement {
  const heading = createElement('h2', { id: `room-${id}` }, name);
  const header = createElement('header', {}, heading, ...headerContent);
  return createElement('section', { class: 'card', 'aria-labelledby': heading.id }, header);
}

function appendList(to: HTMLElement, kind: string, children: readonly HTMLElement[]): void {
  if (children.length > 0) to.append(createElement('div', { class: kind }, ...children));
}

function createRoomCard(room: RoomContent, renderTile: RenderTile): HTMLElement {
  const { groupedLight, name } = room;
  const group = groupedLight === undefined ? [] : [renderTile(createGroupTile, groupedLight, name)];
  const card = createCard(room.rid || 'none', name, ...group);
  appendList(
    card,
    'scenes',
    room.smartScenes.map((scene) => renderTile(createSmartSceneTile, scene, name)),
  );
  appendList(
    card,
    'lamps',
    room.devices.flatMap((device) => renderLamps(device, renderTile)),
  );
  appendList(
    card,
    'devices',
    room.devices.flatMap((device) => renderSensors(device, renderTile)),
  );
  return card;
}

function renderLamps(device: DeviceContent, renderTile: RenderTile): HTMLElement[] {
  const lights = device.services.filter(({ type }) => type === 'light');
  return lights.map((light) =>
    renderTile(createLampTile, light, lights.length === 1 ? device.name : getDisplayName(light)),
  );
}

function renderSensors(device: DeviceContent, renderTile: RenderTile): HTMLElement[] {
  const parts = device.services.flatMap((service) => {
    const createTile = getTileFactory(service.type);
    return createTile === undefined ? [] : [renderTile(createTile, service, device.name)];
  });
  if (parts.length === 0) return [];
  const power = device.services.filter(({ type }) => type === 'device_power');
  const name = createElement('h3', {}, device.name);
  const header = createElement(
    'header',
    {},
    name,
    ...power.map((one) => renderTile(createBatteryTile, one, '')),
  );
  return [createElement('div', { class: 'device' }, header, ...parts)];
}

function createHomeCard(home: HomeContent, renderTile: RenderTile): HTMLElement {
  const group =
    home.groupedLight === undefined ? [] : [renderTile(createHomeGroupTile, home.groupedLight, '')];
  const card = createCard('home', getText('home.whole'), ...group);
  appendList(
    card,
    'groups',
    home.zones.map(({ name, groupedLight }) =>
      createElement(
        'div',
        { class: 'group-row' },
        createElement('span', { class: 'tile-name' }, name),
        renderTile(createGroupTile, groupedLight, name),
      ),
    ),
  );
  const scenes = home.smartScenes.map((scene) =>
    renderTile(createZoneOrHomeSmartSceneTile, scene, ''),
  );
  const people = home.geofenceClients.map((client) => renderTile(createGeofenceTile, client, ''));
  appendList(card, 'scenes', [...scenes, ...people]);
  const automations = home.automations.map((one) => renderTile(createAutomationTile, one, ''));
  appendList(card, 'scenes', automations);
  appendList(
    card,
    'devices',
    home.areas.flatMap((area) => renderSensors(area, renderTile)),
  );
  const updates = home.rooms
    .flatMap(({ devices }) => devices)
    .flatMap((device) => renderSoftware(device, renderTile));
  if (updates.length > 0) {
    const text = getText('home.software', { count: updates.length });
    const summary = createElement('summary', {}, text);
    card.append(createElement('details', {}, summary, ...updates));
  }
  return card;
}

const renderSoftware = (device: DeviceContent, renderTile: RenderTile): HTMLElement[] =>
  device.services
    .filter(({ type }) => type === 'device_software_update')
    .map((software) => renderTile(createSoftwareTile, software, device.name));

/** A device, or another owner of services. */
interface DeviceContent {
  rid: string;
  name: string;
  services: readonly Resource[];
}

/** A room, or the devices without room. */
interface RoomContent {
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

interface HomeContent {
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
function buildHomeContent(resources: Resources): HomeContent {
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
