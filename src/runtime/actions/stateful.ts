import type { Resource } from '../../resources';
import type { Command, Result } from '../../vocabulary';
import type { OpenBridge } from '../open-bridge';
import type { Outcome } from '../outcome';
import type { FoundTarget } from '../target';
import { freshState, sound, writeAndTell, writeInTurn } from './send';
import type { SendOptions } from './send';

/** A command that may depend on the present state, such as a toggle. */
export interface StatefulCommand {
  operation: 'update' | 'recall';
  target: FoundTarget;
  /** Reads the command against a state of the resource. */
  command: (resource: Resource | undefined) => Result<Command>;
  /** The resource with nothing that may be outdated but this state; undefined where that may be, too. */
  withState: (resource: Resource, state: boolean | undefined) => Resource;
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
  { operation, target, command, withState }: StatefulCommand,
  options: SendOptions,
): Promise<StatefulOutcome> {
  const { order } = bridge;
  const { rid, rtype, resource } = target;
  const asked = { operation, rtype, rid } as const;
  const result = command(resource && withState(resource, undefined));
  if (!needsState(result)) {
    const plain = sound(result);
    const outcome = await writeAndTell(bridge, asked, plain, options);
    return { outcome, sent: plain.body.members };
  }
  const readNow = async (): Promise<Command> => {
    const underWay = order.stateUnderWay(rid);
    if (underWay !== undefined && resource !== undefined) {
      const known = command(withState(resource, underWay));
      if (!needsState(known)) return sound(known);
    }
    await order.answered(rid);
    return sound(command(await freshState(bridge, rtype, rid, options)));
  };
  const { sent, answer } = await order.inTurn(rid, options.signal, async () => {
    const read = await readNow();
    // Only the issue is waited for here, so that the next toggle can build on it at once.
    return { sent: read.body.members, answer: writeInTurn(bridge, asked, read, options) };
  });
  return { outcome: await answer, sent };
}

const needsState = (result: Result<Command>): boolean =>
  !result.ok && result.problem.needs === 'state';
