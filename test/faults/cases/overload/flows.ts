import assert from 'node:assert/strict';
import { defaultLimits } from '../../../../src/bridge';
import type { ClientLimits } from '../../../../src/bridge';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { findDimmableLampIds } from '../../support/client-harness';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  paletteNodes,
} from '../../support/node-red/flow-nodes';
import { dimLamp, makeRid } from '../../support/client-requests';
import type { Trial } from '../../support/trial';
import { pause, startStopwatch } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

export const floodCases: readonly FaultCase[] = [
  {
    number: 30,
    title: 'A slider that sends 200 messages in 2 s',
    bound: 'the last value at most 1 s late, with at most 25 requests',
    run: slider,
  },
  {
    number: 32,
    title: '10,000 messages while the bridge is down',
    bound: 'the queue stays bounded, and every message is answered',
    run: floodWhileDown,
  },
  {
    number: 36,
    title: 'Ten nodes on one bridge',
    bound: 'they share one rate',
    run: tenNodes,
  },
];

async function slider(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  trial.expectRate(simulator.port);
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlow(createBridgeNode(simulator)), createCredentials(trial));
  const [target] = findDimmableLampIds(simulator);
  await flow.sendOrThrow('light', { payload: 1, target });
  const arrived: string[] = [];
  const stopwatch = startStopwatch();
  trial.addCleanup(() => stopwatch.stop());
  let lastAt = 0;
  simulator.log.on('request', ({ method, body }) => {
    if (method !== 'PUT') return;
    arrived.push(body);
    lastAt = stopwatch.ms();
  });
  const start = performance.now();
  const answers = [];
  for (let step = 1; step <= 200; step += 1) {
    answers.push(flow.sendAndWait('light', { payload: { brightness: step / 2 }, target }));
    await pause(Math.max(0, start + step * 10 - performance.now()));
  }
  const sentAt = stopwatch.ms();
  // On a busy machine the 200 messages take longer than 2 s, in which more requests may go.
  const extraSeconds = (performance.now() - start) / 1_000 - 2;
  const merged = (await Promise.all(answers)).filter(({ error }) => error === undefined).length;
  trial.tally('messages answered as done', merged, 200);
  assert.match(arrived.at(-1) ?? '', /"brightness":100/);
  trial.atMost('the last value came later by', Math.max(0, lastAt - sentAt), 1_000, ' ms');
  const { lampsPerSecond } = defaultLimits;
  trial.atMost('requests', arrived.length, 25 + Math.ceil(lampsPerSecond * extraSeconds));
}

async function floodWhileDown(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlow(createBridgeNode(simulator)), createCredentials(trial));
  await flow.sendOrThrow('resource', { operation: 'list', rtype: 'light', payload: {} });
  await simulator.stop();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const codes = new Map<string, number>();
  const answers = Array.from({ length: 10_000 }, async (_, number) => {
    const message = {
      operation: 'update',
      rtype: 'light',
      target: makeRid(number % 2_000),
      payload: { dimming: { brightness: number % 100 } },
    };
    const { error } = await flow.sendAndWait('resource', message);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'none';
    codes.set(code, (codes.get(code) ?? 0) + 1);
  });
  const full = (): boolean => (codes.get('ERR_BRIDGE_QUEUE_FULL') ?? 0) >= 7_000;
  await waitUntil('the refusals', full, { timeout: 60_000 });
  globalThis.gc?.();
  const heapGrowth = (process.memoryUsage().heapUsed - before) / 1_000_000;
  trial.note(
    `${flow.unansweredCount} messages wait, ${10_000 - flow.unansweredCount} were answered at once`,
  );
  assert.ok(flow.unansweredCount <= 2_500 + defaultLimits.maxQueuedRequests);
  trial.atMost('growth of memory', heapGrowth, 100, ' MB');
  if (trial.mode === 'short') await flow.deploy(createFlow(createBridgeNode(simulator), []));
  await Promise.all(answers);
  for (const [code, count] of codes) trial.note(`${count} times ${code}`);
  await waitingLimits(trial);
  trial.tally(
    'messages answered',
    [...codes.values()].reduce((sum, count) => sum + count, 0),
    10_000,
  );
}

/** Writes to one lamp are merged into one request, so that only their number and size limit them. */
async function waitingLimits(trial: Trial): Promise<void> {
  const address = { host: '127.0.0.1', port: 9, fingerprint: 'AB'.repeat(32) };
  const countQueued = async (bounds: Partial<ClientLimits>): Promise<number> => {
    const client = trial.client(address, { limits: { maxAttempts: 1_000, ...bounds } });
    const pending = Array.from({ length: 600 }, (_, value) =>
      trial.ask(dimLamp(client, makeRid(1), value % 100)),
    );
    const { queued } = client.connectionState;
    await client.close();
    await Promise.all(pending);
    return queued;
  };
  trial.atMost('callers that wait', await countQueued({ maxQueuedCommands: 200 }), 200);
  // Each body has some 30 bytes.
  trial.atMost(
    'callers that wait within 3,000 bytes',
    await countQueued({ maxQueuedBodyLength: 3_000 }),
    120,
  );
}

async function tenNodes(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  trial.expectRate(simulator.port);
  const flow = await FlowUnderTest.start(trial);
  const ids = Array.from({ length: 10 }, (_, number) => `light-${number}`);
  const nodes = ids.map((id) => createNode(id, 'bridge-light'));
  await flow.deploy(
    createFlow(createBridgeNode(simulator), [...paletteNodes, ...nodes]),
    createCredentials(trial),
  );
  const lamps = findDimmableLampIds(simulator);
  const rounds = trial.chooseByMode(4, 20);
  const start = performance.now();
  const answers = ids.flatMap((id, number) =>
    Array.from({ length: rounds }, async (_, round) => {
      await pause(round * 200);
      return flow.sendAndWait(id, { payload: 10 + round, target: lamps[number] });
    }),
  );
  const done = (await Promise.all(answers)).filter(({ error }) => error === undefined).length;
  trial.tally('messages answered as done', done, 10 * rounds);
  const seconds = (performance.now() - start) / 1_000;
  const writes = simulator.requests.filter(({ method }) => method === 'PUT').length;
  const { lampsPerSecond } = defaultLimits;
  trial.atMost(`writes in ${seconds.toFixed(1)} s`, writes, lampsPerSecond * (1 + seconds) + 1);
}
