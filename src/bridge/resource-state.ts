import { getNestedMember, isObject, getNumericMember, getXyMember } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import type { ResourceOf, ResourceType } from '../resources/table';
import { getReportedMirek } from '../resources/types/light';
import { isWhiteBetween } from '../resources/shown-light';
import type { Xy } from '../units/color';
import type { WriteOrigin } from '../logbook/changed-by';

/**
 * How a change was detected.
 *
 * - `stream`: by an event.
 * - `poll`: by a poll, or by a read of all resources between two polls, without an event stream. Also an own change
 * that a read finds before its event.
 * - `gap`: by comparing states after events or polls were missed. The time of the change is unknown, so a button
 * press found this way is not reported.
 */
export type ChangeCause = 'stream' | 'poll' | 'gap';

export interface ResourceChange<Changed extends Resource = Resource> {
  kind: 'added' | 'changed' | 'deleted';
  /** State after the change; the last known state of a deleted resource. Frozen: clone it to change it. */
  resource: Changed;
  /** State before the change; missing for an added resource. Frozen. */
  previous?: Changed;
  /** Paths of the changed properties, for example `dimming.brightness`. */
  changed: readonly string[];
}

export interface MomentaryInputReport {
  path: string;
  /** Timestamp of the bridge, unparsed; missing in old firmware. */
  updated: string | undefined;
}

export interface ResourceChangeEvent<
  Changed extends Resource = Resource,
> extends ResourceChange<Changed> {
  cause: ChangeCause;
  own: boolean;
  /** What asked for the write that explains an own change; missing if that is unknown, or if two writes fit. */
  origin?: WriteOrigin;
  /**
   * New momentary inputs, for example button presses, each in one change only. Inputs that may be old are not
   * reported.
   */
  reports: readonly MomentaryInputReport[];
}

/** Real resources have less than ten levels. */
const maxDepth = 100;

/**
 * Accepts any object with an id and a type.
 *
 * @param rtype type of a value without a type
 */
export function parseResource(value: unknown, rtype?: string): Resource | undefined {
  if (isResource(value)) return value;
  if (!isObject(value) || rtype === undefined || value['type'] !== undefined) return undefined;
  const typed = { ...value, type: rtype };
  return isResource(typed) ? typed : undefined;
}

export function isResource(value: unknown): value is Resource {
  if (!isObject(value)) return false;
  const { id, type } = value;
  return typeof id === 'string' && id !== '' && typeof type === 'string' && type !== '';
}

/** Ignores the owner of grouped services, because old firmware names the home. */
export function getOwnerId(resource: Resource): string | undefined {
  const owner = isGroupedService(resource) ? undefined : getNestedMember(resource, 'owner', 'rid');
  return typeof owner === 'string' ? owner : undefined;
}

/** True for a service that combines the lamps or sensors of a room, zone or home. */
export const isGroupedService = ({ type }: Resource): boolean => type.startsWith('grouped_');

/** Only `type` and `id` are guaranteed, so only these are checked. */
export const createResourceTypeGuard =
  <T extends ResourceType>(rtype: T) =>
  (entry: unknown): entry is ResourceOf<T> =>
    isResource(entry) && entry.type === rtype;

/**
 * Freezes recursively, so that the resource can be shared. Skips frozen values.
 *
 * @returns false if the resource is nested deeper than `maxDepth`: a recursive comparison could overflow the stack
 */
export const deepFreezeResource = (resource: Resource): boolean => freezeMembers(resource, 0);

function freezeMembers(members: Record<string, unknown>, depth: number): boolean {
  Object.freeze(members);
  for (const name in members) if (!freezeValue(members[name], depth + 1)) return false;
  return true;
}

function freezeValue(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return true;
  if (depth > maxDepth) return false;
  if (isObject(value)) return freezeMembers(value, depth);
  Object.freeze(value);
  return !Array.isArray(value) || value.every((entry) => freezeValue(entry, depth + 1));
}

/**
 * Adds whether a lamp shows its white or its colour to an update that says neither. Some bridges send only the one that
 * was set, without `mirek_valid`: the member of the update counts. A colour that is the reported white changes nothing.
 *
 * @returns the update, or a copy with `color_temperature`
 */
export function addShownColor(state: Resource, update: Resource): Resource {
  if (update.type !== 'light' || !isObject(state['color_temperature'])) return update;
  const { color_temperature: white } = update;
  if (getNestedMember(white, 'mirek_valid') !== undefined) return update;
  const mirek = getNumericMember(white, 'mirek');
  const xy = getXyMember(update, 'color', 'xy');
  const setShownWhite = (members: Members): Resource => ({
    ...update,
    color_temperature: { ...(isObject(white) ? white : {}), ...members },
  });
  if (mirek !== undefined && (xy === undefined || isSetWhite(state, mirek, xy)))
    return setShownWhite({ mirek_valid: true });
  const shown = mirek ?? getReportedMirek(state);
  if (xy === undefined || shown === undefined || isWhiteBetween(xy, shown, shown)) return update;
  return setShownWhite({ mirek: null, mirek_valid: false });
}

/** Of a white and a colour in one update, the one that is new was set. */
const isSetWhite = (state: Resource, mirek: number, xy: Xy): boolean =>
  isWhiteBetween(xy, mirek, mirek) ||
  getNumericMember(state, 'color_temperature', 'mirek') !== mirek;

/**
 * Merges an update into a state: objects by member, other values as a whole. The state is not changed; unchanged
 * members are shared. `id` and `type` stay.
 *
 * @param update changed members only, also in nested objects (Hue event stream captures)
 * @returns the merged state, not frozen; `state` itself if nothing changes
 */
export function mergeUpdate(state: Resource, update: Record<string, unknown>): Resource {
  const merged = merge(state, update);
  if (merged['id'] === state.id && merged['type'] === state.type && isResource(merged))
    return merged;
  return { ...merged, id: state.id, type: state.type };
}

function merge(
  state: Record<string, unknown>,
  update: Record<string, unknown>,
): Record<string, unknown> {
  let merged: Record<string, unknown> | undefined;
  for (const name in update) {
    // An assignment would change the prototype.
    if (name === '__proto__') continue;
    const before = Object.hasOwn(state, name) ? state[name] : undefined;
    const value = update[name];
    const after = isObject(before) && isObject(value) ? merge(before, value) : value;
    if (after === before) continue;
    merged ??= { ...state };
    merged[name] = after;
  }
  return merged ?? state;
}

/**
 * @returns paths of the differences: objects by member (`on.on`), arrays as a whole (`children`), an added or removed
 * member by its own path
 */
export function findChangedPaths(previous: Resource, next: Resource): string[] {
  const paths: string[] = [];
  collectChangedPaths(previous, next, '', paths);
  return paths;
}

function collectChangedPaths(
  previous: Record<string, unknown>,
  next: Record<string, unknown>,
  prefix: string,
  paths: string[],
): void {
  let matchedCount = 0;
  for (const name in next) {
    const before = previous[name];
    const after = next[name];
    // JSON has no undefined, so an equal member exists in both states.
    if (before === after) {
      matchedCount += 1;
      continue;
    }
    if (!Object.hasOwn(previous, name)) {
      paths.push(prefix + name);
      continue;
    }
    matchedCount += 1;
    if (isObject(before) && isObject(after)) {
      collectChangedPaths(before, after, `${prefix}${name}.`, paths);
    } else if (!isSameList(before, after)) {
      paths.push(prefix + name);
    }
  }
  // A removed member has no match.
  const names = Object.keys(previous);
  if (names.length === matchedCount) return;
  for (const name of names) if (!Object.hasOwn(next, name)) paths.push(prefix + name);
}

function isSameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((entry, index) => isSameValue(entry, other[index]));
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return isSameList(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

/**
 * Returns true if a changed path is the property, inside it, or a parent of it.
 *
 * @param changed paths as in `ResourceChangeEvent`
 * @param property path of a property, for example `dimming` or `dimming.brightness`
 */
export const affectsProperty = (changed: readonly string[], property: string): boolean =>
  changed.some(
    (path) =>
      path === property || path.startsWith(`${property}.`) || property.startsWith(`${path}.`),
  );

/**
 * Finds button presses, rotary turns and bell rings in an update. Each is a new event even if it equals the last one.
 * Reports have `updated` (`button_report`, `rotary_report`, `bell_report`; Hue CLIP API reference); old firmware has
 * `last_event`. Sensors report states, with `changed`.
 *
 * @param changed only reports at, above or below these paths; all if missing
 */
export function findMomentaryInputReports(
  update: Members,
  changed?: readonly string[],
): readonly MomentaryInputReport[] {
  const reports: MomentaryInputReport[] = [];
  if (changed === undefined) {
    for (const group in update) collectReports(group, update[group], reports);
    return reports;
  }
  for (const group of findGroups(changed))
    collectReports(group, getNestedMember(update, group), reports);
  return reports.length === 0
    ? reports
    : reports.filter(({ path }) => affectsProperty(changed, path));
}

function findGroups(paths: readonly string[]): readonly string[] {
  const [first] = paths;
  if (paths.length === 1 && first !== undefined) return [getFirstStep(first)];
  return [...new Set(paths.map(getFirstStep))];
}

export const getFirstStep = (path: string): string => {
  const end = path.indexOf('.');
  return end < 0 ? path : path.slice(0, end);
};

function collectReports(group: string, members: unknown, reports: MomentaryInputReport[]): void {
  if (!isObject(members)) return;
  let paths: string[] | undefined;
  let updated: string | undefined;
  for (const name in members) {
    if (name === 'last_event' && members[name] !== null) (paths ??= []).push(`${group}.${name}`);
    if (!name.endsWith('_report')) continue;
    const time = getNestedMember(members[name], 'updated');
    if (typeof time !== 'string') continue;
    updated = time;
    (paths ??= []).push(`${group}.${name}`);
  }
  if (paths === undefined) return;
  for (const path of paths) reports.push({ path, updated });
}
