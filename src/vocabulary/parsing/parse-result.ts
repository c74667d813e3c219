import type { BodyProblem, ValidatedBody } from '../../resources';
import type { ProblemText } from '../../resources/validation/problem-texts';
import type { ScaleExplanation } from './other-scale';

/** The path starts at the message, such as `payload.dimming.brightness`. */
export interface CommandProblem extends BodyProblem {
  /** Set if the command is valid but conflicts with resources of the home. */
  conflicts?: true;
}

interface ParseRefusal {
  ok: false;
  needs?: never;
  problem: CommandProblem;
}

/**
 * With `needs`, the value depends on what the parser was not told, which the problem names: the current state (read it
 * and parse again), or which lamp of the group takes the command (parse for each lamp).
 */
export type ParseResult<T> =
  | { ok: true; value: T }
  | ParseRefusal
  | { ok: false; needs: 'state' | 'members'; problem: CommandProblem };

/** Such as "payload.kelvin: 9000 became 6536, the coldest white of this lamp."; a string is in English. */
export type CommandWarning = ProblemText | string;

/** With a warning for each changed or removed part. */
export interface ParsedCommandBody {
  body: ValidatedBody;
  warnings: readonly CommandWarning[];
}

export const accept = <T>(value: T): ParseResult<T> => ({ ok: true, value });

/** A problem stays. */
export const mapResult = <T, U>(result: ParseResult<T>, convert: (value: T) => U): ParseResult<U> =>
  result.ok ? accept(convert(result.value)) : result;

/** @param expected completes "expected …"; a string is in English */
export const refuse = (
  path: string,
  expected: ProblemText | string,
  received: unknown,
  suggestion?: string,
): ParseRefusal => ({
  ok: false,
  problem: { path, expected, received, ...(suggestion === undefined ? {} : { suggestion }) },
});

export const refuseBoth = (
  path: string,
  one: string | readonly string[],
  other: string | readonly string[],
  received: unknown,
): ParseRefusal => refuse(path, { kind: 'notBoth', one, other }, received);

/** Adds the probable other scale. */
export function refuseNumber(
  path: string,
  expected: ProblemText | string,
  received: unknown,
  explain: ScaleExplanation,
): ParseRefusal {
  const { problem } = refuse(path, expected, received);
  const likelyCause = explain(received);
  return { ok: false, problem: likelyCause === undefined ? problem : { ...problem, likelyCause } };
}

export const refuseWithout = (
  needs: 'state' | 'members',
  at: string,
  expected: ProblemText | string,
  received: unknown,
): ParseResult<never> => ({ ...refuse(at, expected, received), needs });

export function refuseConflict(
  at: string,
  expected: ProblemText | string,
  received: unknown,
): ParseResult<never> {
  const { problem } = refuse(at, expected, received);
  return { ok: false, problem: { ...problem, conflicts: true } };
}
