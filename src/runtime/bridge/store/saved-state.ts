import { cloneJson, getNestedMember, isObject } from '../../../resources/values/member-access';
import type { Resource } from '../../../resources';

/** A scene that was active. */
export interface SavedActiveScene {
  readonly rid: string;
  readonly groupRid: string;
  readonly dynamic: boolean;
}

/** What lamps showed, as plain JSON. */
export interface SavedState {
  /** Each with its id, type and what it shows. */
  readonly lamps: readonly Resource[];
  readonly scenes: readonly SavedActiveScene[];
}

/** What a lamp shows, by the paths of the service. Service document, section 2.4. */
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

/** Copies of a lamp what it shows, with its id and type. */
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

/** Reads a saved state from a file that may have been changed; undefined for anything else. */
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
