import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { getNestedMember } from '../../../src/resources/members';
import { buildListRequest, buildUpdateRequest } from '../../../src/bridge/request';
import { respondAsBridge, respondWith } from '../../support/network/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { openConnectionWithClock, FastClock } from '../support/fast-clock';
import { findDimmableLampIds, dimLamp, makeRid } from '../support/client-harness';
import { startSwitchableProxy } from '../../support/network/sockets';
import type { RequestOutcome, Trial } from '../support/trial';
import { pause, measureDuration, measureActiveTime, startStopwatch } from '../support/timing';
import { waitUntil } from '../../support/wait-until';
import { defaultLimits } from '../../../src/bridge';
import type { ClientLimits } from '../../../src/bridge';
import {
  FlowUnderTest,
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  paletteNodes,
} from '../support/node-red/flow-under-test';

export const queueCases: readonly FaultCase[] = [
  {
    number: 31,
    title: '30 commands to groups, then one to a lamp',
    bound: 'the lamp has it within 300 ms',
    run: lampBehindGroups,
  },
  {
    number: 33,
    title: 'The bridge returns while commands wait',
    bound: 'only the last command is sent; what is too old is answered as expired',
    run: lastWriteSent,
  },
  {
    number: 34,
    title: 'On, off, on',
    bound: 'the last command is the final state, whatever else goes wrong',
    run: finalState,
  },
  {
    number: 35,
    title: 'Two bridges, one of them dead',
    bound: "the other's latency does not change",
    run: unreachableOtherBridge,
  },
];

const rooms = Array.from({ length: 30 }, (_, room) => room);

function createRoomWithoutLamps(room: number): object[] {
  const owner = { rid: makeRid(200 + room), rtype: 'room' };
  const group = { rid: makeRid(100 + room), rtype: 'grouped_light' };
  return [
    { id: owner.rid, type: owner.rtype, children: [], services: [group] },
    { id: group.rid, type: group.rtype, owner, on: { on: false } },
  ];
}

async function lampBehindGroups(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  bridge.setScript(respondWith(200, { errors: [], data: rooms.flatMap(createRoomWithoutLamps) }));
  // Slower than usual, so that no further group may be on its way when the lamp is asked for.
  const client = trial.client(bridge, { limits: { groupsPerSecond: 0.1 } });
  // A group whose lamps are not known counts for each lamp.
  await client.find('room', makeRid(200));
  bridge.setScript((seen, response) => void setTimeout(() => respondAsBridge(seen, response), 50));
  const groups = rooms.map((room) =>
    trial.ask(client.update('grouped_light', makeRid(100 + room), { on: { on: true } })),
  );
  await waitUntil('a command to a group', () =>
    bridge.requests.some(({ method }) => method === 'PUT'),
  );
  const before = bridge.requests.length;
  const duration = await measureActiveTime(async () => {
    const ending = await trial.ask(dimLamp(client, makeRid(1), 50));
    assert.ok('value' in ending, 'the lamp was refused');
  });
  assert.ok(bridge.requests[before]?.path.endsWith(makeRid(1)), 'a group came before the lamp');
  trial.atMost('the lamp was answered after', duration, 300, ' ms');
  await client.close();
  await Promise.all(groups);
}

async function lastWriteSent(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const proxy = await startSwitchableProxy(bridge.port);
  trial.addCleanup(() => proxy.stop());
  const clock = new FastClock(1);
  const { connection } = openConnectionWithClock(trial, { ...bridge, port: proxy.port }, clock, {
    maxQueueTime: 60_000,
    initialBackoff: 10,
    probeInterval: 100,
    lampsPerSecond: 100,
  });
  const sendBrightness = (rid: string, brightness: number): Promise<RequestOutcome<unknown>> => {
    const members = { dimming: { brightness } };
    const text = JSON.stringify(members);
    return trial.ask(
      connection.queue.submit(
        buildUpdateRequest('light', rid, { text, members, nonIdempotent: false }),
        {},
      ),
    );
  };
  await trial.ask(connection.queue.submit(buildListRequest('light'), {}));
  const before = bridge.requests.length;
  proxy.switchTo(9);
  const old = sendBrightness(makeRid(1), 1);
  clock.jump(42_000);
  const writes = Array.from({ length: 20 }, (_, value) => sendBrightness(makeRid(2), value + 1));
  clock.jump(18_000);
  const expired = await old;
  proxy.switchTo(bridge.port);
  const sent = await Promise.all(writes);
  assert.ok('error' in expired && expired.error.code === 'ERR_BRIDGE_EXPIRED');
  trial.note('what was too old was answered as expired');
  trial.tally('commands answered as done', sent.filter((ending) => 'value' in ending).length, 20);
  const requests = bridge.requests.slice(before).filter(({ method }) => method === 'PUT');
  const bodies = requests.map(({ path, body }) => [path.slice(-3), body]);
  assert.deepEqual(bodies, [['002', '{"dimming":{"brightness":20}}']]);
  trial.tally('request for them, with the last value', requests.length, 1);
}

async function finalState(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const limits = {
    lampsPerSecond: 500,
    initialBackoff: 5,
    maxBusyBackoff: 50,
    probeInterval: 100,
    maxAttempts: 20,
  };
  const client = trial.client(simulator, { limits });
  simulator.faults.inject({
    match: { method: 'PUT' },
    status: 503,
    times: trial.chooseByMode(5, 50),
  });
  simulator.faults.inject({
    match: { method: 'PUT' },
    cut: 'after',
    times: trial.chooseByMode(5, 50),
  });
  simulator.faults.inject({
    match: { method: 'PUT' },
    cut: 'before',
    times: trial.chooseByMode(5, 50),
  });
  const lamps = findDimmableLampIds(simulator);
  const sequence = fc.array(fc.record({ on: fc.boolean(), wait: fc.nat(5) }), {
    minLength: 3,
    maxLength: 12,
  });
  const sequences = fc.sample(sequence, { numRuns: trial.chooseByMode(60, 1_000), seed: 34 });
  let right = 0;
  const runLamp = async (rid: string, own: typeof sequences): Promise<void> => {
    for (const steps of own) {
      const pending = [];
      for (const { on, wait } of steps) {
        pending.push(trial.ask(client.update('light', rid, { on: { on } })));
        if (wait > 0) await pause(wait);
      }
      await Promise.all(pending);
      if (getNestedMember(simulator.home.get(rid), 'on', 'on') === steps.at(-1)?.on) right += 1;
    }
  };
  await Promise.all(
    lamps.map((rid, index) =>
      runLamp(
        rid,
        sequences.filter((_, number) => number % lamps.length === index),
      ),
    ),
  );
  trial.tally('runs of on and off ended as they should', right, sequences.length);
}

async function unreachableOtherBridge(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge);
  const rounds = trial.chooseByMode(100, 1_000);
  const median = async (): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(
        await measureDuration(async () => {
          const ending = await trial.ask(client.list('light'));
          assert.ok('value' in ending, 'a read of the bridge that lives was refused');
        }),
      );
    }
    return times.toSorted((one, other) => one - other)[rounds >> 1] ?? 0;
  };
  await median();
  const before = await median();
  const unreachableClient = trial.client({ ...bridge, port: 9 });
  const pendingCommands = Array.from({ length: 400 }, (_, number) =>
    trial.ask(dimLamp(unreachableClient, makeRid(number), 1)),
  );
  // Other processes may hold this one up for some of the rounds, but hardly for all.
  const medianBesideDeadBridge = Math.min(await median(), await median(), await median());
  await unreachableClient.close();
  await Promise.all(pendingCommands);
  // The machine may have become slower meanwhile, whatever the other bridge does.
  const baseline = Math.max(before, await median());
  trial.note(
    `median ${baseline.toFixed(2)} ms alone, ${medianBesideDeadBridge.toFixed(2)} ms beside a dead bridge`,
  );
  trial.atMost(
    'growth of the median',
    medianBesideDeadBridge - baseline,
    Math.max(2, baseline),
    ' ms',
  );
}

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
