import { getNestedMember } from '../../resources/values/member-access';
import type { Resource, Members } from '../../resources';
import { getSupportedEffects, noEffectName } from './parse-supported-name';

/**
 * What some lamps cannot do, each with members of a `light` resource. A lamp with one of the members has the ability, and
 * an update that sets one of them, or changes it by a step, needs it. `problem-texts.ts` has two phrases for each name:
 * `colorPart` for what such an update sets, `colorLamp` for a lamp with the ability.
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

/**
 * Returns true if the state of the lamp is complete and has no member of the ability. Before the
 * first full read, an event can leave a partial state (without `metadata`); nothing is known to be
 * missing there.
 */
export const lacksAbility = (lamp: Resource | undefined, ability: LampAbilityName): boolean =>
  lamp?.['metadata'] !== undefined &&
  lampAbilities.some(
    ({ name, members }) =>
      name === ability && members.every((member) => lamp[member] === undefined),
  );

/** The lamps that cannot do a part of an update. */
interface UnsupportedPart {
  readonly ability: LampAbilityName;
  readonly lamps: readonly Resource[];
}

/**
 * Finds the parts of an update that some lamps cannot do. The end of an effect is no such part.
 *
 * @param update members of an update of the lamps, or of their group
 * @param getLamps called if a part needs an ability
 * @returns each part with its lamps; empty if all lamps can do everything
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
