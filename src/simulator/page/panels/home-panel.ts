import { getResourceDefinition, isKnownResourceType, sensorTypes } from '../../../resources/table';
import type { Resource } from '../../../resources/resource';
import {
  createButtonTile,
  createDialTile,
  createContactTile,
  createMotionTile,
  createTamperTile,
  createReadingTile,
} from '../tiles/sensor-tiles';
import { createElement } from '../../../drawing/element';
import { getText } from '../texts';
import { buildHomeContent, getDisplayName } from './home-content';
import type { DeviceContent, HomeContent, RoomContent } from './home-content';
import { createBatteryTile, createSoftwareTile, createSpeakerTile } from '../tiles/device-tiles';
import { createGroupTile, createHomeGroupTile, createLampTile } from '../tiles/lamp-tiles';
import {
  createAutomationTile,
  createGeofenceTile,
  createZoneOrHomeSmartSceneTile,
  createSmartSceneTile,
} from '../tiles/automation-tiles';
import type { ChangeResourceCallback, Tile, TileFactory } from '../tiles/tile';

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
