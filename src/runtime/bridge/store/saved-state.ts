import * as v from 'valibot';
import { cloneJson, getNestedMember, isObject } from '../../../resources/values/member-access';
import type { Resource } from '../../../resources';

const savedScene = v.looseObject({ rid: v.string(), groupRid: v.string(), dynamic: v.boolean() });

export type SavedActiveScene = Readonly<v.InferOutput<typeof savedScene>>;

const savedState = v.looseObject({
  lamps: v.array(v.looseObject({ id: v.string(), type: v.literal('light') })),
  scenes: v.array(savedScene),
});

export interface SavedState {
  /** Id, type and shown state of each lamp. */
  readonly lamps: readonly Resource[];
  readonly scenes: readonly SavedActiveScene[];
}

/** Members that a lamp shows. Service document, section 2.4. */
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

/** Returns undefined for an invalid state: the file may have been edited. */
export const parseSavedState = (value: unknown): SavedState | undefined =>
  v.is(savedState, value)
    ? { lamps: value.lamps.map(toSavedLamp), scenes: value.scenes }
    : undefined;
