import { isDeepStrictEqual } from 'node:util';
import type { BridgeClient, Change, Limits } from '../../../src/bridge';
import { isResourceType } from '../../../src/resources';
import type { ResourceType } from '../../../src/resources';
import type { Simulator, SimulatorOptions } from '../../../src/simulator';
import type { Trial } from './trial';
import { until } from '../../support/until';

/** Waits of a client, so short that a trial sees what takes minutes in a home. */
export const quickState: Partial<Limits> = {
  shortestPoll: 50,
  pollSpacing: 20,
  firstRetry: 40,
  longestRetry: 200,
  streamProof: 20,
  streamCheck: 500,
  streamSettled: 200,
};

/** The same without checks of the event stream, which find what events told and the home does not hold. */
export const uncheckedState: Partial<Limits> = { ...quickState, streamCheck: 30_000 };

/** A simulated home, and a client that watches it. */
export interface LiveHome {
  simulator: Simulator;
  client: BridgeClient;
  /** What the client told, oldest first. */
  changes: Change[];
  /** Waits until the event stream is live. */
  live(): Promise<void>;
  /** Requests for the event stream that the bridge has seen. */
  streamRequests(): number;
  /** Ids of all resources that the client knows otherwise than the bridge does. */
  divergence(): string[];
}

export async function startLiveHome(
  trial: Trial,
  {
    rtypes = ['light'],
    limits = quickState,
    interval = 200,
    ...options
  }: SimulatorOptions & {
    rtypes?: readonly ResourceType[];
    limits?: Partial<Limits>;
    interval?: number;
  } = {},
): Promise<LiveHome> {
  const simulator = await trial.simulator({ events: { batch: 0 }, ...options });
  const client = trial.client(simulator, { limits });
  const changes: Change[] = [];
  let polled = 0;
  for (const rtype of rtypes) {
    client.watch({
      rtype,
      interval,
      onChange: (change) => changes.push(change),
      onPoll: () => (polled += 1),
    });
  }
  await until('the first poll', () => polled >= rtypes.length);
  return {
    simulator,
    client,
    changes,
    live: () => until('the event stream', () => client.connection.mode === 'stream'),
    streamRequests: () =>
      simulator.requests.filter(({ path }) => path.startsWith('/eventstream')).length,
    divergence: () => divergenceOf(simulator, client),
  };
}

/** Bridges leave these out of the whole tree. */
const leftOut = new Set(['public_image', 'motion_area_candidate']);

/** Ids of all resources that a client knows otherwise than the bridge does, either way. */
export function divergenceOf(simulator: Simulator, client: BridgeClient): string[] {
  const wrong = simulator.home
    .all()
    .filter(({ id, type }) => isResourceType(type) && !leftOut.has(type) && !isKnown(id))
    .map(({ id }) => id);
  const surplus = [...client.mirror.all()]
    .filter(({ id }) => simulator.home.get(id) === undefined)
    .map(({ id }) => id);
  return [...wrong, ...surplus];

  function isKnown(id: string): boolean {
    return isDeepStrictEqual(client.mirror.get(id), simulator.home.get(id));
  }
}

let frames = 0;

/** One frame of the event stream, with an id of its own. */
export function frame(type: string, ...data: readonly unknown[]): string {
  frames += 1;
  const container = { id: `frame-${frames}`, type, creationtime: '2026-11-20T10:00:00Z', data };
  return `id: 1700000000:${frames}\ndata: ${JSON.stringify([container])}\n\n`;
}

/** An id of the form that a bridge gives, from a number. */
export const lampsOf = ({ home }: Simulator): readonly string[] =>
  home
    .byType('light')
    .filter((light) => light['dimming'] !== undefined)
    .map(({ id }) => id);
