import type { Resource } from '../../resources';
import type { CommandProblem, ParsedCommandBody, ParseResult } from './parse-result';

/**
 * What is known of a state without reading it: whether the resource is on, enabled or active after the commands that
 * are on their way; undefined when they do not say. The rest of its last known state may be outdated.
 */
export interface StateAfterPendingCommands {
  readonly on: boolean | undefined;
}

/**
 * Builds a command for a state of its resource.
 *
 * @param presumed takes the place of the state in `resource`; missing when that was just read
 */
export type CommandBuilder = (
  resource: Resource | undefined,
  presumed?: StateAfterPendingCommands,
) => ParseResult<ParsedCommandBody>;

/** A command with its body, which depends on nothing that is still to be read. */
export type CommandWithBody = ParsedCommandBody & { readonly kind: 'body' };

/** A command that depends on the present state, such as a toggle. */
export interface StateDependentCommand {
  readonly kind: 'derive';
  readonly needs: 'state';
  /** Parses it for a resource that is on, enabled or active, or is not; it may depend on more than that. */
  presume(on: boolean): ParsedCommand;
  /** Builds its body for the state that was read. */
  build(resource: Resource): ParseResult<ParsedCommandBody>;
}

/** What a command becomes: its body, what the body is derived from, or what is wrong with it. */
export type ParsedCommand =
  | CommandWithBody
  | StateDependentCommand
  /** For a group of which only the lamps can take it, each for itself. */
  | { readonly kind: 'derive'; readonly needs: 'members'; readonly problem: CommandProblem }
  | { readonly kind: 'refused'; readonly problem: CommandProblem };

/** While nothing is known of a state. */
const unknownState: StateAfterPendingCommands = { on: undefined };

/**
 * Parses a command, once, for a resource whose last known state may be outdated.
 *
 * @param resource what it can do; undefined when nothing is known of it
 */
export function parseCommand(
  build: CommandBuilder,
  resource: Resource | undefined,
  presumed = unknownState,
): ParsedCommand {
  const result = build(resource, presumed);
  if (result.ok) return { kind: 'body', ...result.value };
  const { problem } = result;
  if (problem.needs === undefined) return { kind: 'refused', problem };
  if (problem.needs === 'members') return { kind: 'derive', needs: 'members', problem };
  return {
    kind: 'derive',
    needs: 'state',
    presume: (on) => parseCommand(build, resource, { on }),
    build: (read) => build(read),
  };
}
