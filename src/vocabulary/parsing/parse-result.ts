import type { BodyProblem, ValidatedBody } from '../../resources';
import type { ScaleExplanation } from './other-scale';

/** A problem of a command; its path starts at the message, such as `payload.dimming.brightness`. */
export interface CommandProblem extends BodyProblem {
  /**
   * `state` if the validity depends on the current state, which is unknown; `members` if only the
   * lamps of the group can take the command.
   */
  needs?: 'state' | 'members';
  /** Set if the command is valid but conflicts with resources of the home. */
  conflicts?: true;
}

export type ParseResult<T> = { ok: true; value: T } | { ok: false; problem: CommandProblem };

/** A body to send, with a warning for each changed or removed part. */
export interface ParsedCommandBody {
  body: ValidatedBody;
  /** Sentences such as "payload.kelvin: 9000 became 6536, the coldest white of this lamp.". */
  warnings: readonly string[];
}

export const createParseSuccess = <T>(value: T): ParseResult<T> => ({ ok: true, value });

/** Creates the result for an invalid value; `expected` completes "expected …". */
export const createInvalidValueResult = (
  path: string,
  expected: string,
  received: unknown,
  suggestion?: string,
): { ok: false; problem: CommandProblem } => ({
  ok: false,
  problem: { path, expected, received, ...(suggestion === undefined ? {} : { suggestion }) },
});

/** Creates the result for an invalid number, with the probable other scale. */
export function createOutOfScaleResult(
  path: string,
  expected: string,
  received: unknown,
  explain: ScaleExplanation,
): { ok: false; problem: CommandProblem } {
  const { problem } = createInvalidValueResult(path, expected, received);
  const likelyCause = explain(received);
  return { ok: false, problem: likelyCause === undefined ? problem : { ...problem, likelyCause } };
}

/**
 * Creates the problem for a command that needs the current state. The caller can read the state and
 * parse again.
 */
export function refuseWithoutState(
  at: string,
  expected: string,
  received: unknown,
): ParseResult<never> {
  const { problem } = createInvalidValueResult(at, expected, received);
  return { ok: false, problem: { ...problem, needs: 'state' } };
}

/** Creates the problem for a command that only the lamps of a group can take, one by one. */
export function refuseForGroupAsWhole(
  at: string,
  expected: string,
  received: unknown,
): ParseResult<never> {
  const { problem } = createInvalidValueResult(at, expected, received);
  return { ok: false, problem: { ...problem, needs: 'members' } };
}

export function createConflictResult(
  at: string,
  expected: string,
  received: unknown,
): ParseResult<never> {
  const { problem } = createInvalidValueResult(at, expected, received);
  return { ok: false, problem: { ...problem, conflicts: true } };
}
