import type { HomeItem } from '../../../runtime/home/home-item';
import { isRoomOrZoneType, isSceneGroupType } from '../../../resources/values/group-types';
import {
  createTargetResolver,
  resolveAutomationTarget,
  resolveButtonTarget,
  resolveGroupTarget,
  resolveLightTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  resolveSpeakerTarget,
} from '../../../vocabulary/lookup/target-resolvers';
import type { TargetResolver } from '../../../vocabulary/lookup/target-resolvers';
import { toText } from '../../fields/setting-fields';
import type { ResourceListItem } from '../../routes/admin-route-client';

/** Settings of a node that name one resource. */
export interface TargetSettings {
  readonly target: string;
  readonly targetName: string;
  /** Missing for nodes without a choice of types. */
  readonly rtype?: string;
}

interface NodeTargetRule {
  /** Returns the id of the resource that the node takes for an item; undefined for other items. */
  pickId(item: HomeItem): string | undefined;
  /** True if the dialog of the node lets the resource be picked. */
  accepts(resource: ResourceListItem, rtype: string): boolean;
  /** Finds the resource of a written name. */
  selectResolver(rtype: string): TargetResolver;
  /** True if the node has the setting `rtype`. */
  hasType?: true;
}

const isControl = ({ rtype }: HomeItem): boolean =>
  ['button', 'bell_button', 'relative_rotary'].includes(rtype);

const pickLight = (item: HomeItem): string | undefined =>
  'groupedLight' in item ? item.groupedLight : item.rtype === 'light' ? item.id : undefined;

const lightRule: NodeTargetRule = {
  pickId: pickLight,
  accepts: ({ rtype }) => rtype === 'light' || rtype === 'grouped_light',
  selectResolver: () => resolveLightTarget,
};

const takeAny: NodeTargetRule = {
  pickId: ({ id }) => id,
  accepts: (resource, rtype) => rtype === '' || resource.rtype === rtype,
  selectResolver: (rtype) => createTargetResolver([rtype]),
  hasType: true,
};

const rules: Readonly<Partial<Record<string, NodeTargetRule>>> = {
  'bridge-light': lightRule,
  'bridge-daylight': lightRule,
  'bridge-room': {
    pickId: ({ id, rtype }) => (isRoomOrZoneType(rtype) ? id : undefined),
    accepts: (resource) => isRoomOrZoneType(resource.rtype),
    selectResolver: () => resolveGroupTarget,
    hasType: true,
  },
  'bridge-scene': {
    pickId: ({ id, rtype }) => (rtype === 'scene' || isSceneGroupType(rtype) ? id : undefined),
    accepts: ({ rtype }) => rtype === 'scene' || isSceneGroupType(rtype),
    selectResolver: () => resolveSceneTarget,
  },
  'bridge-smart-scene': {
    pickId: ({ id, rtype }) => (rtype === 'scene' || rtype === 'smart_scene' ? id : undefined),
    accepts: ({ rtype }) => rtype === 'scene' || rtype === 'smart_scene',
    selectResolver: () => resolveRecallTarget,
  },
  'bridge-automation': {
    pickId: ({ id, rtype }) => (rtype === 'behavior_instance' ? id : undefined),
    accepts: ({ rtype }) => rtype === 'behavior_instance',
    selectResolver: () => resolveAutomationTarget,
  },
  'bridge-speaker': {
    pickId: () => undefined,
    accepts: ({ rtype }) => rtype === 'speaker',
    selectResolver: () => resolveSpeakerTarget,
  },
  'bridge-sensor': { ...takeAny, pickId: (item) => ('value' in item ? item.id : undefined) },
  'bridge-button': {
    pickId: (item) => (isControl(item) ? item.id : undefined),
    accepts: ({ buttons }) => buttons !== undefined,
    selectResolver: () => resolveButtonTarget,
  },
  'bridge-poll': takeAny,
  'bridge-resource': takeAny,
};

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
  const rule = rules[nodeType];
  const target = rule?.pickId(item);
  if (rule === undefined || target === undefined) return undefined;
  return {
    target,
    targetName: item.name,
    ...(rule.hasType === true ? { rtype: item.rtype } : {}),
  };
}

/** True if the dialog of a node lets a resource be picked. */
export const takesResource = (node: RegisteredNode, resource: ResourceListItem): boolean =>
  rules[node.type]?.accepts(resource, toText(node['rtype'])) === true;

/** Returns how a node finds the resource of a written name; undefined for nodes of other packages. */
export const selectTargetResolver = (node: RegisteredNode): TargetResolver | undefined =>
  rules[node.type]?.selectResolver(toText(node['rtype']));
