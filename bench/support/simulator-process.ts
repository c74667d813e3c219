import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Address, Arrival, SimulatorCommand, SimulatorReply } from './simulator-protocol';

/** A simulator in a process of its own. */
export interface SimulatorProcess {
  address: Address;
  /** The requests since the last call. */
  arrivals(): Promise<Arrival[]>;
  /** Changes a resource as if in the house. @returns when it was done, on the shared clock, in ms */
  change(rid: string, part: Record<string, unknown>): Promise<number>;
  /** Changes temperatures evenly. @returns how many changes were made */
  burst(options: { perSecond: number; seconds: number; sensors: number }): Promise<number>;
  stop(): Promise<void>;
}

type ReplyOf<Kind extends SimulatorReply['kind']> = Extract<SimulatorReply, { kind: Kind }>;

/** Starts a simulator with so many lamps. */
export async function startSimulatorProcess(
  lamps: number,
  { batch = 1_000 }: { batch?: number } = {},
): Promise<SimulatorProcess> {
  const child = fork(join(__dirname, 'simulator-child.js'));
  let last: Promise<unknown> = Promise.resolve();
  const ask = <Kind extends SimulatorReply['kind']>(
    command: SimulatorCommand,
    kind: Kind,
  ): Promise<ReplyOf<Kind>> => {
    const asked = last.then(async () => {
      const replied = nextReply(child);
      child.send(command);
      return expected(await replied, kind);
    });
    last = asked.catch(() => undefined);
    return asked;
  };
  const { address } = await ask({ kind: 'start', lamps, batch }, 'started');
  return {
    address,
    arrivals: async () => (await ask({ kind: 'arrivals' }, 'arrivals')).arrivals,
    change: async (rid, part) => (await ask({ kind: 'change', rid, part }, 'changed')).at,
    burst: async (options) => (await ask({ kind: 'burst', ...options }, 'burst')).changes,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

const nextReply = (child: ChildProcess): Promise<SimulatorReply> =>
  new Promise((resolve) => {
    child.once('message', (reply: SimulatorReply) => resolve(reply));
  });

function expected<Kind extends SimulatorReply['kind']>(
  reply: SimulatorReply,
  kind: Kind,
): ReplyOf<Kind> {
  if (isOf(reply, kind)) return reply;
  throw new Error(reply.kind === 'failed' ? reply.problem : `The simulator sent no ${kind}.`);
}

const isOf = <Kind extends SimulatorReply['kind']>(
  reply: SimulatorReply,
  kind: Kind,
): reply is ReplyOf<Kind> => reply.kind === kind;
