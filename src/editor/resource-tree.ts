import { sceneGroupTypes } from '../resources/group-types';
import { sharedText } from './texts';
import type { ListedResource } from './bridge-routes';

/** A leaf of the picker. */
export interface ResourceLeaf extends TreeItem {
  resource: ListedResource;
}

const expandUpTo = 40;

/** True for a leaf, false for a room. */
export const isLeaf = (item: TreeItem | undefined): item is ResourceLeaf =>
  item !== undefined && 'resource' in item;

/** Name of a kind of resource in plain words; the name of the type where there is none. */
export function kindOf(rtype: string): string {
  const key = `rtype.${rtype}`;
  const kind = sharedText(key);
  return kind.endsWith(key) ? rtype : kind;
}

/**
 * Rooms as branches, resources as leaves.
 *
 * @param resources what to show
 * @param picked ids that are picked
 * @param many true to pick several
 */
export function treeOf(
  resources: readonly ListedResource[],
  picked: ReadonlySet<string>,
  many: boolean,
): TreeItem[] {
  const rooms = new Map<string, ListedResource[]>();
  for (const resource of resources) {
    const room = roomOf(resource);
    rooms.set(room, [...(rooms.get(room) ?? []), resource]);
  }
  const home = sharedText('picker.home');
  const noRoom = sharedText('picker.noRoom');
  const rank = (room: string): number => (room === home ? 0 : room === noRoom ? 2 : 1);
  const names = [...rooms.keys()].toSorted(
    (one, other) => rank(one) - rank(other) || one.localeCompare(other),
  );
  return names.map((room) => {
    const members = (rooms.get(room) ?? []).toSorted(compareResources);
    return {
      label: room,
      icon: room === noRoom ? 'fa fa-question-circle-o' : 'fa fa-home',
      expanded: resources.length <= expandUpTo || members.some(({ rid }) => picked.has(rid)),
      children: members.map((resource) => leafOf(resource, picked.has(resource.rid), many)),
    };
  });
}

/** Name of the branch on which a resource hangs. */
function roomOf({ room, rtype }: ListedResource): string {
  if (room !== null) return room.name;
  const ofHome = rtype === 'bridge_home' || rtype === 'grouped_light';
  return sharedText(ofHome ? 'picker.home' : 'picker.noRoom');
}

/** What stands before the single lamps and sensors of a room. */
const firstTypes = new Set<string>([...sceneGroupTypes, 'grouped_light']);

const compareResources = (one: ListedResource, other: ListedResource): number =>
  Number(firstTypes.has(other.rtype)) - Number(firstTypes.has(one.rtype)) ||
  one.name.localeCompare(other.name);

const leafOf = (resource: ListedResource, picked: boolean, many: boolean): ResourceLeaf => ({
  resource,
  id: resource.rid,
  element: leafElement(resource),
  selected: picked,
  class: 'lighting-bridge-leaf',
  ...(many ? { checkbox: true } : {}),
});

function leafElement(resource: ListedResource): JQuery {
  const { name, rtype, rid } = resource;
  const first = $('<span class="lighting-bridge-leaf-first">').append(
    $('<span class="lighting-bridge-leaf-name">').text(name === '' ? rid : name),
    $('<span class="lighting-bridge-leaf-kind">').text(kindOf(rtype)),
    $('<span class="lighting-bridge-leaf-state">').text(stateText(resource)),
  );
  const second = $('<span class="lighting-bridge-leaf-id">').text(rid);
  return $('<span class="lighting-bridge-leaf-element">').append(
    stateDot(resource),
    $('<span class="lighting-bridge-leaf-text">').append(first, second),
  );
}

function stateDot({ state }: ListedResource): JQuery {
  const dot = $('<span class="lighting-bridge-dot" aria-hidden="true">');
  if (state.on === undefined) return dot.addClass('lighting-bridge-dot-none');
  if (!state.on) return dot;
  return dot
    .addClass('lighting-bridge-dot-on')
    .css('background-color', state.color ?? '')
    .css('opacity', 0.4 + 0.6 * ((state.brightness ?? 100) / 100));
}

function stateText({ name, rtype, state }: ListedResource): string {
  if (state.on === false) return sharedText('picker.off');
  if (state.on === true && state.brightness !== undefined) {
    return sharedText('picker.brightness', { brightness: Math.round(state.brightness) });
  }
  if (state.on === true) return sharedText('picker.on');
  if (state.text === undefined || state.text === name) return '';
  return reading(rtype, state.text);
}

/** The plain value of a sensor in words. */
function reading(rtype: string, value: string): string {
  if (rtype.endsWith('motion') && /^(?:true|false)$/.test(value)) {
    return sharedText(value === 'true' ? 'picker.motion' : 'picker.noMotion');
  }
  if (rtype === 'temperature') return sharedText('picker.celsius', { value });
  if (rtype.endsWith('light_level')) return sharedText('picker.lux', { value });
  return value;
}
