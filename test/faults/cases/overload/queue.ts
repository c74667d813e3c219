import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { getNestedMember } from '../../../../src/resources/members';
import { buildListRequest, buildUpdateRequest } from '../../../../src/bridge/request';
import { respondAsBridge, respondWith } from '../../../support/network/scripted-bridge';
import type { FaultCase } from '../../fault-case';
import { openConnectionWithClock } from '../../support/connection-with-clock';
import { FastClock } from '../../support/fast-clock';
import { findDimmableLampIds } from '../../support/client-harness';
import { dimLamp, makeRid } from '../../support/client-requests';
import { startSwitchableProxy } from '../../../support/network/switchable-proxy';
import type { RequestOutcome, Trial } from '../../support/trial';
import { pause, measureDuration, measureActiveTime } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

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
