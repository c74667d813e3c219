import { isDeepStrictEqual } from 'node:util';
import type {
  BridgeClient,
  ResourceChangeEvent,
  ClientLimits,
  SuccessfulBridgeResult,
  UntypedRequest,
} from '../../../src/bridge';
import { isKnownResourceType } from '../../../src/resources/table';
import type { ResourceType } from '../../../src/resources/table';
import { isObject, omitNullMembers } from '../../../src/resources/members';
import type { Simulator, SimulatorOptions } from '../../../src/simulator';
import type { Trial } from './trial';
import { waitUntil } from '../../support/wait-until';
import { lampId } from '../../support/network/scripted-bridge';

/** Trials observe what takes minutes by default. */
export const shortLimits: Partial<ClientLimits> = {
  minPollInterval: 50,
  minOnDemandPollInterval: 20,
  initialReconnectDelay: 40,
  maxReconnectDelay: 200,
  streamConnectedAfter: 20,
  streamCheckInterval: 500,
  streamStableAfter: 200,
};

/** A check would correct state that only injected events set. */
export const shortLimitsWithoutCheck: Partial<ClientLimits> = {
  ...shortLimits,
  streamCheckInterval: 30_000,
};

export interface ClientHarness {
  simulator: Simulator;
  client: BridgeClient;
  /** Reported changes, oldest first. */
  changes: ResourceChangeEvent[];
  waitForStream(): Promise<void>;
  /** Received by the bridge. */
  countStreamRequests(): number;
  /** Compares client and bridge. */
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

/** A bridge's whole tree lacks these types. */
const typesOutsideTree = new Set(['public_image', 'motion_area_candidate']);

/** Includes resources of only one side. A member that is `null` counts as missing. */
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
    return isDeepStrictEqual(client.stateCache.get(id), omitNullMembers(simulator.home.get(id)));
  }
}

let frameCount = 0;

/** Creates a frame with an id of its own. */
export function createEventFrame(type: string, ...data: readonly unknown[]): string {
  frameCount += 1;
  const container = { id: `frame-${frameCount}`, type, creationtime: '2026-11-20T10:00:00Z', data };
  return `id: 1700000000:${frameCount}\ndata: ${JSON.stringify([container])}\n\n`;
}

export const findDimmableLampIds = ({ home }: Simulator): readonly string[] =>
  home
    .byType('light')
    .filter((light) => isObject(light['dimming']))
    .map(({ id }) => id);

/** Valid requests on a type with all five operations. */
export const requestPerOperation: readonly UntypedRequest[] = [
  { operation: 'list', rtype: 'geofence_client' },
  { operation: 'get', rtype: 'geofence_client', rid: lampId },
  { operation: 'create', rtype: 'geofence_client', body: { name: 'Phone' } },
  { operation: 'update', rtype: 'geofence_client', rid: lampId, body: { name: 'Phone' } },
  { operation: 'delete', rtype: 'geofence_client', rid: lampId },
];

/** Returns distinct ids in the form of a bridge's ids. */
export const makeRid = (number: number): string =>
  `33333333-4444-4555-8666-${number.toString(16).padStart(12, '0')}`;

export const dimLamp = (
  client: BridgeClient,
  rid: string,
  brightness: number,
): Promise<SuccessfulBridgeResult<unknown>> =>
  client.update('light', rid, { dimming: { brightness } });
