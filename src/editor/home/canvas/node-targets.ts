import type { HomeItem } from '../../../runtime/home/home-item';
import { isRoomOrZoneType, isSceneGroupType } from '../../../resources/values/group-types';
import { createTargetResolver } from '../../../vocabulary/lookup/target-resolvers';
import type { TargetResolver } from '../../../vocabulary/lookup/target-resolvers';
import { toText } from '../../fields/setting-fields';
import { targetRules } from '../../picker/target-input';
import type { TargetRule } from '../../picker/target-input';
import type { ResourceListItem } from '../../routes/admin-route-client';

/** Settings of a node that name one resource. */
export interface TargetSettings {
  readonly target: string;
  readonly targetName: string;
  /** Missing for nodes without a choice of types. */
  readonly rtype?: string;
}

const isControl = ({ rtype }: HomeItem): boolean =>
  ['button', 'bell_button', 'relative_rotary'].includes(rtype);

const pickLight = (item: HomeItem): string | undefined =>
  'groupedLight' in item ? item.groupedLight : item.rtype === 'light' ? item.id : undefined;

/** Creates a function that returns the id of an item that the node takes; undefined for other items. */
const pickIf =
  (isTaken: (item: HomeItem) => boolean) =>
  (item: HomeItem): string | undefined =>
    isTaken(item) ? item.id : undefined;

/** Returns the id of the resource that a node takes for an item, by the type of the node. */
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

/** Nodes that take resources of the type in their setting `rtype`. */
const nodesOfAnyType = ['bridge-sensor', 'bridge-poll', 'bridge-resource'];
const nodesWithType = new Set([...nodesOfAnyType, 'bridge-room']);

/** Returns the type of the node that is added for an item. */
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

/** Returns the settings with which a node uses an item; undefined if nodes of this type take no such item. */
export function toTargetSettings(nodeType: string, item: HomeItem): TargetSettings | undefined {
  const target = targetPickers[nodeType]?.(item);
  if (target === undefined) return undefined;
  return {
    target,
    targetName: item.name,
    ...(nodesWithType.has(nodeType) ? { rtype: item.rtype } : {}),
  };
}

const rules: Readonly<Partial<Record<string, TargetRule>>> = targetRules;

/** True if the dialog of a node lets a resource be picked. */
export function takesResource(node: RegisteredNode, resource: ResourceListItem): boolean {
  const rtype = toText(node['rtype']);
  return nodesOfAnyType.includes(node.type)
    ? rtype === '' || resource.rtype === rtype
    : rules[node.type]?.accepts(resource) === true;
}

/** Returns how a node finds the resource of a written name; undefined for nodes of other packages. */
export const selectTargetResolver = (node: RegisteredNode): TargetResolver | undefined =>
  nodesOfAnyType.includes(node.type)
    ? createTargetResolver([toText(node['rtype'])])
    : rules[node.type]?.resolve;
