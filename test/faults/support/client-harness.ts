import { isDeepStrictEqual } from 'node:util';
import type { BridgeClient, ResourceChangeEvent, ClientLimits } from '../../../src/bridge';
import { isKnownResourceType } from '../../../src/resources';
import type { ResourceType } from '../../../src/resources';
import type { Simulator, SimulatorOptions } from '../../../src/simulator';
import type { Trial } from './trial';
import { waitUntil } from '../../support/wait-until';

/** Short limits, so that a trial observes what takes minutes with the defaults. */
export const shortLimits: Partial<ClientLimits> = {
  minPollInterval: 50,
  minOnDemandPollInterval: 20,
  initialReconnectDelay: 40,
  maxReconnectDelay: 200,
  streamConnectedAfter: 20,
  streamCheckInterval: 500,
  streamStableAfter: 200,
};

/** The same without checks of the event stream, which would correct state that only injected events set. */
export const shortLimitsWithoutCheck: Partial<ClientLimits> = {
  ...shortLimits,
  streamCheckInterval: 30_000,
};

/** A simulated home, and a client that watches it. */
export interface ClientHarness {
  simulator: Simulator;
  client: BridgeClient;
  /** Changes that the client reported, oldest first. */
  changes: ResourceChangeEvent[];
  /** Waits until the event stream is connected. */
  waitForStream(): Promise<void>;
  /** Number of requests for the event stream that the bridge received. */
  countStreamRequests(): number;
  /** Ids of all resources whose state differs between client and bridge. */
  findDivergence(): string[];
}

export async function startClientHarness(
  trial: Trial,
  {
    rtypes = ['light'],
    limits = shortLimits,
    interval = 200,
    ...options
  }: SimulatorOptions & {
    rtypes?: readonly ResourceType[];
    limits?: Partial<ClientLimits>;
    interval?: number;
  } = {},
): Promise<ClientHarness> {
  const simulator = await trial.simulator({ events: { batch: 0 }, ...options });
  const client = trial.client(simulator, { limits });
  const changes: ResourceChangeEvent[] = [];
  let pollCount = 0;
  for (const rtype of rtypes) {
    client.watch({
      rtype,
      interval,
      onChange: (change) => changes.push(change),
      onPoll: () => (pollCount += 1),
    });
  }
  await waitUntil('the first poll', () => pollCount >= rtypes.length);
  return {
    simulator,
    client,
    changes,
    waitForStream: () =>
      waitUntil('the event stream', () => client.connectionState.mode === 'stream'),
    countStreamRequests: () =>
      simulator.requests.filter(({ path }) => path.startsWith('/eventstream')).length,
    findDivergence: () => findDivergentIds(simulator, client),
  };
}

/** Bridges leave these out of the whole tree. */
const typesOutsideTree = new Set(['public_image', 'motion_area_candidate']);

/** Ids of all resources that differ, or that only the bridge or only the client holds. */
export function findDivergentIds(simulator: Simulator, client: BridgeClient): string[] {
  const differing = simulator.home
    .all()
    .filter(
      ({ id, type }) => isKnownResourceType(type) && !typesOutsideTree.has(type) && !isSame(id),
    )
    .map(({ id }) => id);
  const surplus = [...client.stateCache.all()]
    .filter(({ id }) => simulator.home.get(id) === undefined)
    .map(({ id }) => id);
  return [...differing, ...surplus];

  function isSame(id: string): boolean {
    return isDeepStrictEqual(client.stateCache.get(id), simulator.home.get(id));
  }
}

let frameCount = 0;

/** One frame of the event stream, with an id of its own. */
export function createEventFrame(type: string, ...data: readonly unknown[]): string {
  frameCount += 1;
  const container = { id: `frame-${frameCount}`, type, creationtime: '2026-11-20T10:00:00Z', data };
  return `id: 1700000000:${frameCount}\ndata: ${JSON.stringify([container])}\n\n`;
}

/** Ids of the lamps that can be dimmed. */
export const findDimmableLampIds = ({ home }: Simulator): readonly string[] =>
  home
    .byType('light')
    .filter((light) => light['dimming'] !== undefined)
    .map(({ id }) => id);
