import type { BodyProblem, ProblemText } from '../resources/problems';
import type { ValidatedBody } from '../resources/check-body';
import type { Resource } from '../resources/resource';

/** The path starts at the message, such as `payload.dimming.brightness`. */
export interface CommandProblem extends BodyProblem {
  /** Set if the command is valid but conflicts with resources of the home. */
  conflicts?: true;
}

export interface ParseRefusal {
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

/**
 * On, enabled or active; undefined if the pending commands do not determine it. The rest of the last known state may be
 * outdated.
 */
interface StateAfterPendingCommands {
  readonly on: boolean | undefined;
}

/** @param presumed replaces the state in `resource`; missing after a read */
type CommandBuilder = (
  resource: Resource | undefined,
  presumed?: StateAfterPendingCommands,
) => ParseResult<ParsedCommandBody>;

export type CommandWithBody = ParsedCommandBody & { readonly kind: 'body' };

export interface StateDependentCommand {
  readonly kind: 'derive';
  /** The result may depend on other state. */
  presume(on: boolean): ParsedCommand;
  /** Without a state, the result needs it. */
  build(resource: Resource | undefined): ParseResult<ParsedCommandBody>;
}

export type ParsedCommand =
  | CommandWithBody
  | StateDependentCommand
  /** Only the lamps of the group can take the command, one by one. */
  | { readonly kind: 'members'; readonly problem: CommandProblem }
  | { readonly kind: 'refused'; readonly problem: CommandProblem };

const unknownState: StateAfterPendingCommands = { on: undefined };

/**
 * The last known state may be outdated.
 *
 * @param resource tells what the resource can do; undefined if unknown
 */
export function parseCommand(
  build: CommandBuilder,
  resource: Resource | undefined,
  presumed = unknownState,
): ParsedCommand {
  const result = build(resource, presumed);
  if (result.ok) return { kind: 'body', ...result.value };
  const { needs, problem } = result;
  return needs === 'state'
    ? { kind: 'derive', presume: (on) => parseCommand(build, resource, { on }), build }
    : { kind: needs ?? 'refused', problem };
}
