import type { Resource } from '../../resources';
import type { CommandProblem, ParsedCommandBody, ParseResult } from './parse-result';

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
