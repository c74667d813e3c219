import { isDeepStrictEqual } from 'node:util';
import type { BridgeClient } from '../../../src/bridge';
import { isObject, getNestedMember, omitNullMembers } from '../../../src/resources/members';
import type { Simulator } from '../../../src/simulator';
import {
  FlowUnderTest,
  createBridgeNode,
  createCredentials,
  createFlow,
} from '../support/node-red/flow-under-test';
import { findDivergentIds } from '../support/client-harness';
import { countActiveResources, describeGrowth, takeLargerCounts } from '../support/checks';
import type { Trial } from '../support/trial';
import { pause } from '../support/timing';
import { waitUntil } from '../../support/wait-until';
import { SeededRandom } from './seeded-random';
import {
  sendRandomCommand,
  workloadNodes,
  applyRandomChange,
  watchedTypes,
  injectRandomFaults,
} from './workload';

/** How a soak is run. */
export interface SoakOptions {
  /** ms */
  duration: number;
  /** ms between two samples. */
  interval: number;
  seed: number;
  /** Messages a second that are sent into the flow; about seven where nothing is said. */
  rate?: number;
  /** Called with each sample. */
  onSample?(samples: SoakSample, share: number): void;
}

/** What a soak ended with. */
export interface SoakResult {
  samples: readonly SoakSample[];
  /** MB an hour. */
  slope: number;
  /** Growth of the heap over the whole soak, by its slope, in MB. */
  growth: number;
  /** What more was open at the end than once everything was warm; undefined when nothing. */
  resourceGrowth: string | undefined;
  /** Ids of resources whose state differs between client and bridge. */
  divergence: readonly string[];
  /** Ids of resources that the poll nodes reported wrongly, or not at all. */
  unreported: readonly string[];
}

/** Requests, timers and immediates of each kind that may be in progress at the time of the count. */
const inProgressTolerance = 3;

/** Ms between two commands, and between two changes of the simulated home. */
const intervals = { command: 150, change: 120 };

/** Runs a mixed workload on real nodes, with 2 % of the requests failing. */
export async function runSoak(trial: Trial, options: SoakOptions): Promise<SoakResult> {
  const random = new SeededRandom(options.seed);
  const simulator = await trial.simulator({ requestLog: 200, events: { batch: 100 } });
  // After a cut connection the next has to be made, on a machine that has other things to do.
  trial.rateTolerance = 2_000;
  const client = trial.client(simulator, { limits: { requestTimeout: 3_000 } });
  client.watch({ rtype: 'light', interval: 2_000 });
  const flow = await FlowUnderTest.start(trial);
  const reported = trackReported(flow);
  await flow.deploy(
    createFlow(createBridgeNode(simulator), workloadNodes),
    createCredentials(trial),
  );
  const faults = injectRandomFaults(simulator, random);
  const commandInterval = options.rate === undefined ? intervals.command : 1_000 / options.rate;
  const timers = [
    setInterval(() => sendRandomCommand(flow, simulator, random), commandInterval),
    setInterval(() => applyRandomChange(simulator, random), intervals.change),
  ];
  trial.addCleanup(() => timers.forEach(clearInterval));

  const samples: SoakSample[] = [];
  const start = performance.now();
  // Cut connections are few for a moment: the most of several counts is what a warm flow has open.
  const warmedUp = { from: options.duration / 4, until: (options.duration * 3) / 4 };
  let baseline: ReadonlyMap<string, number> = new Map();
  let requests = 0;
  simulator.log.on('request', () => (requests += 1));
  for (let next = options.interval; next <= options.duration; next += options.interval) {
    await pause(Math.max(0, start + next - performance.now()));
    const currentSample = takeSample(trial, flow, { at: next, requests, faults: faults.count() });
    samples.push(currentSample);
    if (next >= warmedUp.from && next <= warmedUp.until)
      baseline = takeLargerCounts(baseline, countActiveResources());
    options.onSample?.(currentSample, next / options.duration);
  }
  timers.forEach(clearInterval);
  faults.end();
  await waitForConvergence(
    { flow, simulator, client, reported },
    trial.chooseByMode(30_000, 90_000),
  );
  await pause(500);
  const slope = computeHeapSlope(samples);
  return {
    samples,
    slope,
    growth: (slope * options.duration) / 3_600_000,
    resourceGrowth: describeGrowth(baseline, countActiveResources(), inProgressTolerance),
    divergence: findDivergentIds(simulator, client),
    unreported: findUnreported(simulator, reported),
  };
}

function takeSample(
  trial: Trial,
  flow: FlowUnderTest,
  counts: Pick<SoakSample, 'at' | 'requests' | 'faults'>,
): SoakSample {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    ...counts,
    heap: heapUsed / 1_000_000,
    resident: rss / 1_000_000,
    activeResources: [...countActiveResources().values()].reduce((sum, count) => sum + count, 0),
    messages: flow.sentCount,
    answered: flow.sentCount - flow.unansweredCount,
    warnings: flow.warnings.length + trial.warnings.length,
  };
}

/** Resources by id, as the poll nodes reported them last. */
type ReportedResources = Map<string, unknown>;

function trackReported(flow: FlowUnderTest): ReportedResources {
  const reported: ReportedResources = new Map();
  flow.onArrival('out', ({ payload, bridge }) => {
    // Messages of the action nodes have no occasion.
    if (getNestedMember(bridge, 'occasion') === undefined) return;
    const reportedResource = isObject(payload) ? payload : undefined;
    if (typeof reportedResource?.['id'] === 'string')
      reported.set(reportedResource['id'], reportedResource);
  });
  return reported;
}

/** What has to agree before the result is taken. */
interface SoakSetup {
  flow: FlowUnderTest;
  simulator: Simulator;
  client: BridgeClient;
  reported: ReportedResources;
}

/** Waits until all messages are answered and client and nodes have the state of the bridge. */
async function waitForConvergence(
  { flow, simulator, client, reported }: SoakSetup,
  limit: number,
): Promise<void> {
  await waitUntil('all answers', () => flow.unansweredCount === 0, { timeout: limit });
  const isConverged = (): boolean =>
    findDivergentIds(simulator, client).length === 0 &&
    findUnreported(simulator, reported).length === 0;
  // What still differs after this time is listed in the result.
  await waitUntil('the same state everywhere', isConverged, {
    timeout: limit,
    interval: 500,
  }).catch(() => undefined);
}

const findUnreported = ({ home }: Simulator, reported: ReportedResources): string[] =>
  watchedTypes
    .flatMap((rtype) => home.byType(rtype))
    .filter((resource) => !isDeepStrictEqual(reported.get(resource.id), omitNullMembers(resource)))
    .map(({ id }) => id);

/** One sample of the measurements of a soak. */
export interface SoakSample {
  /** ms since the start. */
  at: number;
  /** Heap in use after a collection, in MB. */
  heap: number;
  /** Memory of the whole process, in MB. */
  resident: number;
  /** Number of sockets, timers and the like. */
  activeResources: number;
  messages: number;
  answered: number;
  requests: number;
  faults: number;
  warnings: number;
}

/** Share of a soak in which caches fill and code is compiled; it is left out of the slope. */
const warmUpShare = 0.25;

/** How steeply the heap rises once everything is warm, in MB an hour (least squares). */
function computeHeapSlope(samples: readonly SoakSample[]): number {
  const samplesAfterWarmUp = samples.slice(Math.floor(samples.length * warmUpShare));
  const hours = samplesAfterWarmUp.map(({ at }) => at / 3_600_000);
  const heaps = samplesAfterWarmUp.map(({ heap }) => heap);
  const [hour, heap] = [mean(hours), mean(heaps)];
  const spread = mean(hours.map((one) => (one - hour) ** 2));
  if (spread === 0) return 0;
  return mean(hours.map((one, index) => (one - hour) * ((heaps[index] ?? 0) - heap))) / spread;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
