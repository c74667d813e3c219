import type { BodyProblem, CheckedBody } from '../resources';

/** What is wrong with a command; its path goes from the message on, such as `payload.dimming.brightness`. */
export interface CommandProblem extends BodyProblem {
  /** Set when the command is sound but the present state of the lamp or sensor is needed to carry it out. */
  needs?: 'state';
  /** Set when the command is sound but contradicts what the home holds. */
  conflicts?: true;
}

/** A value, or why there is none. */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: CommandProblem };

/** A body that may be sent, and what a person should know about it. */
export interface Command {
  /** Body of the POST or PUT. */
  body: CheckedBody;
  /** Sentences such as "payload.kelvin: 9000 became 6536, the coldest white of this lamp.". */
  warnings: readonly string[];
}

/** A result that holds a value. */
export const accept = <T>(value: T): Result<T> => ({ ok: true, value });

/** A result that holds a problem. */
export const refuse = (
  path: string,
  expected: string,
  received: unknown,
  suggestion?: string,
): { ok: false; problem: CommandProblem } => ({
  ok: false,
  problem: { path, expected, received, ...(suggestion === undefined ? {} : { suggestion }) },
});

/** Refuses a command that needs the present state, which the caller may read and try again. */
export function refuseForState(at: string, expected: string, received: unknown): Result<never> {
  const { problem } = refuse(at, expected, received);
  return { ok: false, problem: { ...problem, needs: 'state' } };
}

/** Refuses a command that contradicts what the home holds. */
export function refuseForConflict(at: string, expected: string, received: unknown): Result<never> {
  const { problem } = refuse(at, expected, received);
  return { ok: false, problem: { ...problem, conflicts: true } };
}
