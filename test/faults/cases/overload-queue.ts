import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { member } from '../../../src/resources';
import { listRequest, updateRequest } from '../../../src/bridge/wire/request';
import { obedient } from '../../bridge/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { clockedHome } from '../support/clocked-home';
import { FastClock } from '../support/fast-clock';
import { lampsOf } from '../support/live-home';
import { dim, ridOf } from '../support/requests';
import { startSwitchboard } from '../support/switchboard';
import type { Ending, Trial } from '../support/trial';
import { pass, timed, timedRunning } from '../support/wait';
import { until } from '../../support/until';

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
    bound: 'only the last wish is sent; what is too old is answered as expired',
    run: lastWish,
  },
  {
    number: 34,
    title: 'On, off, on',
    bound: 'the last wish is the final state, whatever else goes wrong',
    run: lastState,
  },
  {
    number: 35,
    title: 'Two bridges, one of them dead',
    bound: "the other's latency does not change",
    run: deadNeighbour,
  },
];

async function lampBehindGroups(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  bridge.answerWith((seen, response) => void setTimeout(() => obedient(seen, response), 50));
  // Slower than usual, so that no further group may be on its way when the lamp is asked for.
  const client = trial.client(bridge, { limits: { groupsPerSecond: 0.1 } });
  const groups = Array.from({ length: 30 }, (_, number) =>
    trial.ask(client.update('grouped_light', ridOf(100 + number), { on: { on: true } })),
  );
  await until('a command to a group', () => bridge.requests.length > 0);
  const before = bridge.requests.length;
  const took = await timedRunning(async () => {
    const ending = await trial.ask(dim(client, ridOf(1), 50));
    assert.ok('value' in ending, 'the lamp was refused');
  });
  assert.ok(bridge.requests[before]?.path.endsWith(ridOf(1)), 'a group came before the lamp');
  trial.atMost('the lamp was answered after', took, 300, ' ms');
  await client.close();
  await Promise.all(groups);
}

async function lastWish(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const switchboard = await startSwitchboard(bridge.port);
  trial.atEnd(() => switchboard.stop());
  const clock = new FastClock(1);
  const { link } = clockedHome(trial, { ...bridge, port: switchboard.port }, clock, {
    commandAge: 60_000,
    firstHold: 10,
    longestAway: 50,
    lampsPerSecond: 100,
  });
  const wish = (rid: string, brightness: number): Promise<Ending<unknown>> => {
    const text = JSON.stringify({ dimming: { brightness } });
    return trial.ask(link.carryOut(updateRequest('light', rid, { text, momentary: false }), {}));
  };
  await trial.ask(link.carryOut(listRequest('light'), {}));
  const before = bridge.requests.length;
  switchboard.switchTo(9);
  const old = wish(ridOf(1), 1);
  clock.jump(42_000);
  const wishes = Array.from({ length: 20 }, (_, value) => wish(ridOf(2), value + 1));
  clock.jump(18_000);
  const expired = await old;
  switchboard.switchTo(bridge.port);
  const sent = await Promise.all(wishes);
  assert.ok('error' in expired && expired.error.code === 'ERR_BRIDGE_EXPIRED');
  trial.note('what was too old was answered as expired');
  trial.tally('wishes answered as done', sent.filter((ending) => 'value' in ending).length, 20);
  const requests = bridge.requests.slice(before);
  const bodies = requests.map(({ path, body }) => [path.slice(-3), body]);
  assert.deepEqual(bodies, [['002', '{"dimming":{"brightness":20}}']]);
  trial.tally('request for them, with the last value', requests.length, 1);
}

async function lastState(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const limits = {
    lampsPerSecond: 500,
    firstHold: 5,
    longestHold: 50,
    longestAway: 50,
    attempts: 20,
  };
  const client = trial.client(simulator, { limits });
  simulator.faults.answer({ match: { method: 'PUT' }, status: 503, times: trial.choose(5, 50) });
  simulator.faults.answer({ match: { method: 'PUT' }, cut: 'after', times: trial.choose(5, 50) });
  simulator.faults.answer({ match: { method: 'PUT' }, cut: 'before', times: trial.choose(5, 50) });
  const lamps = lampsOf(simulator);
  const sequence = fc.array(fc.record({ on: fc.boolean(), wait: fc.nat(5) }), {
    minLength: 3,
    maxLength: 12,
  });
  const sequences = fc.sample(sequence, { numRuns: trial.choose(60, 1_000), seed: 34 });
  let right = 0;
  const runLamp = async (rid: string, own: typeof sequences): Promise<void> => {
    for (const steps of own) {
      const asked = [];
      for (const { on, wait } of steps) {
        asked.push(trial.ask(client.update('light', rid, { on: { on } })));
        if (wait > 0) await pass(wait);
      }
      await Promise.all(asked);
      if (member(simulator.home.get(rid), 'on', 'on') === steps.at(-1)?.on) right += 1;
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
  trial.tally('sequences ended as they should', right, sequences.length);
}

async function deadNeighbour(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge);
  const rounds = trial.choose(100, 1_000);
  const median = async (): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(
        await timed(async () => {
          const ending = await trial.ask(client.list('light'));
          assert.ok('value' in ending, 'a read of the bridge that lives was refused');
        }),
      );
    }
    return times.toSorted((one, other) => one - other)[rounds >> 1] ?? 0;
  };
  await median();
  const before = await median();
  const dead = trial.client({ ...bridge, port: 9 });
  const lost = Array.from({ length: 400 }, (_, number) => trial.ask(dim(dead, ridOf(number), 1)));
  const beside = await median();
  await dead.close();
  await Promise.all(lost);
  // The machine may have become slower meanwhile, which says nothing of the neighbour.
  const alone = Math.max(before, await median());
  trial.note(`median ${alone.toFixed(2)} ms alone, ${beside.toFixed(2)} ms beside a dead bridge`);
  trial.atMost('growth of the median', beside - alone, Math.max(2, alone), ' ms');
}
