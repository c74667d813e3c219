import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge';
import { answer, obedient } from '../../bridge/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { dim, ridOf } from '../support/requests';
import type { Trial } from '../support/trial';
import { pass } from '../support/wait';

export const patienceCases: readonly FaultCase[] = [
  {
    number: 2,
    title: '429 with Retry-After',
    bound: 'nothing is sent to that bridge until the time is over',
    run: retryAfter,
  },
  {
    number: 3,
    title: '429 without Retry-After',
    bound: 'waits that double, each with chance in it',
    run: doublingWaits,
  },
  {
    number: 4,
    title: '429 for ever, with 50 commands waiting',
    bound: 'at most 100 requests in 30 s',
    run: endlessRefusal,
  },
];

async function retryAfter(trial: Trial): Promise<void> {
  const seconds = trial.choose(1, 5);
  const bridge = await trial.scripted();
  const client = trial.client(bridge);
  bridge.answerWith(answer(429, '', { 'retry-after': String(seconds) }));
  const asked = [trial.ask(dim(client, ridOf(0), 10))];
  while (bridge.requests.length === 0) await pass(1);
  await pass(20);
  const refusedAt = bridge.requests[0]?.at ?? 0;
  bridge.answerWith(obedient);
  for (let number = 1; number <= 20; number += 1) {
    asked.push(trial.ask(dim(client, ridOf(number), number)));
  }
  await Promise.all([...asked, trial.ask(client.list('light')), trial.ask(client.list('room'))]);
  const gap = (bridge.requests[1]?.at ?? 0) - refusedAt;
  trial.note(`nothing for ${Math.round(gap)} ms after it asked for ${seconds * 1_000} ms`);
  assert.ok(gap >= seconds * 1_000, `${gap} ms`);
}

async function doublingWaits(trial: Trial): Promise<void> {
  const clients = 20;
  const firstHold = trial.choose(20, 200);
  const attempts = 6;
  const bridge = await trial.scripted();
  bridge.answerWith(answer(429, '<html></html>', { 'content-type': 'text/html' }));
  const asked = Array.from({ length: clients }, (_, number) => {
    const client = trial.client(bridge, { limits: { firstHold, attempts, lampsPerSecond: 1_000 } });
    return trial.ask(dim(client, ridOf(number), 10));
  });
  await Promise.all(asked);
  const means: number[] = [];
  const seen = new Set<number>();
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const waits = Array.from({ length: clients }, (_, number) => {
      const times = bridge.requests
        .filter(({ path }) => path.endsWith(ridOf(number)))
        .map(({ at }) => at);
      assert.equal(times.length, attempts);
      return (times[attempt] ?? 0) - (times[attempt - 1] ?? 0);
    });
    for (const wait of waits) seen.add(Math.round(wait));
    means.push(waits.reduce((sum, wait) => sum + wait, 0) / clients);
  }
  trial.note(`mean waits ${means.map((mean) => Math.round(mean)).join(', ')} ms`);
  trial.note(`${seen.size} different waits among ${clients * (attempts - 1)}`);
  const [first = 0, , third = 0, , fifth = 0] = means;
  // A busy machine makes every wait longer by about the same, so growth is judged by differences.
  assert.ok(fifth - third > (third - first) * 1.5, 'the waits do not grow');
  assert.ok(fifth < firstHold * 2 ** (attempts - 1), 'the waits grow too fast');
  assert.ok(seen.size > clients, 'the waits are all the same');
}

async function endlessRefusal(trial: Trial): Promise<void> {
  // The short form goes twenty times as fast: all times a twentieth, all rates twentyfold.
  const speed = trial.choose(20, 1);
  const { lampsPerSecond, firstHold, longestHold, commandAge } = defaultLimits;
  const bridge = await trial.scripted();
  bridge.answerWith(answer(429, '<html></html>', { 'content-type': 'text/html' }));
  const client = trial.client(bridge, {
    limits: {
      lampsPerSecond: lampsPerSecond * speed,
      firstHold: firstHold / speed,
      longestHold: longestHold / speed,
      commandAge: commandAge / speed,
    },
  });
  const asked = Array.from({ length: 50 }, (_, number) => trial.ask(dim(client, ridOf(number), 1)));
  await pass(30_000 / speed);
  trial.atMost(`requests in ${30 / speed} s`, bridge.requests.length, 100);
  await client.close();
  await Promise.all(asked);
}
