import type { LampProperty, StoredProgram } from './program';
import { pickUpdateMembers } from './properties-set-by-command';
import type { PropertiesSetByCommand } from './properties-set-by-command';
import { withLamps } from './states-before-program';

/** A command or another program. */
export interface LampClaim extends PropertiesSetByCommand {
  readonly lamps: ReadonlySet<string>;
  /** False for a command. */
  readonly isProgram: boolean;
}

interface EffectOnProgram {
  readonly removed: readonly string[];
  /** The program with the other lamps; undefined if none is left. */
  readonly rest: StoredProgram | undefined;
}

/**
 * A later command or program removes its lamps from the program; from a program that waits for its lamp, only the
 * same properties.
 */
export function toEffectOnProgram(program: StoredProgram, claim: LampClaim): EffectOnProgram {
  const { lamps, content, properties } = program;
  const removed = lamps.filter((lamp) => claim.lamps.has(lamp));
  const unaffected = { removed: [], rest: program };
  if (removed.length === 0) return unaffected;
  if (claim.stops) return content.kind === 'restore' ? unaffected : removeLamps(program, removed);
  if (content.kind === 'later') {
    const rest = withoutProperties(program, claim.properties);
    return rest === undefined ? removeLamps(program, removed) : { removed: [], rest };
  }
  const isMeant = claim.isProgram
    ? properties.some((property) => claim.properties.has(property))
    : isEndedByCommand(properties, claim);
  return isMeant ? removeLamps(program, removed) : unaffected;
}

function removeLamps(program: StoredProgram, removed: readonly string[]): EffectOnProgram {
  const rest = program.lamps.filter((lamp) => !removed.includes(lamp));
  return { removed, rest: rest.length === 0 ? undefined : withLamps(program, rest) };
}

const isEndedByCommand = (
  properties: readonly LampProperty[],
  { power, properties: touched }: PropertiesSetByCommand,
): boolean =>
  power === 'off' ||
  power === 'unknown' ||
  (power === 'on' && properties.includes('power')) ||
  properties.some((property) => touched.has(property));

/**
 * Removes properties from a program that waits for its lamp. Returns the same program if it has none of them,
 * undefined if none is left.
 */
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
