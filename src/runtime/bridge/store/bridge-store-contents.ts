import { isStoredProgram } from '../../../programs/stored-program';
import type { Program } from '../../../programs/program';
import { isObject, cloneJson, getNestedMember } from '../../../resources/values/member-access';
import { storeVersion } from './stored-file';
import type { Members, Resource } from '../../../resources';
import * as v from 'valibot';

export interface BridgeStoreContents {
  /** By bridge node id. */
  readonly programs: ReadonlyMap<string, readonly Program[]>;
  /** By name. */
  readonly savedStates: ReadonlyMap<string, SavedState>;
}

export const emptyContents: BridgeStoreContents = { programs: new Map(), savedStates: new Map() };

const maxDepth = 32;

export const serializeContents = ({ programs, savedStates }: BridgeStoreContents): string =>
  `${JSON.stringify({
    version: storeVersion,
    programs: Object.fromEntries(programs),
    savedStates: Object.fromEntries(savedStates),
  })}\n`;

/** @returns `damage` describes invalid entries */
export function parseContents(members: Members): {
  contents: BridgeStoreContents;
  damage: string | undefined;
} {
  const { programs = {}, savedStates = {}, ...others } = members;
  const damages: string[] = [];
  const [other] = Object.keys(others);
  if (other !== undefined) damages.push(`${JSON.stringify(other.slice(0, 40))} is not known`);
  const parsed = {
    programs: parseEntries(programs, (value) => {
      const { programs: valid, damage } = parsePrograms(value);
      if (damage !== undefined) damages.push(damage);
      return valid;
    }),
    savedStates: parseEntries(savedStates, parseStoredState),
  };
  if (parsed.programs === undefined) damages.push('it holds no programs');
  if (parsed.savedStates === undefined) damages.push('it holds no saved states');
  const lost = parsed.savedStates?.lost ?? 0;
  if (lost > 0) damages.push(`${lost} of the saved states cannot be read`);
  return {
    contents: {
      programs: parsed.programs?.entries ?? new Map(),
      savedStates: parsed.savedStates?.entries ?? new Map(),
    },
    damage: damages.length === 0 ? undefined : damages.join(', '),
  };
}

/** Returns the valid programs; `damage` describes the others. */
export function parsePrograms(value: unknown): {
  programs: readonly Program[];
  damage: string | undefined;
} {
  if (!Array.isArray(value)) return { programs: [], damage: 'a list of programs is none' };
  const programs = value.filter((one: unknown) => isNestedAtMost(one)).filter(isStoredProgram);
  const lost = value.length - programs.length;
  const damage =
    lost === 0
      ? undefined
      : `${lost} of the ${value.length} programs cannot be read and have ended`;
  return { programs, damage };
}

export const parseStoredState = (value: unknown): SavedState | undefined =>
  isNestedAtMost(value) ? parseSavedState(value) : undefined;

/** Returns the valid members; `lost` counts the others. Undefined if the value is no object. */
export function parseEntries<T>(
  value: unknown,
  parse: (value: unknown) => T | undefined,
): { entries: Map<string, T>; lost: number } | undefined {
  if (!isObject(value)) return undefined;
  const all = Object.entries(value);
  const entries = all.flatMap(([name, entry]) => {
    const parsed = parse(entry);
    return parsed === undefined ? [] : [[name, parsed] as const];
  });
  return { entries: new Map(entries), lost: all.length - entries.length };
}

const isNestedAtMost = (value: unknown, depth = maxDepth): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 &&
    Object.entries(value).every(
      ([name, member]) => name !== '__proto__' && isNestedAtMost(member, depth - 1),
    ));

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
const parseSavedState = (value: unknown): SavedState | undefined =>
  v.is(savedState, value)
    ? { lamps: value.lamps.map(toSavedLamp), scenes: value.scenes }
    : undefined;
