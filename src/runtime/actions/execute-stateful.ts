import type { Resource } from '../../resources';
import type { ParsedCommand, ParseResult } from '../../vocabulary';
import type { BridgeHandle } from '../session/open-bridge';
import type { ResolvedTarget } from './find-target';
import { executeModification, executeWrite, unwrapCommand } from './execute-request';
import type { ExecuteOptions, StatefulOutcome } from './execute-request';
import { getOnOffState } from './on-off-state';

/** A command that may depend on the present state, such as a toggle. */
export interface StatefulCommand {
  operation: 'update' | 'recall';
  target: ResolvedTarget;
  /** Builds the command for a state of the resource. */
  buildCommand: (resource: Resource | undefined) => ParseResult<ParsedCommand>;
  /** The resource with this on/off state and without other members that may be outdated. */
  withState: (resource: Resource, state: boolean | undefined) => Resource;
}

/**
 * Sends a command for a lamp, a sensor or a smart scene. One that depends on the present state takes it from the
 * commands before it, otherwise from the bridge: the mirror may be seconds old.
 */
export async function executeStateful(
  bridge: BridgeHandle,
  { operation, target, buildCommand, withState }: StatefulCommand,
  options: ExecuteOptions,
): Promise<StatefulOutcome> {
  const { rid, rtype, resource } = target;
  const request = { operation, rtype, rid } as const;
  const result = buildCommand(resource && withState(resource, undefined));
  if (!needsState(result)) {
    const command = unwrapCommand(result);
    const outcome = await executeWrite(bridge, request, command, options);
    return { outcome, sentMembers: command.body.members };
  }
  const stateDependentCommand = {
    fromPendingWrites(members: Readonly<Record<string, unknown>>): ParsedCommand | undefined {
      const state = getOnOffState(members);
      if (state === undefined || resource === undefined) return undefined;
      const candidate = buildCommand(withState(resource, state));
      return needsState(candidate) ? undefined : unwrapCommand(candidate);
    },
    async fromFreshState(signal: AbortSignal): Promise<ParsedCommand> {
      const { data } = await bridge.client.get(rtype, rid, { signal, waitIfOffline: true });
      return unwrapCommand(buildCommand(data));
    },
  };
  return executeModification(bridge, request, stateDependentCommand, options);
}

const needsState = (result: ParseResult<ParsedCommand>): boolean =>
  !result.ok && result.problem.needs === 'state';
