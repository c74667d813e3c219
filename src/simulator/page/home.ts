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
import { getNestedMember, getNumericMember, getRidsOfReferences } from '../../resources/members';

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

/** A card for the whole home and for each room, and the tile of each resource that has one. */
export interface RenderedHome {
  cards: readonly HTMLElement[];
  tiles: ReadonlyMap<string, Tile>;
}

/** Omits dangling references. */
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
  const home = { resources, servicesByOwner: indexServices(resources), renderTile };
  const rooms = listRooms(home);
  const cards = [
    createHomeCard(home, rooms),
    ...rooms
      .map((room) => createRoomCard(home, room))
      .filter(({ childElementCount }) => childElementCount > 1),
  ];
  return { cards, tiles };
}

interface Home {
  resources: ReadonlyMap<string, Resource>;
  /** By the id of a device or another owner. */
  servicesByOwner: ReadonlyMap<string, readonly Resource[]>;
  renderTile: (createTile: TileFactory, resource: Resource, name: string) => HTMLElement;
}

/** In the order of their numbers, such as those of buttons. */
function indexServices(resources: Home['resources']): Map<string, Resource[]> {
  const index = new Map<string, Resource[]>();
  for (const service of resources.values()) {
    const owner = getNestedMember(service, 'owner', 'rid');
    if (typeof owner === 'string') index.set(owner, [...(index.get(owner) ?? []), service]);
  }
  for (const services of index.values())
    services.sort((one, other) => getControlId(one) - getControlId(other));
  return index;
}

const getControlId = (service: Resource): number =>
  getNumericMember(service, 'metadata', 'control_id') ?? 0;

/** Those that the resource owns; of one type if it is given. */
const listServices = ({ servicesByOwner }: Home, { id }: Resource, type?: string): Resource[] =>
  (servicesByOwner.get(id) ?? []).filter((service) => type === undefined || service.type === type);

const ofType = ({ resources }: Home, type: string): Resource[] =>
  [...resources.values()].filter((resource) => resource.type === type);

const getGroupId = (scene: Resource): string => String(getNestedMember(scene, 'group', 'rid'));

/** A room, or the devices without room. */
interface Room {
  id: string;
  name: string;
  groupedLight?: Resource | undefined;
  devices: readonly Resource[];
}

/** By name; what has no room comes last. */
function listRooms(home: Home): Room[] {
  const devices = ofType(home, 'device');
  const rooms = ofType(home, 'room').map((room): Room => {
    const children = new Set(getRidsOfReferences(room['children']));
    return {
      id: room.id,
      name: getDisplayName(room),
      groupedLight: getRidsOfReferences(room['services'])
        .map((rid) => home.resources.get(rid))
        .find((service) => service?.type === 'grouped_light'),
      devices: devices.filter(({ id }) => children.has(id)),
    };
  });
  const placed = new Set(rooms.flatMap((room) => room.devices));
  return [
    ...rooms.toSorted((one, other) => compareNames(one.name, other.name)),
    {
      id: 'none',
      name: getText('home.noRoom'),
      devices: devices.filter((device) => !placed.has(device)),
    },
  ];
}

function createCard(id: string, name: string, ...headerContent: HTMLElement[]): HTMLElement {
  const heading = createElement('h2', { id: `room-${id}` }, name);
  const header = createElement('header', {}, heading, ...headerContent);
  return createElement('section', { class: 'card', 'aria-labelledby': heading.id }, header);
}

function appendList(to: HTMLElement, kind: string, children: readonly HTMLElement[]): void {
  if (children.length > 0) to.append(createElement('div', { class: kind }, ...children));
}

function createRoomCard(home: Home, { id, name, groupedLight, devices }: Room): HTMLElement {
  const { renderTile } = home;
  const group = groupedLight === undefined ? [] : [renderTile(createGroupTile, groupedLight, name)];
  const card = createCard(id, name, ...group);
  const scenes = ofType(home, 'smart_scene').filter((scene) => getGroupId(scene) === id);
  appendList(
    card,
    'scenes',
    scenes.map((scene) => renderTile(createSmartSceneTile, scene, name)),
  );
  appendList(
    card,
    'lamps',
    devices.flatMap((device) => renderLamps(home, device)),
  );
  appendList(
    card,
    'devices',
    devices.flatMap((device) => renderSensors(home, device)),
  );
  return card;
}

function renderLamps(home: Home, device: Resource): HTMLElement[] {
  const lights = listServices(home, device, 'light');
  return lights.map((light) =>
    home.renderTile(createLampTile, light, getDisplayName(lights.length === 1 ? device : light)),
  );
}

/** @param owner a device, or a motion area, which belongs to several devices */
function renderSensors(home: Home, owner: Resource): HTMLElement[] {
  const name = getDisplayName(owner);
  const parts = listServices(home, owner).flatMap((service) => {
    const createTile = getTileFactory(service.type);
    return createTile === undefined ? [] : [home.renderTile(createTile, service, name)];
  });
  if (parts.length === 0) return [];
  const header = createElement(
    'header',
    {},
    createElement('h3', {}, name),
    ...listServices(home, owner, 'device_power').map((power) =>
      home.renderTile(createBatteryTile, power, ''),
    ),
  );
  return [createElement('div', { class: 'device' }, header, ...parts)];
}

function createHomeCard(home: Home, rooms: readonly Room[]): HTMLElement {
  const { renderTile } = home;
  const groupedLights = ofType(home, 'grouped_light').map((light) => ({
    light,
    owner: home.resources.get(String(getNestedMember(light, 'owner', 'rid'))),
  }));
  const whole = groupedLights.find(({ owner }) => owner?.type === 'bridge_home');
  const group = whole === undefined ? [] : [renderTile(createHomeGroupTile, whole.light, '')];
  const card = createCard('home', getText('home.whole'), ...group);
  appendList(
    card,
    'groups',
    groupedLights.flatMap(({ light, owner }) => {
      if (owner?.type !== 'zone') return [];
      const name = getDisplayName(owner);
      const label = createElement('span', { class: 'tile-name' }, name);
      const tile = renderTile(createGroupTile, light, name);
      return [createElement('div', { class: 'group-row' }, label, tile)];
    }),
  );
  const scenes = ofType(home, 'smart_scene')
    .filter((scene) => !rooms.some(({ id }) => id === getGroupId(scene)))
    .map((scene) => renderTile(createZoneOrHomeSmartSceneTile, scene, ''));
  const people = ofType(home, 'geofence_client').map((client) =>
    renderTile(createGeofenceTile, client, ''),
  );
  appendList(card, 'scenes', [...scenes, ...people]);
  const automations = ofType(home, 'behavior_instance').map((one) =>
    renderTile(createAutomationTile, one, ''),
  );
  appendList(card, 'scenes', automations);
  appendList(
    card,
    'devices',
    ofType(home, 'motion_area_configuration').flatMap((area) => renderSensors(home, area)),
  );
  appendUpdates(home, card, rooms);
  return card;
}

function appendUpdates(home: Home, card: HTMLElement, rooms: readonly Room[]): void {
  const updates = rooms
    .flatMap(({ devices }) => devices)
    .flatMap((device) =>
      listServices(home, device, 'device_software_update').map((software) =>
        home.renderTile(createSoftwareTile, software, getDisplayName(device)),
      ),
    );
  if (updates.length === 0) return;
  const summary = createElement('summary', {}, getText('home.software', { count: updates.length }));
  card.append(createElement('details', {}, summary, ...updates));
}
