import { getNestedMember, getTextMember } from '../../resources/members';
import type { Members } from '../../resources/members';
import { findNearestName } from '../../resources/nearest-name';
import type { Resource } from '../../resources/resource';
import type { ProblemText } from '../../resources/problems';
import { accept, refuse } from '../parse-result';
import type { ParseResult } from '../parse-result';

/**
 * A lamp with one of the members of a `light` has the ability. An update that sets or steps one of them needs it.
 * `problems.ts` has two phrases for each name: `colorPart` for the update, `colorLamp` for a lamp with the
 * ability.
 */
export const lampAbilities = [
  { name: 'brightness', members: ['dimming'] },
  { name: 'kelvin', members: ['color_temperature'] },
  { name: 'color', members: ['color'] },
  { name: 'gradient', members: ['gradient'] },
  { name: 'effect', members: ['effects', 'effects_v2'] },
  { name: 'timedEffect', members: ['timed_effects'] },
  { name: 'alert', members: ['alert'] },
  { name: 'signal', members: ['signaling'] },
  { name: 'identify', members: ['identify'] },
  { name: 'powerup', members: ['powerup'] },
] as const;

export type LampAbilityName = (typeof lampAbilities)[number]['name'];

/** False before the first full read: an event can leave a partial state (without `metadata`). */
export const lacksAbility = (lamp: Resource | undefined, ability: LampAbilityName): boolean =>
  lamp?.['metadata'] !== undefined &&
  lampAbilities.some(
    ({ name, members }) =>
      name === ability && members.every((member) => (lamp[member] ?? undefined) === undefined),
  );

interface UnsupportedPart {
  readonly ability: LampAbilityName;
  readonly lamps: readonly Resource[];
}

/**
 * The end of an effect needs no ability.
 *
 * @param update of the lamps, or of their group
 * @param getLamps called only if the update needs an ability
 */
export function findUnsupportedParts(
  update: Members,
  getLamps: () => readonly Resource[],
): readonly UnsupportedPart[] {
  const needed = lampAbilities.filter(({ members }) =>
    members.some((name) => `${name}_delta` in update || (name in update && !isEnd(update[name]))),
  );
  if (needed.length === 0) return [];
  const lamps = getLamps();
  const effect =
    getNestedMember(update, 'effects_v2', 'action', 'effect') ??
    getNestedMember(update, 'effects', 'effect');
  const cannotDo = (lamp: Resource, ability: LampAbilityName): boolean =>
    lacksAbility(lamp, ability) ||
    (ability === 'effect' && getSupportedEffects(lamp)?.some((name) => name === effect) === false);
  return needed
    .map(({ name }) => ({ ability: name, lamps: lamps.filter((lamp) => cannotDo(lamp, name)) }))
    .filter((part) => part.lamps.length > 0);
}

const isEnd = (member: unknown): boolean =>
  (getNestedMember(member, 'action', 'effect') ?? getNestedMember(member, 'effect')) ===
  noEffectName;

/** In the service, for an effect, signal or mode. */
const maxNameLength = 64;

/** Undefined if the lamp has no such list. */
export function getSupportedNames(
  lamp: unknown,
  ...path: readonly string[]
): readonly string[] | undefined {
  const list = getNestedMember(lamp, ...path);
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : undefined;
}

export const noEffectName = 'no_effect';

export const getSupportedEffects = (lamp: unknown): readonly string[] | undefined =>
  getSupportedNames(lamp, 'effects_v2', 'action', 'effect_values') ??
  getSupportedNames(lamp, 'effects_v2', 'status', 'effect_values') ??
  getSupportedNames(lamp, 'effects', 'effect_values') ??
  getSupportedNames(lamp, 'effects', 'status_values');

/**
 * @param supported if undefined, any name passes
 * @param examples for suggestions if `supported` is undefined
 */
export function parseSupportedName(
  value: unknown,
  { at, lamp }: { at: string; lamp: Resource | undefined },
  supported: readonly string[] | undefined,
  examples: readonly string[],
): ParseResult<string> {
  const names = supported ?? examples;
  const expected: ProblemText | string =
    supported === undefined
      ? { kind: 'textLike', values: examples }
      : toExpectedName(supported, getLampNameForProblem(lamp));
  if (typeof value !== 'string') return refuse(at, expected, value);
  const name = value.trim().toLowerCase().replaceAll(' ', '_');
  if (name === '' || name.length > maxNameLength) return refuse(at, expected, value);
  if (supported !== undefined && !supported.includes(name)) {
    return refuse(at, expected, value, findNearestName(name, names));
  }
  return accept(name);
}

const toExpectedName = (values: readonly string[], lamp: string): ProblemText =>
  values.length === 0 ? { kind: 'offersNone', lamp } : { kind: 'offered', values, lamp };

export const getLampNameForProblem = (lamp: unknown): string =>
  getTextMember(lamp, 'metadata', 'name') ?? 'this lamp';
