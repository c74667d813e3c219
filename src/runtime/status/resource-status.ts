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
import { createDotStatus, createResultStatus } from './status-content';
import type { NodeStatusContent } from './status-content';
import { resourceStatusText } from './resource-status-text';

export const deletedResourceStatus: NodeStatusContent = {
  fill: 'red',
  shape: 'ring',
  text: { key: 'gone' },
};

const unreachableStatus = createDotStatus('yellow', { key: 'unreachable' });

const disabledStatus: NodeStatusContent = {
  fill: 'grey',
  shape: 'ring',
  text: { key: 'disabled' },
};

/** Grey: off, inactive or disabled. Green: on, active or with a reading. Yellow: unreachable device. */
export function chooseResourceStatus(
  stateCache: StateCache,
  resource: Resource,
): NodeStatusContent {
  if (isUnreachable(stateCache, resource)) return unreachableStatus;
  if (getNestedMember(resource, 'enabled') === false) return disabledStatus;
  if (isSceneGroupType(resource.type)) return chooseActiveSceneStatus(stateCache, resource);
  if (hasFailed(resource)) return createDotStatus('red', { key: 'errored' });
  return createDotStatus(isInactive(resource) ? 'grey' : 'green', resourceStatusText(resource));
}

function chooseActiveSceneStatus(stateCache: StateCache, group: Resource): NodeStatusContent {
  const scene = findActiveScene(stateCache, listGroupScenes(stateCache, group.id));
  return scene === undefined
    ? createDotStatus('grey', { key: 'noScene' })
    : createResultStatus({ key: 'value', values: { value: getSceneName(scene) } });
}

/** @param resources undefined for a deleted resource */
export function chooseStatusOfSeveralResources(
  stateCache: StateCache,
  resources: readonly (Resource | undefined)[],
): NodeStatusContent {
  if (resources.every((resource) => resource === undefined)) return deletedResourceStatus;
  const { on, all } = countLitLamps(stateCache, resources);
  return createLitCountStatus(on, all);
}

export interface LitLampCount {
  readonly on: number;
  readonly all: number;
}

/** Counts lamps and groups that are on and reachable; a deleted resource counts as off. */
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

export const createLitCountStatus = (on: number, all: number): NodeStatusContent =>
  createDotStatus(on > 0 ? 'green' : 'grey', { key: 'onCount', values: { on, all } });

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
