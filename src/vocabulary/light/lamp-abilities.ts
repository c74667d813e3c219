import { getNestedMember } from '../../resources/values/member-access';
import type { ProblemText } from '../../resources/validation/problem-texts';
import type { Resource, Members } from '../../resources';
import { getSupportedEffects, noEffectName } from './parse-supported-name';

/** Something that some lamps cannot do. */
interface LampAbility {
  /**
   * Members of a `light` resource: a lamp with one of them has the ability, and an update that sets
   * one of them needs it.
   */
  readonly members: readonly string[];
  /** Member of an update that also needs the ability. */
  readonly step?: string;
  /** What such an update sets, for a sentence. */
  readonly noun: ProblemText;
  /** A lamp with the ability, for a sentence. */
  readonly lamp: ProblemText;
}

/** What lamps can do, apart from on and off, by a word that needs it. */
export const lampAbilities = {
  brightness: {
    members: ['dimming'],
    step: 'dimming_delta',
    noun: { kind: 'brightnessPart' },
    lamp: { kind: 'brightnessLamp' },
  },
  kelvin: {
    members: ['color_temperature'],
    step: 'color_temperature_delta',
    noun: { kind: 'kelvinPart' },
    lamp: { kind: 'kelvinLamp' },
  },
  color: { members: ['color'], noun: { kind: 'colorPart' }, lamp: { kind: 'colorLamp' } },
  gradient: {
    members: ['gradient'],
    noun: { kind: 'gradientPart' },
    lamp: { kind: 'gradientLamp' },
  },
  effect: {
    members: ['effects', 'effects_v2'],
    noun: { kind: 'effectPart' },
    lamp: { kind: 'effectLamp' },
  },
  timedEffect: {
    members: ['timed_effects'],
    noun: { kind: 'timedEffectPart' },
    lamp: { kind: 'timedEffectLamp' },
  },
  alert: { members: ['alert'], noun: { kind: 'alertPart' }, lamp: { kind: 'alertLamp' } },
  signal: { members: ['signaling'], noun: { kind: 'signalPart' }, lamp: { kind: 'signalLamp' } },
  identify: {
    members: ['identify'],
    noun: { kind: 'identifyPart' },
    lamp: { kind: 'identifyLamp' },
  },
  powerup: {
    members: ['powerup'],
    noun: { kind: 'powerupPart' },
    lamp: { kind: 'powerupLamp' },
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
  update: Members,
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
