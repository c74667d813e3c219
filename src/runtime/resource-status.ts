import type { StateCache } from '../bridge';
import { getPlainValue, getResourceDefinition } from '../resources/table';
import type { Resource } from '../resources/resource';
import { isSceneGroupType } from '../resources/group-types';
import { sanitizeText } from '../bridge/errors';
import { getPresentBrightness, getRemainingTime } from './programs/lamp-fades';
import type { FadeCourse } from './programs/lamp-fades';
import { getNestedMember, isObject } from '../resources/members';
import { findActiveScene, getSceneName, listGroupScenes } from '../vocabulary/room-scenes';
import { findRadio, isDeviceReachable } from './message';
import { createDotStatus, createResultStatus } from './status';
import type { NodeStatusContent, TranslatableStatusText } from './status';
import { getReadingKeys } from '../vocabulary/sensor';
import { unitLengths } from '../units/duration';

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

const maxValueLength = 18;

/** Returns the plain value with its unit, or a word for a boolean. */
export function resourceStatusText(resource: Resource): TranslatableStatusText {
  const { type } = resource;
  const own = ownTexts[type]?.(resource);
  if (own !== undefined) return own;
  const value = getPlainValue(resource);
  if (isObject(value)) return lampStatusText(value['on'], value['brightness']) ?? { key: 'read' };
  if (typeof value === 'boolean') {
    const [yes, no] = getReadingKeys(type);
    return { key: value ? yes : no };
  }
  if (typeof value === 'number') return measurementStatusText(value, type);
  return typeof value === 'string'
    ? { key: 'value', values: { value: sanitizeText(value, maxValueLength) } }
    : { key: 'read' };
}

/**
 * Ignores the current value.
 *
 * @param end displayed local time
 */
export function activeUntilStatusText(type: string, end: string): TranslatableStatusText {
  const [yes] = getReadingKeys(type);
  return { key: `until.${yes}`, values: { end } };
}

/** Returns a whole number but for degrees, with the unit of the type; the message has the exact number. */
export function measurementStatusText(value: number, rtype?: string): TranslatableStatusText {
  const unit = rtype === undefined ? undefined : getResourceDefinition(rtype).unit;
  const rounded = unit === '°C' ? Math.round(value * 10) / 10 : Math.round(value);
  const values = { value: String(rounded) };
  return unit === undefined
    ? { key: 'value', values }
    : { key: 'measurement', values: { ...values, unit } };
}

/** Avoids the plain value, whose colour takes long to compute. */
function getLampText(lamp: Resource): TranslatableStatusText {
  const brightness = getNestedMember(lamp, 'dimming', 'brightness');
  return lampStatusText(getNestedMember(lamp, 'on', 'on'), brightness) ?? { key: 'read' };
}

/** Returns `status` for a running or failed automation. */
function getAutomationText({ status, enabled }: Resource): TranslatableStatusText {
  if (status === 'running' || status === 'errored') return { key: status };
  return { key: enabled === true ? 'enabled' : 'disabled' };
}

/** Returns undefined while a sound plays; then the plain value is the status. */
function getSilentSpeakerText(speaker: Resource): TranslatableStatusText | undefined {
  if (getPlainValue(speaker) !== 'no_sound') return undefined;
  return { key: getNestedMember(speaker, 'mute', 'mute') === 'mute' ? 'muted' : 'silent' };
}

const ownTexts: Readonly<
  Record<string, (resource: Resource) => TranslatableStatusText | undefined>
> = {
  light: getLampText,
  grouped_light: getLampText,
  behavior_instance: getAutomationText,
  speaker: getSilentSpeakerText,
  smart_scene: (scene) => ({ key: getPlainValue(scene) === 'active' ? 'active' : 'inactive' }),
  scene: (scene) => ({ key: getPlainValue(scene) === 'inactive' ? 'inactive' : 'active' }),
};

/**
 * @param brightness percent
 * @returns undefined if neither is known
 */
export function lampStatusText(
  on: unknown,
  brightness: unknown,
): TranslatableStatusText | undefined {
  if (on === false) return { key: 'off' };
  if (typeof brightness === 'number') {
    return { key: 'brightness', values: { brightness: Math.round(brightness) } };
  }
  return on === true ? { key: 'on' } : undefined;
}

/** Longest first, each with its shortest time. */
const timeUnits = [
  ['hours', unitLengths.hour, 1.5 * unitLengths.hour],
  ['minutes', unitLengths.minute, 1.5 * unitLengths.minute],
  ['seconds', unitLengths.second, 0],
] as const;

/** Returns a text such as `35 → 80 %, 4 min`. */
export function fadeStatusText(course: FadeCourse, now: number): TranslatableStatusText {
  const remaining = getRemainingTime(course, now);
  const unit = timeUnits.find(([, , shortest]) => remaining >= shortest);
  const [name, length] = unit ?? timeUnits[2];
  const values = {
    from: Math.round(getPresentBrightness(course, now)),
    to: Math.round(course.to),
    left: Math.round(remaining / length),
  };
  return { key: `fading.${name}`, values };
}

/** In ms. */
const shortestUpdate = 2_000;
const longestUpdate = 60_000;

/** Returns ms until the text may differ by a percent, or the fade is over. */
export function getNextStatusUpdate(course: FadeCourse, now: number): number {
  const perPercent = course.duration / Math.max(1, Math.abs(course.to - course.from));
  const update = Math.min(longestUpdate, Math.max(shortestUpdate, perPercent));
  return Math.min(update, getRemainingTime(course, now) + 1);
}
