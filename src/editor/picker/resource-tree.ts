import { types } from 'lighting-bridge:table';
import { compareNames } from '../../resources/compare-names';
import { sceneGroupTypes } from '../../resources/group-types';
import {
  createTranslator,
  getResourceTypeLabel,
  translateShared,
  translateBridgeValue,
} from '../labels/translate';
import type { ResourceListItem } from '../routes/admin-route-client';

/** `several` shows tick boxes; `one or several` picks one by a click, more by tick boxes. */
export type PickerSelectionMode = 'one' | 'several' | 'one or several';

interface ResourceLeaf extends TreeItem {
  resource: ResourceListItem;
}

const maxExpandedResources = 40;
const statusText = createTranslator('bridge-config');
const buttonText = createTranslator('bridge-button');
const buttonTypes = new Set(['button', 'bell_button']);

/** Returns false for a room. */
export const isResourceLeaf = (item: TreeItem | undefined): item is ResourceLeaf =>
  item !== undefined && 'resource' in item;

/**
 * Rooms are branches.
 *
 * @param zoneIds zones have their own icon
 */
export function createResourceTree(
  resources: readonly ResourceListItem[],
  pickedIds: ReadonlySet<string>,
  picks: PickerSelectionMode,
  zoneIds: ReadonlySet<string>,
): TreeItem[] {
  const rooms = new Map<string, ResourceListItem[]>();
  for (const resource of resources) {
    const room = getTreeBranchLabel(resource);
    rooms.set(room, [...(rooms.get(room) ?? []), resource]);
  }
  const homeLabel = translateShared('picker.home');
  const noRoomLabel = translateShared('picker.noRoom');
  const selectIcon = (branch: string, [member]: readonly ResourceListItem[]): string => {
    if (branch === noRoomLabel) return 'fa fa-question-circle-o';
    if (branch === homeLabel) return 'fa fa-home';
    return zoneIds.has(member?.room?.rid ?? '') ? 'fa fa-object-group' : 'fa fa-cube';
  };
  const rankBranch = (room: string): number =>
    room === homeLabel ? 0 : room === noRoomLabel ? 2 : 1;
  const branchLabels = [...rooms.keys()].toSorted(
    (one, other) => rankBranch(one) - rankBranch(other) || compareNames(one, other),
  );
  // A single heading over all resources is useless.
  if (branchLabels.length === 1 && branchLabels[0] === noRoomLabel) {
    return resources
      .toSorted(compareResources)
      .map((resource) => createLeaf(resource, pickedIds.has(resource.rid), picks));
  }
  return branchLabels.flatMap((room): TreeItem | TreeItem[] => {
    const members = (rooms.get(room) ?? []).toSorted(compareResources);
    const [home, another] = room === homeLabel ? members : [];
    // A heading over the home alone would need an extra click.
    if (home !== undefined && another === undefined) {
      return createLeaf(home, pickedIds.has(home.rid), picks, homeLabel);
    }
    return {
      label: room,
      icon: selectIcon(room, members),
      expanded:
        resources.length <= maxExpandedResources || members.some(({ rid }) => pickedIds.has(rid)),
      children: members.map((resource) => createLeaf(resource, pickedIds.has(resource.rid), picks)),
    };
  });
}

function getTreeBranchLabel({ room, rtype }: ResourceListItem): string {
  if (room !== null) return room.name;
  const isHomeWide = rtype === 'bridge_home' || rtype === 'grouped_light';
  return translateShared(isHomeWide ? 'picker.home' : 'picker.noRoom');
}

const typesListedFirst = new Set<string>([...sceneGroupTypes, 'grouped_light']);

const compareResources = (one: ResourceListItem, other: ResourceListItem): number =>
  Number(typesListedFirst.has(other.rtype)) - Number(typesListedFirst.has(one.rtype)) ||
  compareNames(one.name, other.name);

const createLeaf = (
  resource: ResourceListItem,
  isPicked: boolean,
  picks: PickerSelectionMode,
  name = resource.name,
): ResourceLeaf => ({
  resource,
  id: resource.rid,
  element: createLeafElement({ ...resource, name }).prepend(
    picks === 'one or several' ? createTickBox({ ...resource, name }, isPicked) : '',
  ),
  selected: isPicked,
  class: 'lighting-bridge-leaf',
  ...(picks === 'several' ? { checkbox: true } : {}),
});

/** The row handles the keys of the box. */
const createTickBox = ({ rid, name }: ResourceListItem, isPicked: boolean): JQuery =>
  $(`<input type="checkbox" class="lighting-bridge-leaf-tick" tabindex="-1">`)
    .val(rid)
    .attr('aria-label', name)
    .prop('checked', isPicked)
    .on('click', (event) => event.stopPropagation());

function createLeafElement(resource: ResourceListItem): JQuery {
  const { name, rtype, rid } = resource;
  const line = $('<span class="lighting-bridge-leaf-line">').append(
    $('<span class="lighting-bridge-leaf-name">').text(name === '' ? rid : name),
    $('<span class="lighting-bridge-leaf-kind">').text(getResourceTypeLabel(rtype)),
    $('<span class="lighting-bridge-leaf-state">').text(formatState(resource)),
  );
  return $('<span class="lighting-bridge-leaf-element">')
    .attr('title', rid)
    .append(createStateDot(resource), line);
}

function createStateDot({ state }: ResourceListItem): JQuery {
  const dot = $('<span class="lighting-bridge-dot" aria-hidden="true">');
  if (state.on === undefined) return dot.addClass('lighting-bridge-dot-none');
  if (!state.on) return dot;
  return dot
    .addClass('lighting-bridge-dot-on')
    .css('background-color', state.color ?? '')
    .css('opacity', 0.4 + 0.6 * ((state.brightness ?? 100) / 100));
}

function formatState({ name, rtype, state }: ResourceListItem): string {
  if (state.on === false) return statusText('status.off');
  if (state.on === true)
    return state.brightness === undefined
      ? statusText('status.on')
      : statusText('status.brightness', { brightness: Math.round(state.brightness) });
  if (state.status !== undefined)
    return statusText(`status.${state.status.key}`, state.status.values);
  if (state.text === undefined || state.text === name) return '';
  if (buttonTypes.has(rtype)) return translateBridgeValue(`event.${state.text}`, buttonText);
  const unit = types.find((type) => type.rtype === rtype)?.unit;
  return unit === undefined || Number.isNaN(Number(state.text))
    ? state.text.replaceAll('_', ' ')
    : `${state.text} ${unit}`;
}

/** Removes accents and apostrophes; lower case. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();

const toSearchableType = ({ rtype }: ResourceListItem): string =>
  normalizeText(`${getResourceTypeLabel(rtype)} ${rtype}`);

/**
 * Looser than `findListedResourceByText`, since the user picks from the rows: ignores accents, matches parts of words
 * of name, room or type, and the beginning of ids and headings.
 *
 * @param resources a word in all of their types is not matched with types
 * @returns resources that match every word; all for an empty query
 */
export function searchResources(
  resources: readonly ResourceListItem[],
  query: string,
): readonly ResourceListItem[] {
  const searchableTypes = [...new Set(resources.map(toSearchableType))];
  const words = normalizeText(query)
    .split(/[\s/]+/)
    .filter((word) => word !== '')
    .map((word) => ({
      word,
      isTypeSpecific: !searchableTypes.every((searchableType) => searchableType.includes(word)),
    }));
  return resources.filter((resource) => {
    const names = normalizeText(`${resource.name} ${resource.room?.name ?? ''}`);
    const heading = normalizeText(getTreeBranchLabel(resource));
    if (heading.startsWith(normalizeText(query.trim()))) return true;
    return words.every(
      ({ word, isTypeSpecific }) =>
        names.includes(word) ||
        resource.rid.startsWith(word) ||
        (isTypeSpecific && toSearchableType(resource).includes(word)),
    );
  });
}
