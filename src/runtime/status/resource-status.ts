import type { StateCache } from '../../bridge';
import { getPlainValue } from '../../resources';
import { isSceneGroupType } from '../../resources/values/group-types';
import { getNestedMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import {
  findActiveScene,
  getSceneName,
  listGroupScenes,
} from '../../vocabulary/scene/group-scenes';
import { findRadio, isDeviceReachable } from '../bridge/device-info';
import type { NodeStatusContent } from './status-content';
import { resourceStatusText } from './resource-status-text';

/** Of a resource that the bridge no longer holds. */
export const deletedResourceStatus: NodeStatusContent = {
  fill: 'red',
  shape: 'ring',
  text: { key: 'gone' },
};

const unreachableStatus: NodeStatusContent = {
  fill: 'yellow',
  shape: 'dot',
  text: { key: 'unreachable' },
};

const disabledStatus: NodeStatusContent = {
  fill: 'grey',
  shape: 'ring',
  text: { key: 'disabled' },
};

/**
 * Chooses what a node shows of a resource: grey while it is off, inactive or disabled, green while it is lit, active or
 * has a reading, yellow while the bridge cannot reach its device.
 */
export function chooseResourceStatus(
  stateCache: StateCache,
  resource: Resource,
): NodeStatusContent {
  if (isUnreachable(stateCache, resource)) return unreachableStatus;
  if (getNestedMember(resource, 'enabled') === false) return disabledStatus;
  if (isSceneGroupType(resource.type)) return chooseActiveSceneStatus(stateCache, resource);
  if (hasFailed(resource)) return { fill: 'red', shape: 'dot', text: { key: 'errored' } };
  const fill = isInactive(resource) ? 'grey' : 'green';
  return { fill, shape: 'dot', text: resourceStatusText(resource) };
}

/** The active scene of a room, zone or home. */
function chooseActiveSceneStatus(stateCache: StateCache, group: Resource): NodeStatusContent {
  const scene = findActiveScene(stateCache, listGroupScenes(stateCache, group.id));
  return scene === undefined
    ? { fill: 'grey', shape: 'dot', text: { key: 'noScene' } }
    : {
        fill: 'green',
        shape: 'dot',
        text: { key: 'value', values: { value: getSceneName(scene) } },
      };
}

/**
 * Chooses what a node shows of several lamps and groups.
 *
 * @param resources undefined for one that the bridge no longer holds
 */
export function chooseStatusOfSeveralResources(
  stateCache: StateCache,
  resources: readonly (Resource | undefined)[],
): NodeStatusContent {
  if (resources.every((resource) => resource === undefined)) return deletedResourceStatus;
  const { on, all } = countLitLamps(stateCache, resources);
  return createLitCountStatus(on, all);
}

/** How many of several lamps and groups are on. */
export interface LitLampCount {
  readonly on: number;
  readonly all: number;
}

/** Counts which lamps and groups are on and can be reached; one that the bridge does not have counts as off. */
export function countLitLamps(
  stateCache: StateCache,
  resources: readonly (Resource | undefined)[],
): LitLampCount {
  const isOn = (resource: Resource): boolean => getNestedMember(resource, 'on', 'on') === true;
  const on = resources.filter(
    (each) => each !== undefined && isOn(each) && !isUnreachable(stateCache, each),
  );
  return { on: on.length, all: resources.length };
}

/** Status of several lamps and groups. */
export const createLitCountStatus = (on: number, all: number): NodeStatusContent => ({
  fill: on > 0 ? 'green' : 'grey',
  shape: 'dot',
  text: { key: 'onCount', values: { on, all } },
});

/** True for an automation that the bridge cannot run. */
const hasFailed = ({ type, status }: Resource): boolean =>
  type === 'behavior_instance' && status === 'errored';

const isUnreachable = (stateCache: StateCache, resource: Resource): boolean =>
  isDeviceReachable(findRadio(stateCache, resource)) === false;

function isInactive(resource: Resource): boolean {
  switch (resource.type) {
    case 'smart_scene':
      return resource['state'] !== 'active';
    case 'scene':
      return getNestedMember(resource, 'status', 'active') === 'inactive';
    case 'light':
    case 'grouped_light':
      return getNestedMember(resource, 'on', 'on') === false;
    case 'speaker':
      return getPlainValue(resource) === 'no_sound';
    default:
      return getPlainValue(resource) === false;
  }
}
