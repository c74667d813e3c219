import assert from 'node:assert/strict';
import type { FaultCase } from '../../fault-case';
import { runSoak } from '../../soak/run-soak';
import type { Trial } from '../../support/trial';

export const soakCases: readonly FaultCase[] = [
  {
    number: 57,
    title: 'A household for five minutes, with 2 % faults and steady events',
    bound: "memory and handles flat, the state equals the bridge's at the end",
    run: soak,
  },
];

async function soak(trial: Trial): Promise<void> {
  const duration = trial.chooseByMode(4_000, 300_000);
  const result = await runSoak(trial, { duration, interval: duration / 20, seed: 57 });
  const last = result.samples.at(-1);
  trial.note(
    `${duration / 1_000} s, ${last?.requests} requests, ${last?.faults} faults, ${last?.messages} messages`,
  );
  // In so short a time, JIT compilation adds more to the heap than any leak.
  trial.atMost('growth of the heap', result.growth, trial.chooseByMode(40, 15), ' MB');
  assert.equal(result.resourceGrowth, undefined);
  trial.note('sockets and timers as before');
  assert.deepEqual(result.divergence, []);
  assert.deepEqual(result.unreported, []);
  trial.note('the state equals that of the bridge, in the client and as the nodes reported it');
}
