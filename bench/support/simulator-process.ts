import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type {
  SimulatorAddress,
  RequestArrival,
  SimulatorCommand,
  SimulatorCommandResult,
  StormOptions,
} from './simulator-protocol';

export interface SimulatorProcess {
  address: SimulatorAddress;
  /** Since the last call. */
  arrivals(): Promise<RequestArrival[]>;
  /** Changes a resource from outside the API. Returns the time on the shared clock, in ms. */
  change(rid: string, part: Record<string, unknown>): Promise<number>;
  /** Evenly spread. Returns the number of changes. */
  burst(options: { perSecond: number; seconds: number; sensors: number }): Promise<number>;
  /** Evenly spread; `batch` must be longer. Returns the number of changes. */
  storm(options: StormOptions): Promise<number>;
  /** Adds lamps with devices in one event; the first has the number `from`. */
  addLamps(lamps: number, from: number): Promise<void>;
  stop(): Promise<void>;
}

type ResultOf<Kind extends SimulatorCommandResult['kind']> = Extract<
  SimulatorCommandResult,
  { kind: Kind }
>;

export async function startSimulatorProcess(
  lamps: number,
  { batch = 1_000 }: { batch?: number } = {},
): Promise<SimulatorProcess> {
  const child = fork(join(__dirname, 'simulator-child.js'));
  let last: Promise<unknown> = Promise.resolve();
  const sendCommand = <Kind extends SimulatorCommandResult['kind']>(
    command: SimulatorCommand,
    kind: Kind,
  ): Promise<ResultOf<Kind>> => {
    const pending = last.then(async () => {
      const nextResult = waitForResult(child);
      child.send(command);
      return expectResult(await nextResult, kind);
    });
    last = pending.catch(() => undefined);
    return pending;
  };
  const { address } = await sendCommand({ kind: 'start', lamps, batch }, 'started');
  return {
    address,
    arrivals: async () => (await sendCommand({ kind: 'arrivals' }, 'arrivals')).arrivals,
    change: async (rid, part) => (await sendCommand({ kind: 'change', rid, part }, 'changed')).at,
    burst: async (options) => (await sendCommand({ kind: 'burst', ...options }, 'burst')).changes,
    storm: async (options) => (await sendCommand({ kind: 'storm', ...options }, 'storm')).changes,
    addLamps: async (added, from) => {
      await sendCommand({ kind: 'add', lamps: added, from }, 'added');
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

const waitForResult = (child: ChildProcess): Promise<SimulatorCommandResult> =>
  new Promise((resolve) => {
    child.once('message', (result: SimulatorCommandResult) => resolve(result));
  });

function expectResult<Kind extends SimulatorCommandResult['kind']>(
  result: SimulatorCommandResult,
  kind: Kind,
): ResultOf<Kind> {
  if (isKind(result, kind)) return result;
  throw new Error(result.kind === 'failed' ? result.problem : `The simulator sent no ${kind}.`);
}

const isKind = <Kind extends SimulatorCommandResult['kind']>(
  result: SimulatorCommandResult,
  kind: Kind,
): result is ResultOf<Kind> => result.kind === kind;
