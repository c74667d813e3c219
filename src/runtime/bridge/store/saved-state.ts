import { cloneJson, getNestedMember, isObject } from '../../../resources/values/member-access';
import type { Resource } from '../../../resources';

export interface SavedActiveScene {
  readonly rid: string;
  readonly groupRid: string;
  readonly dynamic: boolean;
}

/** State of lamps as plain JSON. */
export interface SavedState {
  /** Id, type and shown state of each lamp. */
  readonly lamps: readonly Resource[];
  readonly scenes: readonly SavedActiveScene[];
}

/** Paths of the properties that a lamp shows. Service document, section 2.4. */
const shownPaths: readonly (readonly string[])[] = [
  ['on', 'on'],
  ['dimming', 'brightness'],
  ['color_temperature', 'mirek'],
  ['color_temperature', 'mirek_valid'],
  ['color', 'xy'],
  ['gradient', 'points'],
  ['gradient', 'mode'],
  ['effects', 'status'],
  ['effects_v2', 'status'],
];

/** Copies the shown properties of a lamp, with its id and type. */
export function toSavedLamp(lamp: Resource): Resource {
  const taken: Resource = { id: lamp.id, type: lamp.type };
  for (const [member = '', inner = ''] of shownPaths) {
    const value = getNestedMember(lamp, member, inner);
    if (value === undefined) continue;
    const present = taken[member];
    taken[member] = { ...(isObject(present) ? present : {}), [inner]: cloneJson(value) };
  }
  return taken;
}

/** Parses a saved state from a file that may have been edited; undefined if it is invalid. */
export function parseSavedState(value: unknown): SavedState | undefined {
  const lamps = getNestedMember(value, 'lamps');
  const scenes = getNestedMember(value, 'scenes');
  if (!Array.isArray(lamps) || !lamps.every(isSavedLamp)) return undefined;
  if (!Array.isArray(scenes) || !scenes.every(isSavedScene)) return undefined;
  return { lamps: lamps.map(toSavedLamp), scenes };
}

const isSavedLamp = (value: unknown): value is Resource =>
  isObject(value) && typeof value['id'] === 'string' && value['type'] === 'light';

const isSavedScene = (value: unknown): value is SavedActiveScene =>
  isObject(value) &&
  typeof value['rid'] === 'string' &&
  typeof value['groupRid'] === 'string' &&
  typeof value['dynamic'] === 'boolean';
