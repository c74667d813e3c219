import type { HomeItem } from '../../runtime/home/home-item';
import { isRoomOrZoneType, isSceneGroupType } from '../../resources/group-types';
import { defaultEvent } from '../../vocabulary/button';
import { createTargetResolver } from '../../vocabulary/lookup';
import type { TargetResolver } from '../../vocabulary/lookup';
import { toText } from '../fields/setting-fields';
import { targetRules } from '../picker/target-input';
import type { TargetRule } from '../picker/target-input';
import type { ResourceListItem } from '../routes/admin-route-client';

export interface TargetSettings {
  readonly target: string;
  readonly targetName: string;
  /** Only for nodes with a choice of types. */
  readonly rtype?: string;
}

const isControl = ({ rtype }: HomeItem): boolean =>
  ['button', 'bell_button', 'relative_rotary'].includes(rtype);

const pickLight = (item: HomeItem): string | undefined =>
  'groupedLight' in item ? item.groupedLight : item.rtype === 'light' ? item.id : undefined;

/** Returns undefined for items that the node does not take. */
const pickIf =
  (isTaken: (item: HomeItem) => boolean) =>
  (item: HomeItem): string | undefined =>
    isTaken(item) ? item.id : undefined;

/** By node type. */
const targetPickers: Readonly<Partial<Record<string, (item: HomeItem) => string | undefined>>> = {
  'bridge-light': pickLight,
  'bridge-daylight': pickLight,
  'bridge-room': pickIf(({ rtype }) => isRoomOrZoneType(rtype)),
  'bridge-scene': pickIf(({ rtype }) => rtype === 'scene' || isSceneGroupType(rtype)),
  'bridge-smart-scene': pickIf(({ rtype }) => rtype === 'scene' || rtype === 'smart_scene'),
  'bridge-automation': pickIf(({ rtype }) => rtype === 'behavior_instance'),
  'bridge-sensor': pickIf((item) => 'value' in item),
  'bridge-button': pickIf(isControl),
  'bridge-poll': pickIf(() => true),
  'bridge-resource': pickIf(() => true),
};

/** Their setting `rtype` chooses the type. */
const nodesOfAnyType = ['bridge-sensor', 'bridge-poll', 'bridge-resource'];
const nodesWithType = new Set([...nodesOfAnyType, 'bridge-room']);

export function selectNodeType(item: HomeItem): string {
  if (pickLight(item) !== undefined) return 'bridge-light';
  if (isControl(item)) return 'bridge-button';
  switch (item.rtype) {
    case 'scene':
      return 'bridge-scene';
    case 'smart_scene':
      return 'bridge-smart-scene';
    case 'behavior_instance':
      return 'bridge-automation';
    case 'room':
    case 'zone':
      return 'bridge-room';
    default:
      return 'value' in item ? 'bridge-sensor' : 'bridge-poll';
  }
}

/** Returns undefined if such nodes take no such item. */
export function toTargetSettings(nodeType: string, item: HomeItem): TargetSettings | undefined {
  const target = targetPickers[nodeType]?.(item);
  if (target === undefined) return undefined;
  return {
    target,
    targetName: item.name,
    ...(nodesWithType.has(nodeType) ? { rtype: item.rtype } : {}),
  };
}

/** Every press of a switch, a bell or a dial that reports no short press, in place of short presses. */
export const toPressSettings = (
  node: RegisteredNode,
  item: HomeItem,
): { readonly events?: string } =>
  node.type === 'bridge-button' &&
  ['', 'none'].includes(toText(node['split'])) &&
  node['events'] === defaultEvent &&
  'events' in item &&
  !item.events.includes(defaultEvent)
    ? { events: '' }
    : {};

const rules: Readonly<Partial<Record<string, TargetRule>>> = targetRules;

export function takesResource(node: RegisteredNode, resource: ResourceListItem): boolean {
  const rtype = toText(node['rtype']);
  return nodesOfAnyType.includes(node.type)
    ? rtype === '' || resource.rtype === rtype
    : rules[node.type]?.accepts(resource) === true;
}

/** Returns undefined for nodes of other packages. */
export const selectTargetResolver = (node: RegisteredNode): TargetResolver | undefined =>
  nodesOfAnyType.includes(node.type)
    ? createTargetResolver([toText(node['rtype'])])
    : rules[node.type]?.resolve;
