import assert from 'node:assert/strict';
import { defaultLimits } from '../../../../src/bridge';
import type { BridgeClient } from '../../../../src/bridge';
import { buildUpdateRequest } from '../../../../src/bridge/request';
import { leaveUnanswered } from '../../../support/network/strained-bridge';
import type { FaultCase } from '../../fault-case';
import { dimLamp, makeRid } from '../../support/client-requests';
import { openConnectionWithClock } from '../../support/connection-with-clock';
import { FastClock } from '../../support/fast-clock';
import { measureActiveTime, pause } from '../../support/timing';
import type { Trial } from '../../support/trial';

export const hangingLampCases: readonly FaultCase[] = [
  {
    number: 60,
    title: 'Ten lamps never answer, then a hundred; another one is commanded',
    bound:
      'it has it 0.2 s later than on an idle bridge, a list within 1 s; the bridge is not away',
    run: manyHangingLamps,
  },
  {
    number: 61,
    title: 'One lamp hangs for an hour',
    bound: 'the others are undisturbed; one warning',
    run: oneHangingLamp,
  },
];

const makeRids = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => makeRid(number));

/** Commands so many lamps and right behind them another one. @returns how long that one took, in ms */
async function measureLampBehind(
  trial: Trial,
  client: BridgeClient,
  count: number,
): Promise<{ took: number; others: Promise<unknown> }> {
  const others = Promise.all(makeRids(count).map((rid) => trial.ask(dimLamp(client, rid, 50))));
  const took = await measureActiveTime(async () => {
    const outcome = await trial.ask(dimLamp(client, makeRid(999), 50));
    assert.ok('value' in outcome, 'the other lamp was refused');
  });
  return { took, others };
}

async function manyHangingLamps(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const requestTimeout = trial.chooseByMode(3_000, defaultLimits.requestTimeout);
  const client = trial.client(bridge, { limits: { requestTimeout }, events: 'never' });
  const kinds = new Set<string>();
  client.onConnectionChange(({ kind }) => kinds.add(kind));
  const errors: string[] = [];
  client.watch({ rtype: 'scene', interval: 1_000, onError: ({ code }) => errors.push(code) });
  const idle = await measureLampBehind(trial, client, 10);
  await idle.others;
  // The rate allows a burst again.
  await pause(1_500);
  bridge.setScript(leaveUnanswered(makeRids(10)));
  const ten = await measureLampBehind(trial, client, 10);
  // Beside the other tests everything takes longer; a lamp that had to wait would take a time-out.
  const bound = trial.chooseByMode(requestTimeout - 500, 200);
  trial.atMost('later behind ten lamps that hang', ten.took - idle.took, bound, ' ms');
  const list = await measureActiveTime(async () => {
    const outcome = await trial.ask(client.list('scene'));
    assert.ok('value' in outcome, 'the list was refused');
  });
  trial.atMost('a list meanwhile', list, 1_000, ' ms');
  await ten.others;
  const count = trial.chooseByMode(30, 100);
  bridge.setScript(leaveUnanswered(makeRids(count)));
  await pause(2_000);
  const many = await measureLampBehind(trial, client, count);
  const rateTime =
    ((count + 1 - defaultLimits.lampsPerSecond) / defaultLimits.lampsPerSecond) * 1_000;
  trial.atMost(`behind ${count}, later than the rate`, many.took - rateTime, 500, ' ms');
  trial.atMost('connections at a time', bridge.openConnections(), 3 + 16 + 2);
  await client.close();
  await many.others;
  kinds.delete('closed');
  assert.deepEqual([...kinds].toSorted(), ['connected']);
  assert.deepEqual(errors, []);
  trial.atMost('warnings', trial.warnings.length, 2);
}

async function oneHangingLamp(trial: Trial): Promise<void> {
  // The shorter the form, the slower the clock: a time-out of the transport is to outlast a stall of a busy machine.
  const speed = trial.chooseByMode(20, 60);
  const lasts = trial.chooseByMode(180_000, 3_600_000);
  const bridge = await trial.scripted();
  bridge.setScript(leaveUnanswered(makeRids(1)));
  const clock = new FastClock(speed);
  const { connection } = openConnectionWithClock(trial, bridge, clock, {
    // The time-out of the transport and the answers of the bridge do not run faster.
    requestTimeout: defaultLimits.requestTimeout / speed,
    hangingWriteAfter: 100 * speed,
    probeTimeout: 5_000 * speed,
    warningRepeatInterval: 24 * 3_600_000,
  });
  const kinds = new Set<string>();
  connection.stateReporter.subscribe(({ kind }) => kinds.add(kind));
  const setOn = (number: number): Promise<unknown> => {
    const members = { on: { on: true } };
    const text = JSON.stringify(members);
    const request = { text, members, nonIdempotent: false };
    return connection.queue.submit(buildUpdateRequest('light', makeRid(number), request), {});
  };
  let answered = 0;
  let commands = 0;
  const hanging: Promise<unknown>[] = [];
  const end = clock.now() + lasts;
  while (clock.now() < end) {
    if (commands % 5 === 0) hanging.push(trial.ask(setOn(0)));
    commands += 1;
    const outcome = await trial.ask(setOn(1 + (commands % 10)));
    if ('value' in outcome) answered += 1;
    await pause(2_000 / speed);
  }
  trial.tally(`commands to others in ${Math.round(lasts / 60_000)} min`, answered, commands);
  assert.deepEqual([...kinds], ['connected']);
  trial.tally('warning', trial.warnings.length, 1);
  const tries = bridge.requests.filter(({ path }) => path.endsWith(makeRid(0))).length;
  trial.note(`${tries} tries of the lamp that hangs`);
  await connection.close();
  await Promise.all(hanging);
}
