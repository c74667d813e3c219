import type { LampProperty, StoredProgram } from './program';
import { pickUpdateMembers } from './properties-set-by-command';
import type { PropertiesSetByCommand } from './properties-set-by-command';
import { withLamps } from './states-before-program';

/** What a command or another program wants of lamps. */
export interface LampWish extends PropertiesSetByCommand {
  readonly lamps: ReadonlySet<string>;
  /** False for a command. */
  readonly isProgram: boolean;
}

/** What a wish leaves of a program. */
export interface EffectOnProgram {
  /** Lamps that are taken out of it. */
  readonly taken: readonly string[];
  /** The program with the others; undefined where none is left. */
  readonly rest: StoredProgram | undefined;
}

/** Returns true for a program that sets one of the properties of one of the lamps. */
export const setsAnyOf = (
  program: StoredProgram,
  lamps: ReadonlySet<string>,
  properties: ReadonlySet<LampProperty>,
): boolean =>
  program.lamps.some((lamp) => lamps.has(lamp)) &&
  program.properties.some((property) => properties.has(property));

/**
 * What a later wish leaves of a program. The wish takes its own lamps; from a program that waits for its lamp only the
 * properties that it sets.
 */
export function toEffectOnProgram(program: StoredProgram, wish: LampWish): EffectOnProgram {
  const { lamps, content, properties } = program;
  const taken = lamps.filter((lamp) => wish.lamps.has(lamp));
  const unaffected = { taken: [], rest: program };
  if (taken.length === 0) return unaffected;
  if (wish.stops) return content.kind === 'restore' ? unaffected : take(program, taken);
  if (content.kind === 'later') {
    const rest = withoutProperties(program, wish.properties);
    return rest === undefined ? take(program, taken) : { taken: [], rest };
  }
  const isMeant = wish.isProgram
    ? properties.some((property) => wish.properties.has(property))
    : isEndedByCommand(properties, wish);
  return isMeant ? take(program, taken) : unaffected;
}

function take(program: StoredProgram, taken: readonly string[]): EffectOnProgram {
  const rest = program.lamps.filter((lamp) => !taken.includes(lamp));
  return { taken, rest: rest.length === 0 ? undefined : withLamps(program, rest) };
}

/** Returns true where a command for its lamps ends a program that has begun. */
const isEndedByCommand = (
  properties: readonly LampProperty[],
  { power, properties: touched }: PropertiesSetByCommand,
): boolean =>
  power === 'off' ||
  power === 'unknown' ||
  (power === 'on' && properties.includes('power')) ||
  properties.some((property) => touched.has(property));

/** What waits for its lamp, without some of its properties; the same where it has none of them, undefined where none is left. */
function withoutProperties(
  program: StoredProgram,
  released: ReadonlySet<LampProperty>,
): StoredProgram | undefined {
  const { content } = program;
  const properties = program.properties.filter((property) => !released.has(property));
  if (content.kind !== 'later' || properties.length === program.properties.length) return program;
  if (properties.length === 0) return undefined;
  const members = pickUpdateMembers(content.members, properties);
  return { ...program, properties, content: { ...content, members } };
}
