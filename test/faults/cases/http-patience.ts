import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge';
import type { Limits } from '../../../src/bridge';
import { Link } from '../../../src/bridge/link/link';
import { systemClock } from '../../../src/bridge/time/clock';
import { updateRequest } from '../../../src/bridge/wire/request';
import { answer, obedient } from '../../bridge/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { Chance } from '../soak/chance';
import { dim, ridOf } from '../support/requests';
import type { Trial } from '../support/trial';
import { pass, startStopwatch } from '../support/wait';
import { until } from '../../support/until';

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
  await until('the refusal', () => client.connection.kind === 'waiting');
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

/** One wait between two attempts, in ms. */
interface Wait {
  /** Number of the attempt before it, from 0. */
  after: number;
  /** What chance gave, from 0 to 1. */
  chance: number;
  /** Until the next request came. */
  passed: number;
  /** As `passed`, without times in which this process got no turn. */
  ran: number;
}

async function doublingWaits(trial: Trial): Promise<void> {
  const clients = 20;
  const attempts = 6;
  const firstHold = trial.choose(20, 200);
  const waits = await waitsOf(trial, clients, { firstHold, attempts, lampsPerSecond: 1_000 });
  assert.equal(waits.length, clients * (attempts - 1));
  const longest = (after: number): number => firstHold * 2 ** after;
  const means = Array.from({ length: attempts - 1 }, (_, after) =>
    mean(waits.filter((wait) => wait.after === after)),
  );
  trial.note(`mean waits ${means.map((wait) => Math.round(wait)).join(', ')} ms`);
  // A timer may ring a moment before its time, by another clock.
  const grown = waits.filter(({ after, chance, passed }) => passed >= longest(after) * chance - 2);
  trial.tally('waits were as long as doubling and chance make them', grown.length, waits.length);
  const last = waits.filter(({ after }) => after === attempts - 2);
  assert.ok(mean(last) < longest(attempts - 1), 'the waits grow too fast');
  const [short, long] = [
    mean(last.filter(({ chance }) => chance < 0.5)),
    mean(last.filter(({ chance }) => chance >= 0.5)),
  ];
  assert.ok(long - short > longest(attempts - 2) / 5, 'the waits are all the same');
  trial.note(`the last by chance ${Math.round(short)} or ${Math.round(long)} ms`);
}

const mean = (waits: readonly Wait[]): number =>
  waits.reduce((sum, { ran }) => sum + ran, 0) / waits.length;

/** Waits of clients that are refused at every attempt, each with chance that is known beforehand. */
async function waitsOf(trial: Trial, clients: number, limits: Partial<Limits>): Promise<Wait[]> {
  const bridge = await trial.scripted();
  const stopwatch = startStopwatch();
  const refuse = answer(429, '<html></html>', { 'content-type': 'text/html' });
  const came = new Map<string, { at: number; ranFor: number }[]>();
  bridge.answerWith((seen, response) => {
    const earlier = came.get(seen.path) ?? [];
    came.set(seen.path, [...earlier, { at: seen.at, ranFor: stopwatch.ms() }]);
    refuse(seen, response);
  });
  const seeded = new Chance(3);
  const asked = Array.from({ length: clients }, async (_, number) => {
    const chances = Array.from({ length: limits.attempts ?? 1 }, () => seeded.next());
    const left = [...chances];
    const clock = { ...systemClock, random: () => left.shift() ?? 0 };
    const { host, port, fingerprint } = bridge;
    const link = new Link({ host, port, key: trial.key, trust: { fingerprint }, limits, clock });
    trial.atEnd(() => link.close());
    const request = updateRequest('light', ridOf(number), { text: '{}', momentary: false });
    await trial.ask(link.carryOut(request, {}));
    const times = came.get(request.path) ?? [];
    return times.slice(1).map(({ at, ranFor }, after) => ({
      after,
      chance: chances[after] ?? 0,
      passed: at - (times[after]?.at ?? 0),
      ran: ranFor - (times[after]?.ranFor ?? 0),
    }));
  });
  const waits = (await Promise.all(asked)).flat();
  stopwatch.stop();
  return waits;
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
