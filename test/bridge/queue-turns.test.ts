import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { defaultLimits } from '../../src/bridge';
import { Pace } from '../../src/bridge/queue/pace';
import { WaitingList } from '../../src/bridge/queue/waiting-list';
import { createRequest, itemRequest, listRequest } from '../../src/bridge/wire/request';
import { id, lamp, outcomes, prompt, set, Stage } from './queue-stage';
import type { Entry, QueueLane } from '../../src/bridge/queue/waiting-list';
import type { BridgeRequest } from '../../src/bridge/wire/request';
import type { Sent } from './queue-stage';

/** A command that is never merged. */
const step = (number: number, delta = 1): BridgeRequest =>
  set('light', number, { dimming_delta: { action: 'up', brightness_delta: delta } }, true);

const flood = (stage: Stage, number: number, times: number): ReturnType<typeof outcomes> =>
  outcomes(Array.from({ length: times }, () => stage.queue.submit(step(number))));

const allTo = (stage: Stage, number: number): Sent[] =>
  stage.sent.filter(({ request }) => request.rid === id(number));

/** Counts how much of what waits is looked at. */
class CountingList extends WaitingList {
  looks = 0;

  put(request: BridgeRequest): void {
    const { path } = request;
    const command = {
      request,
      queuedAt: 0,
      attempts: 0,
      lost: false,
      resolve: () => undefined,
      reject: () => undefined,
    };
    this.add(this.entryFor({ lane: 'lamps', path, target: path, mergeable: false }, command));
  }

  override find(lane: QueueLane, test: (entry: Entry) => boolean): Entry | undefined {
    return super.find(lane, (entry) => {
      this.looks += 1;
      return test(entry);
    });
  }
}

/** Floods of several lamps, before a bridge that answers after the given delays. */
class FloodRun {
  readonly stage = new Stage({ waitingRequests: 10_000 });
  readonly #askedAt = new Map<number, number[]>();
  readonly #answeredAt = new Map<Sent, number>();

  constructor(delays: readonly number[]) {
    const { clock } = this.stage;
    this.stage.play = (sent) => {
      clock.setTimeout(
        () => {
          this.#answeredAt.set(sent, clock.now());
          this.stage.reply(sent);
        },
        delays[this.stage.sent.length % delays.length] ?? 0,
      );
    };
  }

  ask(target: number, times: number): void {
    const now = Array.from({ length: times }, () => this.stage.clock.now());
    this.#askedAt.set(target, [...(this.#askedAt.get(target) ?? []), ...now]);
    flood(this.stage, target, times);
  }

  assertTurns(): void {
    for (const [target, askedAt] of this.#askedAt) {
      const own = allTo(this.stage, target);
      assert.equal(own.length, askedAt.length);
      own.forEach((sent, index) => {
        const readyAt = Math.max(askedAt[index] ?? 0, this.#restedAt(own[index - 1]));
        const others = this.#sentBetween(readyAt, sent);
        assert.equal(new Set(others).size, others.length, `lamp ${target} missed its turn`);
      });
    }
  }

  /** When a lamp may be asked again after a request. */
  #restedAt(before: Sent | undefined): number {
    if (before === undefined) return 0;
    return Math.max(before.at + 100, this.#answeredAt.get(before) ?? Infinity);
  }

  #sentBetween(from: number, until: Sent): unknown[] {
    return this.stage.sent
      .slice(0, this.stage.sent.indexOf(until))
      .filter(({ at }) => at > from)
      .map(({ request }) => request.rid);
  }
}

describe('The turns of resources', () => {
  it('come for a lamp at once, however much waits for three others', async () => {
    const stage = prompt();
    for (const number of [1, 2, 3]) flood(stage, number, 150);
    await stage.clock.pass(2_000);
    const askedAt = stage.clock.now();
    outcomes([stage.queue.submit(lamp(4))]);
    await stage.clock.pass(1_000);
    const late = (allTo(stage, 4)[0]?.at ?? Infinity) - askedAt;
    assert.ok(late <= 400, `sent after ${late} ms`);
  });

  it('come to all flooded lamps alike, and each gets its commands in their order', async () => {
    const stage = prompt();
    const deltas = Array.from({ length: 60 }, (_, index) => index + 1);
    for (const number of [1, 2, 3])
      outcomes(deltas.map((delta) => stage.queue.submit(step(number, delta))));
    await stage.clock.pass(3_000);
    const shares = [1, 2, 3].map((number) => allTo(stage, number).length);
    assert.ok(Math.max(...shares) - Math.min(...shares) <= 1, shares.join());
    await stage.clock.pass(20_000);
    for (const number of [1, 2, 3]) {
      const sent = allTo(stage, number);
      assert.deepEqual(
        sent.map(({ request }) => request.body),
        deltas.map((delta) => step(number, delta).body),
      );
    }
  });

  it('come to what is created and to rooms alike', async () => {
    const stage = prompt();
    outcomes(
      Array.from({ length: 100 }, () => stage.queue.submit(createRequest('geofence_client', '{}'))),
    );
    await stage.clock.pass(1_000);
    outcomes([stage.queue.submit(set('room', 1, { metadata: { name: 'Hall' } }))]);
    await stage.clock.pass(500);
    assert.equal(allTo(stage, 1).length, 1);
  });

  it('come to one read while many others wait', async () => {
    const stage = prompt();
    outcomes(Array.from({ length: 300 }, () => stage.queue.submit(listRequest('light'))));
    outcomes([stage.queue.submit(itemRequest('get', 'room', id(1)))]);
    await stage.clock.pass(20);
    assert.equal(allTo(stage, 1).length, 1);
  });

  it('are not lost by a command that the bridge refused', async () => {
    const stage = new Stage();
    for (const number of [1, 2, 3]) flood(stage, number, 5);
    outcomes([stage.queue.submit(lamp(4))]);
    const [first, second, third] = stage.sent;
    for (const sent of [third, first, second]) stage.reply(sent, 429, '1');
    stage.play = (sent) => stage.reply(sent);
    await stage.clock.pass(2_000);
    assert.deepEqual(
      stage.sent.slice(3, 7).map(({ request }) => request.rid),
      [1, 2, 3, 4].map(id),
    );
  });

  it('pass what is given up and what is too old', async () => {
    const stage = new Stage({ commandAge: 5_000 });
    const given = new AbortController();
    const old = flood(stage, 1, 3);
    await stage.clock.pass(3_000);
    const all = outcomes([
      stage.queue.submit(step(1, 10), given.signal),
      stage.queue.submit(step(1, 11)),
    ]);
    given.abort();
    await stage.clock.pass(2_500);
    assert.deepEqual(old.codes, ['ERR_BRIDGE_EXPIRED', 'ERR_BRIDGE_EXPIRED']);
    stage.play = (sent) => stage.reply(sent);
    stage.reply(stage.sent[0]);
    await stage.clock.pass(500);
    assert.deepEqual(all.codes, ['ERR_BRIDGE_ABORTED']);
    assert.equal(stage.sent.length, 2);
    assert.equal(stage.sent[1]?.request.body, step(1, 11).body);
    assert.equal(stage.clock.waiting, 0);
  });

  it('leave a command without a place that one resource has taken up, whoever asks', async () => {
    const stage = new Stage({ waitingRequests: 5 });
    flood(stage, 1, 6);
    const seen = outcomes([stage.queue.submit(lamp(2)), stage.queue.submit(step(1))]);
    await stage.clock.pass(0);
    assert.equal(allTo(stage, 2).length, 1, 'what may go at once needs no place');
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_QUEUE_FULL']);
  });

  it('are found without a look at all that waits', () => {
    const { lampsPerSecond, requestsUnderWay } = defaultLimits;
    const pace = new Pace(defaultLimits, 0);
    const waiting = new CountingList();
    const busy = Array.from({ length: 5_000 }, (_, count) => step(count % 2));
    const quiet = Array.from({ length: 5_000 }, (_, count) => lamp(2 + count));
    for (const request of [...busy, ...quiet]) waiting.put(request);
    for (let now = 0; now < 20_000; now += 50) {
      waiting.looks = 0;
      const entry = pace.choose(waiting, 0, now);
      pace.nextAt(waiting, now);
      assert.ok(waiting.looks <= 2 * (lampsPerSecond + requestsUnderWay + 1), `${waiting.looks}`);
      if (entry === undefined) continue;
      waiting.take(entry);
      pace.started(entry, now);
      pace.ended(entry, now);
    }
    assert.ok(waiting.requests < 9_800, `${waiting.requests} still wait`);
  });

  it('come to no lamp twice while another is ready for one, whatever happens', async () => {
    const ask = fc.record({ kind: fc.constant('ask'), target: fc.nat(4), amount: fc.nat(8) });
    const pass = fc.record({ kind: fc.constant('pass'), target: fc.nat(0), amount: fc.nat(1_500) });
    const steps = fc.array(fc.oneof(ask, pass), { minLength: 5, maxLength: 40 });
    const delays = fc.array(fc.nat(400), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(steps, delays, async (history, answerDelays) => {
        const run = new FloodRun(answerDelays);
        for (const { kind, target, amount } of history) {
          if (kind === 'pass') await run.stage.clock.pass(amount);
          else run.ask(target, amount);
        }
        await run.stage.clock.pass(60_000);
        run.assertTurns();
      }),
      { numRuns: 100, seed: 20_261_121 },
    );
  });
});
