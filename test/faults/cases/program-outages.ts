import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startSwitchableProxy } from '../../support/network/sockets';
import { waitUntil } from '../../support/wait-until';
import type { FaultCase } from '../fault-case';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  FlowUnderTest,
} from '../support/node-red/flow-under-test';
import { pause, startStopwatch } from '../support/timing';
import type { Trial } from '../support/trial';

export const programOutageCases: readonly FaultCase[] = [
  {
    number: 77,
    title:
      'The bridge vanishes while programs run on its lamps, or accepts requests and answers none',
    bound:
      'within 7 s of its return, 17 s where it left a request unanswered, each lamp shows what its program has come to by then, without a burst of what was missed',
    run: vanishingBridge,
  },
];

/** Lamps by what runs on them. */
const lamps = {
  endless: createFixtureId('light/living-floor'),
  ended: createFixtureId('light/sofa-left'),
  fade: createFixtureId('light/sofa-right'),
  later: createFixtureId('light/mirror'),
} as const;
type NodeName = keyof typeof lamps;

const steps = [
  { brightness: 90, for: '400ms' },
  { brightness: 10, for: '400ms' },
];
const payloads: Readonly<Record<NodeName, object>> = {
  endless: { play: steps, repeat: true },
  ended: { play: steps, for: '1200ms', restore: true },
  fade: { brightness: 1, transition: '3h' },
  later: { turnOn: 'later', brightness: 100 },
};

/** In percent; a lamp rounds it to one of 254 steps. */
const readBrightness = (simulator: Simulator, name: NodeName): number =>
  Math.round(Number(getNestedMember(simulator.home.get(lamps[name]), 'dimming', 'brightness')));

const countWrites = ({ requests }: Simulator, name: NodeName): number =>
  requests.filter(({ method, path }) => method === 'PUT' && path.endsWith(lamps[name])).length;
const countAllWrites = (simulator: Simulator): Readonly<Record<NodeName, number>> => ({
  endless: countWrites(simulator, 'endless'),
  ended: countWrites(simulator, 'ended'),
  fade: countWrites(simulator, 'fade'),
  later: countWrites(simulator, 'later'),
});

async function vanishingBridge(trial: Trial): Promise<void> {
  const outages = trial.chooseByMode([3_000], [3_000, 20_000, 90_000]);
  for (const outage of outages) await loseBridge(trial, 'refuses connections', outage);
  // Takes as long as a request that is not answered.
  if (trial.mode === 'long')
    for (const outage of outages) await loseBridge(trial, 'answers nothing', outage);
}

async function loseBridge(
  trial: Trial,
  kind: 'refuses connections' | 'answers nothing',
  outage: number,
): Promise<void> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  const proxy = await startSwitchableProxy(simulator.port);
  trial.addCleanup(() => proxy.stop());
  for (const [name, rid] of Object.entries(lamps))
    simulator.home.change(rid, { on: { on: name !== 'later' }, dimming: { brightness: 50 } });
  const flow = await FlowUnderTest.start(trial);
  const nodes = Object.entries(lamps).map(([name, target]) =>
    createNode(name, 'bridge-light', { target }),
  );
  const bridge = createBridgeNode({ ...simulator, port: proxy.port });
  await flow.deploy(createFlow(bridge, nodes), createCredentials(trial));
  for (const name of ['fade', 'later', 'endless', 'ended'] as const)
    await flow.sendOrThrow(name, { payload: payloads[name] });
  await waitUntil('the first steps', () => readBrightness(simulator, 'ended') !== 50);

  if (kind === 'refuses connections') proxy.switchTo(9);
  else simulator.faults.inject({ stall: 'before' });
  await pause(outage);
  simulator.home.change(lamps.later, { on: { on: true } });
  const before = countAllWrites(simulator);
  const returnedAt = performance.now();
  const stopwatch = startStopwatch();
  trial.addCleanup(() => stopwatch.stop());
  simulator.faults.clear();
  if (kind === 'refuses connections') proxy.switchTo(simulator.port);

  const limit = { timeout: 60_000 };
  await waitUntil(
    'the lamp that was to return',
    () => readBrightness(simulator, 'ended') === 50,
    limit,
  );
  await waitUntil('the lamp that came on', () => readBrightness(simulator, 'later') === 100, limit);
  const seen = readBrightness(simulator, 'endless');
  await waitUntil('the next step', () => readBrightness(simulator, 'endless') !== seen, limit);
  const took = performance.now() - returnedAt;
  const title = `after ${outage / 1_000} s in which it ${kind}`;
  trial.atMost(
    `${title}, all was as it should be`,
    stopwatch.ms(),
    kind === 'answers nothing' ? 17_000 : 7_000,
    ' ms',
  );
  // The endless sequence goes on with two and a half steps a second; each other lamp is brought to where it should be.
  const stepsTaken = Math.ceil(took / 400);
  const due = { endless: stepsTaken + 3, ended: 3, fade: 3, later: 3 };
  const after = countAllWrites(simulator);
  for (const name of ['endless', 'ended', 'fade', 'later'] as const) {
    const excess = Math.max(0, after[name] - before[name] - due[name]);
    trial.atMost(`${title}, requests to the lamp "${name}" more than what was due`, excess, 0);
  }
  await flow.deploy([], {});
}
