import type { Resource } from '../resources';
import type { StoredProgram } from './program';

/** The states to which the lamps of a program return in the end. */
export const listStatesBeforeProgram = ({ content }: StoredProgram): readonly Resource[] =>
  ('before' in content ? content.before : undefined) ?? [];

/** The same program with other states to which its lamps return; one without any stays as it is. */
export const withStatesBefore = (
  program: StoredProgram,
  toState: (lamp: Resource) => Resource,
): StoredProgram => {
  const { content } = program;
  return 'before' in content && content.before !== undefined
    ? { ...program, content: { ...content, before: content.before.map(toState) } }
    : program;
};

/** A program with fewer lamps, and only their states. */
export function withLamps(program: StoredProgram, lamps: readonly string[]): StoredProgram {
  const { content } = program;
  if (!('before' in content) || content.before === undefined) return { ...program, lamps };
  const before = content.before.filter(({ id }) => lamps.includes(id));
  return { ...program, lamps, content: { ...content, before } };
}

/**
 * The return of lamps on which a program has ended.
 *
 * @returns undefined where they stay as they are
 */
export function toRestoreProgram(
  program: StoredProgram,
  lamps: readonly string[],
  now: number,
): StoredProgram | undefined {
  const { content } = program;
  if (content.kind !== 'sequence' && content.kind !== 'alert') return undefined;
  const before = (content.before ?? []).filter(({ id }) => lamps.includes(id));
  if (before.length === 0 || program.hasBegun !== true) return undefined;
  return {
    ...program,
    lamps: before.map(({ id }) => id),
    content: { kind: 'restore', before, steps: content.steps },
    startedAt: now,
  };
}
