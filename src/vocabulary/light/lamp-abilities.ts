import { getNestedMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import { getSupportedEffects, noEffectName } from './parse-supported-name';

/** Something that some lamps cannot do. */
export interface LampAbility {
  /**
   * Members of a `light` resource: a lamp with one of them has the ability, and an update that sets
   * one of them needs it.
   */
  readonly members: readonly string[];
  /** Member of an update that also needs the ability. */
  readonly step?: string;
  /** What such an update sets, for a sentence. */
  readonly noun: string;
  /** A lamp with the ability, for a sentence. */
  readonly lamp: string;
}

/** What lamps can do, apart from on and off, by a word that needs it. */
export const lampAbilities = {
  brightness: {
    members: ['dimming'],
    step: 'dimming_delta',
    noun: 'brightness',
    lamp: 'a lamp that can be dimmed',
  },
  kelvin: {
    members: ['color_temperature'],
    step: 'color_temperature_delta',
    noun: 'white',
    lamp: 'a lamp that shows shades of white',
  },
  color: { members: ['color'], noun: 'colour', lamp: 'a lamp that shows colours' },
  gradient: { members: ['gradient'], noun: 'gradient', lamp: 'a lamp that shows gradients' },
  effect: { members: ['effects', 'effects_v2'], noun: 'effect', lamp: 'a lamp with this effect' },
  timedEffect: {
    members: ['timed_effects'],
    noun: 'timed effect',
    lamp: 'a lamp with timed effects',
  },
  alert: { members: ['alert'], noun: 'alert', lamp: 'a lamp with alerts' },
  signal: { members: ['signaling'], noun: 'signal', lamp: 'a lamp with signals' },
  identify: { members: ['identify'], noun: 'blinking', lamp: 'a lamp that can identify itself' },
  powerup: {
    members: ['powerup'],
    noun: 'setting for when power returns',
    lamp: 'a lamp with a setting for when power returns',
  },
} as const satisfies Readonly<Record<string, LampAbility>>;

export type LampAbilityName = keyof typeof lampAbilities;

/**
 * Returns true if the state of the lamp is complete and has no member of the ability. Before the
 * first full read, an event can leave a partial state (without `metadata`); nothing is known to be
 * missing there.
 */
export const lacksAbility = (lamp: Resource | undefined, { members }: LampAbility): boolean =>
  lamp?.['metadata'] !== undefined && members.every((name) => lamp[name] === undefined);

/** The lamps that cannot do a part of an update. */
interface UnsupportedPart {
  readonly ability: LampAbility;
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
  update: Readonly<Record<string, unknown>>,
  getLamps: () => readonly Resource[],
): readonly UnsupportedPart[] {
  const needed = Object.values<LampAbility>(lampAbilities).filter(({ members, step }) =>
    [...members, step].some((name) => name !== undefined && name in update && !isEnd(update[name])),
  );
  if (needed.length === 0) return [];
  const lamps = getLamps();
  const effect =
    getNestedMember(update, 'effects_v2', 'action', 'effect') ??
    getNestedMember(update, 'effects', 'effect');
  const cannotDo = (lamp: Resource, ability: LampAbility): boolean =>
    lacksAbility(lamp, ability) ||
    (ability === lampAbilities.effect &&
      getSupportedEffects(lamp)?.some((name) => name === effect) === false);
  return needed
    .map((ability) => ({ ability, lamps: lamps.filter((lamp) => cannotDo(lamp, ability)) }))
    .filter((part) => part.lamps.length > 0);
}

/** Returns true for a member of an update that ends an effect. */
const isEnd = (member: unknown): boolean =>
  (getNestedMember(member, 'action', 'effect') ?? getNestedMember(member, 'effect')) ===
  noEffectName;
