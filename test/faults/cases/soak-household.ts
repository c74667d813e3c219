import assert from 'node:assert/strict';
import type { FaultCase } from '../fault-case';
import { runSoak } from '../soak/run-soak';
import type { Trial } from '../support/trial';

export const soakCases: readonly FaultCase[] = [
  {
    number: 57,
    title: 'A household for five minutes, with 2 % faults and steady events',
    bound: "memory and handles flat, the state equals the bridge's at the end",
    run: soak,
  },
];

async function soak(trial: Trial): Promise<void> {
  const duration = trial.choose(6_000, 300_000);
  const outcome = await runSoak(trial, { duration, interval: duration / 20, seed: 57 });
  const last = outcome.figures.at(-1);
  trial.note(
    `${duration / 1_000} s, ${last?.requests} requests, ${last?.faults} faults, ${last?.messages} messages`,
  );
  // Code that gets hot weighs more than any leak of so short a time.
  trial.atMost('growth of the heap', outcome.growth, trial.choose(40, 15), ' MB');
  assert.equal(outcome.moreOpen, undefined);
  trial.note('sockets and timers as before');
  assert.deepEqual(outcome.divergence, []);
  assert.deepEqual(outcome.untold, []);
  trial.note('the state equals that of the bridge, in the client and as the nodes told it');
}
