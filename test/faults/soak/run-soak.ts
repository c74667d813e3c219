import { isDeepStrictEqual } from 'node:util';
import type { BridgeClient } from '../../../src/bridge';
import { isObject, member } from '../../../src/resources';
import type { Simulator } from '../../../src/simulator';
import { FlowTrial } from '../support/flow-trial';
import { divergenceOf } from '../support/live-home';
import { growth, openThings } from '../support/open-things';
import { bridgeNode, credentialsOf, flowOf } from '../support/palette';
import type { Trial } from '../support/trial';
import { pass } from '../support/wait';
import { until } from '../../support/until';
import { Chance } from './chance';
import { slopeOf } from './figures';
import type { Figures } from './figures';
import { command, householdNodes, liveOn, watched } from './household';
import { makeFaults } from './random-faults';

/** How a soak is run. */
export interface SoakOptions {
  /** ms */
  duration: number;
  /** ms between two looks at the figures. */
  interval: number;
  seed: number;
  /** Told of each look. */
  onFigures?(figures: Figures, share: number): void;
}

/** What a soak ended with. */
export interface SoakOutcome {
  figures: readonly Figures[];
  /** MB an hour. */
  slope: number;
  /** Growth of the heap over the whole soak, by its slope, in MB. */
  growth: number;
  /** What more was open at the end than once everything was warm; undefined when nothing. */
  moreOpen: string | undefined;
  /** Resources that a client knows otherwise than the bridge does. */
  divergence: readonly string[];
  /** Resources of which the poll nodes told something else than the bridge holds, or nothing at all. */
  untold: readonly string[];
}

/** Ms between two commands, and between two changes in the house. */
const pace = { command: 150, change: 120 };

/** Lets a household live on real nodes, with 2 % of the requests going wrong. */
export async function runSoak(trial: Trial, options: SoakOptions): Promise<SoakOutcome> {
  const chance = new Chance(options.seed);
  const simulator = await trial.simulator({ requestLog: 200, events: { batch: 100 } });
  // After a cut connection the next has to be made, on a machine that has other things to do.
  trial.paceSlack = 2_000;
  const client = trial.client(simulator, { limits: { requestDeadline: 3_000 } });
  client.watch({ rtype: 'light', interval: 2_000 });
  const flow = await FlowTrial.start(trial);
  const told = rememberTold(flow);
  await flow.deploy(flowOf(bridgeNode(simulator), householdNodes), credentialsOf(trial));
  const faults = makeFaults(simulator, chance);
  const timers = [
    setInterval(() => command(flow, simulator, chance), pace.command),
    setInterval(() => liveOn(simulator, chance), pace.change),
  ];
  trial.atEnd(() => timers.forEach(clearInterval));

  const figures: Figures[] = [];
  const start = performance.now();
  const warmAt = options.duration / 4;
  let warm: ReadonlyMap<string, number> | undefined;
  let requests = 0;
  simulator.log.on('request', () => (requests += 1));
  for (let next = options.interval; next <= options.duration; next += options.interval) {
    await pass(Math.max(0, start + next - performance.now()));
    const now = look(trial, flow, { at: next, requests, faults: faults.count() });
    figures.push(now);
    if (next >= warmAt) warm ??= openThings();
    options.onFigures?.(now, next / options.duration);
  }
  timers.forEach(clearInterval);
  faults.end();
  await settle({ flow, simulator, client, told }, trial.choose(30_000, 90_000));
  await pass(500);
  const slope = slopeOf(figures);
  return {
    figures,
    slope,
    growth: (slope * options.duration) / 3_600_000,
    moreOpen: warm === undefined ? undefined : growthBeyondChance(warm),
    divergence: divergenceOf(simulator, client),
    untold: untoldOf(simulator, told),
  };
}

function look(
  trial: Trial,
  flow: FlowTrial,
  counts: Pick<Figures, 'at' | 'requests' | 'faults'>,
): Figures {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    ...counts,
    heap: heapUsed / 1_000_000,
    resident: rss / 1_000_000,
    open: [...openThings().values()].reduce((sum, count) => sum + count, 0),
    messages: flow.given,
    answered: flow.given - flow.open,
    warnings: flow.warnings.length + trial.warnings.length,
  };
}

/** Resources by id, as the poll nodes told them last. */
type Told = Map<string, unknown>;

function rememberTold(flow: FlowTrial): Told {
  const told: Told = new Map();
  flow.onArrival('out', ({ payload, bridge }) => {
    // What the other nodes answer has no occasion.
    if (member(bridge, 'occasion') === undefined) return;
    const one = isObject(payload) ? payload : undefined;
    if (typeof one?.['id'] === 'string') told.set(one['id'], one);
  });
  return told;
}

/** Everything that has to come to rest. */
interface Household {
  flow: FlowTrial;
  simulator: Simulator;
  client: BridgeClient;
  told: Told;
}

/** Waits until everything is answered and everybody has heard of the last change. */
async function settle({ flow, simulator, client, told }: Household, limit: number): Promise<void> {
  await until('all answers', () => flow.open === 0, { limit });
  const same = (): boolean =>
    divergenceOf(simulator, client).length === 0 && untoldOf(simulator, told).length === 0;
  // Who is still apart after this time is named in the outcome.
  await until('the same state everywhere', same, { limit, every: 500 }).catch(() => undefined);
}

const untoldOf = ({ home }: Simulator, told: Told): string[] =>
  watched
    .flatMap((rtype) => home.byType(rtype))
    .filter((resource) => !isDeepStrictEqual(told.get(resource.id), resource))
    .map(({ id }) => id);

/** A request under way, or a wait before the next, may have been there by chance. */
function growthBeyondChance(before: ReadonlyMap<string, number>): string | undefined {
  const generous = new Map([...before].map(([kind, count]) => [kind, count + 3]));
  return growth(generous, openThings());
}
