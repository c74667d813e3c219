import type { Resource } from '../../resources';
import type { ParsedCommand, ParseResult } from '../../vocabulary';
import type { BridgeHandle } from '../session/open-bridge';
import type { ActionOutcome } from './action-outcome';
import type { ResolvedTarget } from './find-target';
import { fetchState, unwrapCommand, executeWrite, executeExclusiveWrite } from './execute-request';
import type { SendOptions } from './execute-request';

/** A command that may depend on the present state, such as a toggle. */
export interface StatefulCommand {
  operation: 'update' | 'recall';
  target: ResolvedTarget;
  /** Builds the command for a state of the resource. */
  buildCommand: (resource: Resource | undefined) => ParseResult<ParsedCommand>;
  /** The resource with this on/off state and without other members that may be outdated. */
  withState: (resource: Resource, state: boolean | undefined) => Resource;
}

/** Outcome of a command, and the body that was sent. */
export interface StatefulOutcome {
  outcome: ActionOutcome;
  sentBody: Readonly<Record<string, unknown>>;
}

/**
 * Sends a command for a lamp, a sensor or a smart scene. One that depends on the present state takes it from the
 * last pending command, otherwise fetches it from the bridge: the mirror may be seconds old.
 */
export async function executeStateful(
  bridge: BridgeHandle,
  { operation, target, buildCommand, withState }: StatefulCommand,
  options: SendOptions,
): Promise<StatefulOutcome> {
  const { mutex } = bridge;
  const { rid, rtype, resource } = target;
  const request = { operation, rtype, rid } as const;
  const result = buildCommand(resource && withState(resource, undefined));
  if (!needsState(result)) {
    const command = unwrapCommand(result);
    const outcome = await executeWrite(bridge, request, command, options);
    return { outcome, sentBody: command.body.members };
  }
  const resolveCommand = async (): Promise<ParsedCommand> => {
    const pendingState = mutex.pendingState(rid);
    if (pendingState !== undefined && resource !== undefined) {
      const candidate = buildCommand(withState(resource, pendingState));
      if (!needsState(candidate)) return unwrapCommand(candidate);
    }
    await mutex.waitForPending(rid);
    return unwrapCommand(buildCommand(await fetchState(bridge, rtype, rid, options)));
  };
  const { sentBody, pendingOutcome } = await mutex.runExclusive(rid, options.signal, async () => {
    const command = await resolveCommand();
    // Release the mutex once it is issued, so that the next toggle can use its pending state.
    return {
      sentBody: command.body.members,
      pendingOutcome: executeExclusiveWrite(bridge, request, command, options),
    };
  });
  return { outcome: await pendingOutcome, sentBody };
}

const needsState = (result: ParseResult<ParsedCommand>): boolean =>
  !result.ok && result.problem.needs === 'state';
