import type { BodyProblem, ValidatedBody } from '../../resources';
import type { ScaleExplanation } from './other-scale';

/** A problem of a command; its path starts at the message, such as `payload.dimming.brightness`. */
export interface CommandProblem extends BodyProblem {
  /**
   * Set when the command may be valid but depends on the current state, which is not known, or is for a group and only
   * its members can take it.
   */
  needs?: 'state' | 'members';
  /** Set when the command is valid but conflicts with resources of the home. */
  conflicts?: true;
}

/** A parsed value, or the problem that was found. */
export type ParseResult<T> = { ok: true; value: T } | { ok: false; problem: CommandProblem };

/** A body that may be sent, with warnings about what was changed or left out. */
export interface ParsedCommandBody {
  /** Body of the POST or PUT. */
  body: ValidatedBody;
  /** Sentences such as "payload.kelvin: 9000 became 6536, the coldest white of this lamp.". */
  warnings: readonly string[];
}

/** Creates the result for a valid value. */
export const createParseSuccess = <T>(value: T): ParseResult<T> => ({ ok: true, value });

/** Creates the result for a value that is not valid; `expected` completes "expected …". */
export const createInvalidValueResult = (
  path: string,
  expected: string,
  received: unknown,
  suggestion?: string,
): { ok: false; problem: CommandProblem } => ({
  ok: false,
  problem: { path, expected, received, ...(suggestion === undefined ? {} : { suggestion }) },
});

/** As `createInvalidValueResult`, for a number that is probably on another scale. */
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

/** Refuses a command that needs the current state; the caller may fetch the state and parse again. */
export function refuseWithoutState(
  at: string,
  expected: string,
  received: unknown,
): ParseResult<never> {
  const { problem } = createInvalidValueResult(at, expected, received);
  return { ok: false, problem: { ...problem, needs: 'state' } };
}

/** Refuses a command for a group that only its lamps can take, each for itself. */
export function refuseForGroupAsWhole(
  at: string,
  expected: string,
  received: unknown,
): ParseResult<never> {
  const { problem } = createInvalidValueResult(at, expected, received);
  return { ok: false, problem: { ...problem, needs: 'members' } };
}

/** Refuses a command that conflicts with resources of the home. */
export function createConflictResult(
  at: string,
  expected: string,
  received: unknown,
): ParseResult<never> {
  const { problem } = createInvalidValueResult(at, expected, received);
  return { ok: false, problem: { ...problem, conflicts: true } };
}
