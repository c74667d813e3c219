import type { LampProperty, StoredProgram } from './program';
import { pickUpdateMembers } from './properties-set-by-command';
import type { PropertiesSetByCommand } from './properties-set-by-command';

/** True for a program that sets one of the properties of one of the lamps. */
export const setsAnyOf = (
  program: StoredProgram,
  lamps: ReadonlySet<string>,
  properties: ReadonlySet<LampProperty>,
): boolean =>
  program.lamps.some((lamp) => lamps.has(lamp)) &&
  program.properties.some((property) => properties.has(property));

/** True where a command of somebody else for its lamps ends a program that has begun. */
export const isEndedByCommand = (
  { properties }: StoredProgram,
  { power, properties: touched }: PropertiesSetByCommand,
): boolean =>
  power === 'off' ||
  power === 'unknown' ||
  (power === 'on' && properties.includes('power')) ||
  properties.some((property) => touched.has(property));

/**
 * Takes properties from a program that waits for a lamp.
 *
 * @returns the program that sets the others; undefined where none are left, or where it does not wait
 */
export function withoutProperties(
  program: StoredProgram,
  released: ReadonlySet<LampProperty>,
): StoredProgram | undefined {
  const { content } = program;
  const properties = program.properties.filter((property) => !released.has(property));
  if (content.kind !== 'later' || properties.length === 0) return undefined;
  const members = pickUpdateMembers(content.members, properties);
  return { ...program, properties, content: { ...content, members } };
}
