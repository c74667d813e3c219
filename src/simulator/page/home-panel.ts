import type { Resource } from '../../resources';
import { buttonTile, dialTile } from './control-tiles';
import { element } from './element';
import { groupTile } from './group-tile';
import { arrangeHome, type DeviceView, type HomeView, nameOf, type RoomView } from './home-view';
import { batteryTile, geofenceTile, smartSceneTile, softwareTile } from './house-tiles';
import { lampTile } from './lamp-tile';
import {
  contactTile,
  lightLevelTile,
  motionTile,
  tamperTile,
  temperatureTile,
} from './sensor-tiles';
import type { Change, Tile, TileMaker } from './tile';

const sensorTiles: Readonly<Record<string, TileMaker>> = {
  motion: motionTile,
  camera_motion: motionTile,
  contact: contactTile,
  tamper: tamperTile,
  temperature: temperatureTile,
  light_level: lightLevelTile,
  button: buttonTile,
  bell_button: buttonTile,
  relative_rotary: dialTile,
  convenience_area_motion: motionTile,
  security_area_motion: motionTile,
};

/** The home as drawn: the whole of it, and the tile of each resource that has one. */
export interface DrawnHome {
  cards: readonly HTMLElement[];
  tiles: ReadonlyMap<string, Tile>;
}

/** Draws the home room by room. */
export function drawHome(resources: ReadonlyMap<string, Resource>, change: Change): DrawnHome {
  const tiles = new Map<string, Tile>();
  const place = (make: TileMaker, resource: Resource, name: string): HTMLElement => {
    const tile = make(resource, name, change);
    tile.update(resource);
    tiles.set(resource.id, tile);
    return tile.element;
  };
  const home = arrangeHome(resources);
  const cards = [...home.rooms.map((room) => roomCard(room, place)), houseCard(home, place)];
  return { cards: cards.filter(({ childElementCount }) => childElementCount > 1), tiles };
}

type Place = (make: TileMaker, resource: Resource, name: string) => HTMLElement;

function card(id: string, name: string, ...beside: HTMLElement[]): HTMLElement {
  const heading = element('h2', { id: `room-${id}` }, name);
  const header = element('header', {}, heading, ...beside);
  return element('section', { class: 'card', 'aria-labelledby': heading.id }, header);
}

/** A list in the card, unless it is empty. */
function append(to: HTMLElement, kind: string, children: readonly HTMLElement[]): void {
  if (children.length > 0) to.append(element('div', { class: kind }, ...children));
}

function roomCard(room: RoomView, place: Place): HTMLElement {
  const { groupedLight, name } = room;
  const group = groupedLight === undefined ? [] : [place(groupTile, groupedLight, name)];
  const made = card(room.rid || 'none', name, ...group);
  append(
    made,
    'scenes',
    room.smartScenes.map((scene) => place(smartSceneTile, scene, name)),
  );
  append(
    made,
    'lamps',
    room.devices.flatMap((device) => lampsOf(device, place)),
  );
  append(
    made,
    'devices',
    room.devices.flatMap((device) => sensorsOf(device, place)),
  );
  return made;
}

function lampsOf(device: DeviceView, place: Place): HTMLElement[] {
  const lights = device.services.filter(({ type }) => type === 'light');
  return lights.map((light) =>
    place(lampTile, light, lights.length === 1 ? device.name : nameOf(light)),
  );
}

function sensorsOf(device: DeviceView, place: Place): HTMLElement[] {
  const parts = device.services.flatMap((service) => {
    const make = sensorTiles[service.type];
    return make === undefined ? [] : [place(make, service, device.name)];
  });
  if (parts.length === 0) return [];
  const power = device.services.filter(({ type }) => type === 'device_power');
  const name = element('h3', {}, device.name);
  const header = element('header', {}, name, ...power.map((one) => place(batteryTile, one, '')));
  return [element('div', { class: 'device' }, header, ...parts)];
}

function houseCard(home: HomeView, place: Place): HTMLElement {
  const made = card('house', 'The house');
  append(
    made,
    'groups',
    home.groups.map(({ name, groupedLight }) =>
      element(
        'div',
        { class: 'group-row' },
        element('span', { class: 'tile-name' }, name),
        place(groupTile, groupedLight, name),
      ),
    ),
  );
  const scenes = home.smartScenes.map((scene) => place(smartSceneTile, scene, 'the house'));
  const people = home.geofenceClients.map((client) => place(geofenceTile, client, ''));
  append(made, 'scenes', [...scenes, ...people]);
  append(
    made,
    'devices',
    home.areas.flatMap((area) => sensorsOf(area, place)),
  );
  const updates = home.rooms
    .flatMap(({ devices }) => devices)
    .flatMap((device) => softwareOf(device, place));
  if (updates.length > 0) {
    const summary = element('summary', {}, `Software of ${updates.length} devices`);
    made.append(element('details', {}, summary, ...updates));
  }
  return made;
}

const softwareOf = (device: DeviceView, place: Place): HTMLElement[] =>
  device.services
    .filter(({ type }) => type === 'device_software_update')
    .map((software) => place(softwareTile, software, device.name));
