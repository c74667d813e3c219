import { member } from '../../resources';
import type { Resource } from '../../resources';
import type { Command, Result } from '../../vocabulary';
import type { OpenBridge } from '../open-bridge';
import type { Outcome } from '../outcome';
import type { FoundTarget } from '../target';
import { freshState, sound, writeAndTell } from './send';
import type { SendOptions } from './send';

/** A command that may depend on the present state, such as a toggle. */
export interface StatefulCommand {
  operation: 'update' | 'recall';
  target: FoundTarget;
  /** Reads the command against a state of the resource. */
  command: (resource: Resource | undefined) => Result<Command>;
  /** The resource with another state; undefined for one whose state is not to be trusted. */
  withState: (resource: Resource, state: boolean | undefined) => Resource;
  /** The state that a resource holds, or that the body of a command brings. */
  stateOf: (holder: Readonly<Record<string, unknown>>) => boolean | undefined;
}

/** What came of a command, and the body that was sent for it. */
export interface StatefulOutcome {
  outcome: Outcome;
  sent: Readonly<Record<string, unknown>>;
}

/**
 * Sends a command for a lamp, a sensor or a smart scene. One that depends on the present state gets it from the
 * last command under way, otherwise from the bridge: what was last heard may be seconds old.
 */
export async function sendStateful(
  bridge: OpenBridge,
  { operation, target, command, withState, stateOf }: StatefulCommand,
  options: SendOptions,
): Promise<StatefulOutcome> {
  const { rid, rtype, resource } = target;
  const issue = async (read: Command): Promise<StatefulOutcome> => {
    const sent = read.body.members;
    const outcome = await bridge.pending.during(rid, stateOf(sent), () =>
      writeAndTell(bridge, { operation, rtype, rid }, read, options),
    );
    return { outcome, sent };
  };
  const result = command(resource && withState(resource, undefined));
  if (result.ok || result.problem.needs !== 'state') return issue(sound(result));
  const { issued } = await bridge.pending.inTurn(rid, async () => {
    const underWay = bridge.pending.of(rid);
    const present =
      underWay === undefined || resource === undefined
        ? await freshState(bridge, rtype, rid, options)
        : withState(resource, underWay);
    // Only the issue is waited for here, so that the next toggle can build on it at once.
    return { issued: issue(sound(command(present))) };
  });
  return issued;
}

/** The boolean at a path, where there is one. */
export function booleanAt(holder: unknown, ...path: readonly string[]): boolean | undefined {
  const held = member(holder, ...path);
  return typeof held === 'boolean' ? held : undefined;
}
