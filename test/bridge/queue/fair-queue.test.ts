import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { defaultLimits } from '../../../src/bridge';
import { RequestScheduler } from '../../../src/bridge/schedule';
import { WaitingRequests, createQueueEntry } from '../../../src/bridge/waiting';
import {
  buildCreateRequest,
  buildSingleResourceRequest,
  buildListRequest,
} from '../../../src/bridge/request';
import {
  makeRid,
  createLampCommand,
  collectOutcomes,
  createAutoReplyHarness,
  createUpdate,
  QueueHarness,
} from './queue-harness';
import { nextWriteOrder } from '../../../src/bridge/turn';
import { FakeClock } from '../support/fake-clock';
import type { QueueEntry, QueueLane } from '../../../src/bridge/waiting';
import type { BridgeRequest } from '../../../src/bridge/request';
import type { SentRequest } from './queue-harness';

/** A command that is never merged. */
const createStepCommand = (number: number, delta = 1): BridgeRequest =>
  createUpdate('light', number, { dimming_delta: { action: 'up', brightness_delta: delta } }, true);

const floodLamp = (
  harness: QueueHarness,
  number: number,
  times: number,
): ReturnType<typeof collectOutcomes> =>
  collectOutcomes(
    Array.from({ length: times }, () => harness.queue.submit(createStepCommand(number))),
  );

const requestsTo = (harness: QueueHarness, number: number): SentRequest[] =>
  harness.sent.filter(({ request }) => request.rid === makeRid(number));

/** Counts how many entries are examined. */
class CountingQueue extends WaitingRequests {
  lookupCount = 0;

  enqueue(request: BridgeRequest): void {
    const command = {
      request,
      queuedAt: 0,
      order: nextWriteOrder(),
      signal: undefined,
      attempts: 0,
      sent: 'no' as const,
      refusal: undefined,
      resolve: () => undefined,
      reject: () => undefined,
    };
    this.add(createQueueEntry(command));
  }

  override find(lane: QueueLane, test: (entry: QueueEntry) => boolean): QueueEntry | undefined {
    return super.find(lane, (entry) => {
      this.lookupCount += 1;
      return test(entry);
    });
  }
}

/** Floods several lamps with commands; the bridge answers after the given delays. */
class FloodRun {
  readonly harness = new QueueHarness({ maxQueuedRequests: 10_000 });
  readonly #submittedAt = new Map<number, number[]>();
  readonly #answeredAt = new Map<SentRequest, number>();

  constructor(delays: readonly number[]) {
    const { clock } = this.harness;
    this.harness.onSent = (sent) => {
      clock.setTimeout(
        () => {
          this.#answeredAt.set(sent, clock.now());
          this.harness.reply(sent);
        },
        delays[this.harness.sent.length % delays.length] ?? 0,
      );
    };
  }

  submit(target: number, times: number): void {
    const now = Array.from({ length: times }, () => this.harness.clock.now());
    this.#submittedAt.set(target, [...(this.#submittedAt.get(target) ?? []), ...now]);
    floodLamp(this.harness, target, times);
  }

  assertFairness(): void {
    for (const [target, submittedAt] of this.#submittedAt) {
      const own = requestsTo(this.harness, target);
      assert.equal(own.length, submittedAt.length);
      own.forEach((sent, index) => {
        const readyAt = Math.max(submittedAt[index] ?? 0, this.#findReadyTime(own[index - 1]));
        const others = this.#sentBetween(readyAt, sent);
        assert.equal(new Set(others).size, others.length, `lamp ${target} missed its turn`);
      });
    }
  }

  /** When a lamp may get its next request. */
  #findReadyTime(before: SentRequest | undefined): number {
    if (before === undefined) return 0;
    return Math.max(before.at + 100, this.#answeredAt.get(before) ?? Infinity);
  }

  #sentBetween(from: number, until: SentRequest): unknown[] {
    return this.harness.sent
      .slice(0, this.harness.sent.indexOf(until))
      .filter(({ at }) => at > from)
      .map(({ request }) => request.rid);
  }
}

describe('The turns of resources', () => {
  it('come for a lamp at once, however much waits for three others', async () => {
    const harness = createAutoReplyHarness();
    for (const number of [1, 2, 3]) floodLamp(harness, number, 150);
    await harness.clock.advance(2_000);
    const submittedAt = harness.clock.now();
    collectOutcomes([harness.queue.submit(createLampCommand(4))]);
    await harness.clock.advance(1_000);
    const late = (requestsTo(harness, 4)[0]?.at ?? Infinity) - submittedAt;
    assert.ok(late <= 400, `sent after ${late} ms`);
  });

  it('come to all flooded lamps alike, and each gets its commands in their order', async () => {
    const harness = createAutoReplyHarness();
    const deltas = Array.from({ length: 60 }, (_, index) => index + 1);
    for (const number of [1, 2, 3])
      collectOutcomes(
        deltas.map((delta) => harness.queue.submit(createStepCommand(number, delta))),
      );
    await harness.clock.advance(3_000);
    const shares = [1, 2, 3].map((number) => requestsTo(harness, number).length);
    assert.ok(Math.max(...shares) - Math.min(...shares) <= 1, shares.join());
    await harness.clock.advance(20_000);
    for (const number of [1, 2, 3]) {
      const sent = requestsTo(harness, number);
      assert.deepEqual(
        sent.map(({ request }) => request.body),
        deltas.map((delta) => createStepCommand(number, delta).body),
      );
    }
  });

  it('come to what is created and to rooms alike', async () => {
    const harness = createAutoReplyHarness();
    collectOutcomes(
      Array.from({ length: 100 }, () =>
        harness.queue.submit(buildCreateRequest('geofence_client', '{}')),
      ),
    );
    await harness.clock.advance(1_000);
    collectOutcomes([
      harness.queue.submit(createUpdate('room', 1, { metadata: { name: 'Hall' } })),
    ]);
    await harness.clock.advance(500);
    assert.equal(requestsTo(harness, 1).length, 1);
  });

  it('come to one read while many others wait', async () => {
    const harness = createAutoReplyHarness();
    collectOutcomes(
      Array.from({ length: 300 }, () => harness.queue.submit(buildListRequest('light'))),
    );
    collectOutcomes([harness.queue.submit(buildSingleResourceRequest('get', 'room', makeRid(1)))]);
    await harness.clock.advance(20);
    assert.equal(requestsTo(harness, 1).length, 1);
  });

  it('are not lost by a command that the bridge refused', async () => {
    const harness = new QueueHarness();
    for (const number of [1, 2, 3]) floodLamp(harness, number, 5);
    collectOutcomes([harness.queue.submit(createLampCommand(4))]);
    const [first, second, third] = harness.sent;
    for (const sent of [third, first, second]) harness.reply(sent, 429, '1');
    harness.onSent = (sent) => harness.reply(sent);
    await harness.clock.advance(4_000);
    assert.deepEqual(
      harness.sent.slice(3, 7).map(({ request }) => request.rid),
      [1, 2, 3, 4].map(makeRid),
    );
  });

  it('pass what is given up and what is too old', async () => {
    const harness = new QueueHarness({ maxQueueTime: 5_000 });
    const controller = new AbortController();
    const old = floodLamp(harness, 1, 3);
    await harness.clock.advance(3_000);
    const all = collectOutcomes([
      harness.queue.submit(createStepCommand(1, 10), { signal: controller.signal }),
      harness.queue.submit(createStepCommand(1, 11)),
    ]);
    controller.abort();
    await harness.clock.advance(2_500);
    assert.deepEqual(old.codes, ['ERR_BRIDGE_EXPIRED', 'ERR_BRIDGE_EXPIRED']);
    harness.onSent = (sent) => harness.reply(sent);
    harness.reply(harness.sent[0]);
    await harness.clock.advance(500);
    assert.deepEqual(all.codes, ['ERR_BRIDGE_ABORTED']);
    assert.equal(harness.sent.length, 2);
    assert.equal(harness.sent[1]?.request.body, createStepCommand(1, 11).body);
    assert.equal(harness.clock.pendingTimers, 0);
  });

  it('leave a command without a place that one resource has taken up, whoever asks', async () => {
    const harness = new QueueHarness({ maxQueuedRequests: 5 });
    floodLamp(harness, 1, 6);
    const outcomes = collectOutcomes([
      harness.queue.submit(createLampCommand(2)),
      harness.queue.submit(createStepCommand(1)),
    ]);
    await harness.clock.advance(0);
    assert.equal(requestsTo(harness, 2).length, 1, 'what may go at once needs no place');
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_QUEUE_FULL']);
  });

  it('are found without a look at all that waits', () => {
    const { lampsPerSecond, maxConcurrentRequests } = defaultLimits;
    const waiting = new CountingQueue(defaultLimits);
    const scheduler = new RequestScheduler(defaultLimits, new FakeClock(), waiting);
    const busy = Array.from({ length: 5_000 }, (_, count) => createStepCommand(count % 2));
    const quiet = Array.from({ length: 5_000 }, (_, count) => createLampCommand(2 + count));
    for (const request of [...busy, ...quiet]) waiting.enqueue(request);
    for (let now = 0; now < 20_000; now += 50) {
      waiting.lookupCount = 0;
      const entry = scheduler.selectNext(now);
      scheduler.nextReadyAt(now);
      assert.ok(
        waiting.lookupCount <= 2 * (lampsPerSecond + maxConcurrentRequests + 1),
        `${waiting.lookupCount} lookups`,
      );
      if (entry === undefined) continue;
      waiting.dequeue(entry);
      const request = { entry, sentAt: now, isTrial: false, isHanging: false, attempt: undefined };
      scheduler.recordStart(request);
      scheduler.recordEnd(request, now);
    }
    assert.ok(waiting.requests < 9_800, `${waiting.requests} still wait`);
  });

  it('come to no lamp twice while another is ready for one, whatever happens', async () => {
    const ask = fc.record({ kind: fc.constant('ask'), target: fc.nat(4), count: fc.nat(8) });
    const pass = fc.record({ kind: fc.constant('pass'), target: fc.nat(0), count: fc.nat(1_500) });
    const anySteps = fc.array(fc.oneof(ask, pass), { minLength: 5, maxLength: 40 });
    const delays = fc.array(fc.nat(400), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(anySteps, delays, async (steps, answerDelays) => {
        const run = new FloodRun(answerDelays);
        for (const { kind, target, count } of steps) {
          if (kind === 'pass') await run.harness.clock.advance(count);
          else run.submit(target, count);
        }
        await run.harness.clock.advance(60_000);
        run.assertFairness();
      }),
      { numRuns: 100, seed: 20_261_121 },
    );
  });
});
