import type { Resource } from '../resources';
import type { StoredProgram } from './program';

export const listStatesBeforeProgram = ({ content }: StoredProgram): readonly Resource[] =>
  ('before' in content ? content.before : undefined) ?? [];

/** Replaces the states that a program restores. A program without any stays. */
export const withStatesBefore = (
  program: StoredProgram,
  toState: (lamp: Resource) => Resource,
): StoredProgram => {
  const { content } = program;
  return 'before' in content && content.before !== undefined
    ? { ...program, content: { ...content, before: content.before.map(toState) } }
    : program;
};

export function withLamps(program: StoredProgram, lamps: readonly string[]): StoredProgram {
  const { content } = program;
  if (!('before' in content) || content.before === undefined) return { ...program, lamps };
  const before = content.before.filter(({ id }) => lamps.includes(id));
  return { ...program, lamps, content: { ...content, before } };
}

/** Returns the program that restores lamps to their state before another program; undefined if no state is stored. */
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
