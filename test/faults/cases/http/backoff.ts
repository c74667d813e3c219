import assert from 'node:assert/strict';
import { defaultLimits } from '../../../../src/bridge';
import type { ClientLimits } from '../../../../src/bridge';
import { BridgeConnection } from '../../../../src/bridge/connection';
import { systemClock } from '../../../../src/bridge/clock';
import { buildSingleResourceRequest } from '../../../../src/bridge/request';
import { respondWith, respondAsBridge } from '../../../support/network/scripted-bridge';
import type { FaultCase } from '../../fault-case';
import { SeededRandom } from '../../soak/seeded-random';
import { dimLamp, makeRid } from '../../support/client-requests';
import type { Trial } from '../../support/trial';
import { measureActiveTime, pause, startStopwatch } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

export const backoffCases: readonly FaultCase[] = [
  {
    number: 2,
    title: '429 with Retry-After',
    bound: 'nothing is sent to that bridge until the time is over',
    run: retryAfterHonoured,
  },
  {
    number: 3,
    title: '429 or 503 without Retry-After',
    bound: 'waits that double, each with chance in it; after 429 those of the lane only',
    run: doublingWaits,
  },
  {
    number: 4,
    title: '429 for ever, with 50 commands waiting',
    bound: 'at most 100 requests in 30 s',
    run: endless429,
  },
];

async function retryAfterHonoured(trial: Trial): Promise<void> {
  const seconds = trial.chooseByMode(1, 5);
  const bridge = await trial.scripted();
  const client = trial.client(bridge);
  bridge.setScript(respondWith(429, '', { 'retry-after': String(seconds) }));
  const pending = [trial.ask(dimLamp(client, makeRid(0), 10))];
  await waitUntil('the refusal', () => client.connectionState.kind === 'waiting');
  const refusedAt = bridge.requests[0]?.at ?? 0;
  bridge.setScript(respondAsBridge);
  for (let number = 1; number <= 20; number += 1) {
    pending.push(trial.ask(dimLamp(client, makeRid(number), number)));
  }
  await Promise.all([...pending, trial.ask(client.list('light')), trial.ask(client.list('room'))]);
  const gap = (bridge.requests[1]?.at ?? 0) - refusedAt;
  trial.note(`nothing for ${Math.round(gap)} ms after it asked for ${seconds * 1_000} ms`);
  assert.ok(gap >= seconds * 1_000, `${gap} ms`);
}

/** One wait between two attempts, in ms. */
interface Wait {
  /** Number of the attempt before it, from 0. */
  after: number;
  /** Random factor of the jitter, from 0 to 1. */
  randomFactor: number;
  /** Until the next request came. */
  elapsed: number;
  /** As `elapsed`, without times in which this process was not scheduled. */
  activeTime: number;
}

async function doublingWaits(trial: Trial): Promise<void> {
  const clients = 20;
  const attempts = 6;
  const initialBackoff = trial.chooseByMode(60, 200);
  const waits = await collectWaits(trial, clients, {
    initialBackoff,
    maxBusyBackoff: 60_000,
    maxAttempts: attempts,
  });
  assert.equal(waits.length, clients * (attempts - 1));
  const longest = (after: number): number => initialBackoff * 2 ** after;
  const means = Array.from({ length: attempts - 1 }, (_, after) =>
    mean(waits.filter((wait) => wait.after === after)),
  );
  trial.note(`mean waits ${means.map((wait) => Math.round(wait)).join(', ')} ms`);
  // By another clock, a timer may fire slightly early.
  const longEnough = waits.filter(
    ({ after, randomFactor, elapsed }) => elapsed >= longest(after) * randomFactor - 2,
  );
  trial.tally(
    'waits were as long as doubling and chance make them',
    longEnough.length,
    waits.length,
  );
  const late = waits.filter(
    ({ after, randomFactor, activeTime }) => activeTime > longest(after) * randomFactor + 150,
  );
  // A request takes its time too, and on a busy machine a few take long.
  trial.atMost(
    'waits that were longer',
    late.length,
    trial.chooseByMode(waits.length / 3, waits.length / 10),
  );
  const last = waits.filter(({ after }) => after === attempts - 2);
  assert.ok(mean(last) < longest(attempts - 1), 'the waits grow too fast');
  const [short, long] = [
    mean(last.filter(({ randomFactor }) => randomFactor < 0.5)),
    mean(last.filter(({ randomFactor }) => randomFactor >= 0.5)),
  ];
  assert.ok(long - short > longest(attempts - 2) / 5, 'the waits are all the same');
  trial.note(`the last by chance ${Math.round(short)} or ${Math.round(long)} ms`);
  await halvedRate(trial);
}

/** After 429 the lane of the lamps is halved, and halved again; a list goes at once. */
async function halvedRate(trial: Trial): Promise<void> {
  const lampsPerSecond = trial.chooseByMode(40, 10);
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { lampsPerSecond, maxQueueTime: 60_000 } });
  const refuse = respondWith(429, '');
  bridge.setScript((seen, response) =>
    (seen.method === 'PUT' && bridge.requests.length <= 6 ? refuse : respondAsBridge)(
      seen,
      response,
    ),
  );
  const pending = trial.ask(dimLamp(client, makeRid(0), 10));
  await waitUntil('the third refusal', () => bridge.requests.length >= 3);
  const duration = await measureActiveTime(() => trial.ask(client.list('room')));
  trial.atMost('meanwhile a list took', duration, 1_000, ' ms');
  await pending;
  const times = bridge.requests.filter(({ method }) => method === 'PUT').map(({ at }) => at);
  const waits = times.slice(1, 4).map((at, index) => at - (times[index] ?? 0));
  const interval = 1_000 / lampsPerSecond;
  const longEnough = waits.filter((wait, index) => wait >= interval * 2 ** (index + 1) - 3);
  trial.tally('waits after 429 doubled', longEnough.length, 3);
}

const mean = (waits: readonly Wait[]): number =>
  waits.reduce((sum, { activeTime }) => sum + activeTime, 0) / waits.length;

/** Waits of clients that are refused at every attempt, with known random factors. */
async function collectWaits(
  trial: Trial,
  clients: number,
  limits: Partial<ClientLimits>,
): Promise<Wait[]> {
  const bridge = await trial.scripted();
  const stopwatch = startStopwatch();
  const respond503 = respondWith(503, '<html></html>', { 'content-type': 'text/html' });
  const requestTimes = new Map<string, { at: number; activeUntil: number }[]>();
  bridge.setScript((seen, response) => {
    const earlier = requestTimes.get(seen.path) ?? [];
    requestTimes.set(seen.path, [...earlier, { at: seen.at, activeUntil: stopwatch.ms() }]);
    respond503(seen, response);
  });
  const random = new SeededRandom(3);
  const pending = Array.from({ length: clients }, async (_, number) => {
    const randomValues = Array.from({ length: limits.maxAttempts ?? 1 }, () => random.next());
    const remainingValues = [...randomValues];
    const clock = { ...systemClock, random: () => remainingValues.shift() ?? 0 };
    const { host, port, fingerprint } = bridge;
    const connection = new BridgeConnection({
      host,
      port,
      key: trial.key,
      trust: { fingerprint },
      // A handshake that is late because the machine is busy is no attempt.
      limits: { ...limits, connectTimeout: 60_000, requestTimeout: 60_000 },
      clock,
    });
    trial.addCleanup(() => connection.close());
    const request = buildSingleResourceRequest('get', 'light', makeRid(number));
    await trial.ask(connection.queue.submit(request, {}));
    const times = requestTimes.get(request.path) ?? [];
    return times.slice(1).map(({ at, activeUntil }, after) => ({
      after,
      randomFactor: randomValues[after] ?? 0,
      elapsed: at - (times[after]?.at ?? 0),
      activeTime: activeUntil - (times[after]?.activeUntil ?? 0),
    }));
  });
  const waits = (await Promise.all(pending)).flat();
  stopwatch.stop();
  return waits;
}

async function endless429(trial: Trial): Promise<void> {
  // The short form goes twenty times as fast: all times a twentieth, all rates twentyfold.
  const speed = trial.chooseByMode(20, 1);
  const { lampsPerSecond, initialBackoff, maxBusyBackoff, maxQueueTime } = defaultLimits;
  const bridge = await trial.scripted();
  bridge.setScript(respondWith(429, '<html></html>', { 'content-type': 'text/html' }));
  const client = trial.client(bridge, {
    limits: {
      lampsPerSecond: lampsPerSecond * speed,
      initialBackoff: initialBackoff / speed,
      maxBusyBackoff: maxBusyBackoff / speed,
      maxQueueTime: maxQueueTime / speed,
    },
  });
  const pending = Array.from({ length: 50 }, (_, number) =>
    trial.ask(dimLamp(client, makeRid(number), 1)),
  );
  const lasts = 30_000 / speed;
  await pause(lasts);
  const [first] = bridge.requests;
  const counted = bridge.requests.filter(({ at }) => at - (first?.at ?? 0) <= lasts);
  trial.atMost(`requests in ${lasts / 1_000} s`, counted.length, 100);
  await client.close();
  await Promise.all(pending);
}
