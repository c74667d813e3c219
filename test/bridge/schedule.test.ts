import assert from 'node:assert/strict';
import {
  buildCreateRequest,
  buildSingleResourceRequest,
  buildListRequest,
} from '../../src/bridge/request';
import type { BridgeRequest } from '../../src/bridge/request';
import { settle, FakeClock } from './support/fake-clock';
import {
  createGroupCommand,
  makeRid,
  createLampCommand,
  collectOutcomes,
  createAutoReplyHarness,
  createUpdate,
  QueueHarness,
} from './support/queue-harness';
import type { SentRequest } from './support/queue-harness';
import { WaitingRequests, createQueueEntry } from '../../src/bridge/waiting';
import type { QueuedCommandResponse, QueueEntry, QueueLane } from '../../src/bridge/waiting';
import { AdaptiveRateLimiter, RequestScheduler } from '../../src/bridge/schedule';
import * as fc from 'fast-check';
import { defaultLimits } from '../../src/bridge';
import { nextWriteOrder } from '../../src/bridge/turn';

describe('The rate of the queue', () => {
  it('sends at once when the bridge is idle', () => {
    const harness = new QueueHarness();
    void harness.queue.submit(createLampCommand(1));
    assert.equal(harness.sent.length, 1);
  });

  it('lets a second’s worth of lamp commands go at once and ten a second after that', async () => {
    const harness = createAutoReplyHarness();
    const all = collectOutcomes(
      Array.from({ length: 40 }, (_, number) => harness.queue.submit(createLampCommand(number))),
    );
    await harness.clock.advance(110);
    assert.equal(harness.sent.length, 11, 'the burst, and the first of the steady rate');
    await harness.clock.advance(10_000);
    assert.equal(all.merged.length, 40);
    for (let from = 100; from < 3_000; from += 100) {
      assert.ok(
        harness.countSentBetween(from, from + 1_000) <= 11,
        `too many in the second from ${from}`,
      );
    }
    assert.equal(harness.clock.pendingTimers, 0, 'an idle queue keeps no timer');
  });

  it('sends one group command a second, five others, and as many reads as come', async () => {
    const harness = createAutoReplyHarness();
    collectOutcomes(
      Array.from({ length: 5 }, (_, number) => harness.queue.submit(createGroupCommand(number))),
    );
    collectOutcomes(
      Array.from({ length: 20 }, (_, number) =>
        harness.queue.submit(createUpdate('motion', 100 + number, { enabled: true })),
      ),
    );
    collectOutcomes(
      Array.from({ length: 50 }, () => harness.queue.submit(buildListRequest('light'))),
    );
    await harness.clock.advance(2_050);
    const count = (rtype: string): number =>
      harness.sent.filter(({ request }) => request.rtype === rtype && request.method === 'PUT')
        .length;
    assert.equal(count('grouped_light'), 3);
    assert.equal(count('motion'), 15);
    assert.equal(harness.sent.filter(({ request }) => request.method === 'GET').length, 50);
  });

  it('keeps to the rates that are set', async () => {
    const harness = createAutoReplyHarness({ lampsPerSecond: 2 });
    collectOutcomes(
      Array.from({ length: 9 }, (_, number) => harness.queue.submit(createLampCommand(number))),
    );
    await harness.clock.advance(3_020);
    assert.equal(harness.sent.length, 2 + 6);
  });

  it('never has more than three requests under way', async () => {
    const harness = new QueueHarness();
    harness.onSent = (sent) => void harness.clock.setTimeout(() => harness.reply(sent), 60);
    collectOutcomes(
      Array.from({ length: 10 }, (_, number) => harness.queue.submit(createLampCommand(number))),
    );
    collectOutcomes(Array.from({ length: 10 }, () => harness.queue.submit(buildListRequest())));
    collectOutcomes(
      Array.from({ length: 10 }, (_, number) => harness.queue.submit(createGroupCommand(number))),
    );
    await harness.clock.advance(20_000);
    assert.equal(harness.maxInFlight, 3);
    assert.equal(harness.sent.length, 30);
  });

  it('sends a lamp command at once while thirty group commands wait', async () => {
    const harness = createAutoReplyHarness();
    collectOutcomes(
      Array.from({ length: 30 }, (_, number) => harness.queue.submit(createGroupCommand(number))),
    );
    await harness.clock.advance(10);
    void harness.queue.submit(createLampCommand(99));
    assert.equal(harness.sent.at(-1)?.request.rtype, 'light');
  });

  it('keeps a place for lamps beside slow reads and slow groups', () => {
    const harness = new QueueHarness({ groupsPerSecond: 100 });
    collectOutcomes(Array.from({ length: 5 }, () => harness.queue.submit(buildListRequest())));
    collectOutcomes(
      Array.from({ length: 5 }, (_, number) => harness.queue.submit(createGroupCommand(number))),
    );
    assert.equal(harness.sent.length, 2);
    void harness.queue.submit(createLampCommand(1));
    assert.equal(harness.sent.length, 3);
  });

  it('lets reads and writes take turns', async () => {
    const harness = new QueueHarness({ lampsPerSecond: 1_000 });
    harness.onSent = (sent) => harness.reply(sent);
    collectOutcomes(
      Array.from({ length: 100 }, (_, number) => harness.queue.submit(createLampCommand(number))),
    );
    collectOutcomes(Array.from({ length: 100 }, () => harness.queue.submit(buildListRequest())));
    await harness.clock.advance(300);
    const half = harness.sent.slice(0, 80);
    const reads = half.filter(({ request }) => request.method === 'GET').length;
    assert.ok(reads > 20 && reads < 60, `${reads} of the first 80 were reads`);
  });

  it('asks one resource one thing at a time, so that the last command comes last', async () => {
    const harness = new QueueHarness({ lampsPerSecond: 1_000 });
    collectOutcomes([
      harness.queue.submit(createLampCommand(1)),
      harness.queue.submit(createLampCommand(1, { on: { on: false } })),
    ]);
    await harness.clock.advance(50);
    assert.equal(harness.sent.length, 1);
    harness.reply(harness.sent[0]);
    await harness.clock.advance(10);
    assert.deepEqual(harness.parseSentBodies().at(-1), { on: { on: false } });
  });
});

describe('Merging in the queue', () => {
  it('makes few requests of a slider, and the last value is never late', async () => {
    const harness = createAutoReplyHarness();
    const values: Promise<QueuedCommandResponse>[] = [];
    for (let brightness = 1; brightness <= 200; brightness += 1) {
      values.push(
        harness.queue.submit(createLampCommand(1, { dimming: { brightness: brightness / 2 } })),
      );
      await harness.clock.advance(10);
    }
    const lastSubmittedAt = harness.clock.now();
    const outcomes = collectOutcomes(values);
    await harness.clock.advance(1_000);
    assert.ok(harness.sent.length <= 25, `${harness.sent.length} requests`);
    assert.deepEqual(harness.parseSentBodies().at(-1), { dimming: { brightness: 100 } });
    const wait = (harness.sent.at(-1)?.at ?? Infinity) - lastSubmittedAt;
    assert.ok(wait <= 200, `the last value waited ${wait} ms`);
    assert.equal(outcomes.merged.length, 200, 'everybody is answered');
    assert.deepEqual(outcomes.codes, []);
  });

  it('sends at most eleven requests for a thousand messages to one lamp in a second', async () => {
    const harness = createAutoReplyHarness();
    const all = [];
    for (let count = 0; count < 1_000; count += 1) {
      all.push(harness.queue.submit(createLampCommand(1, { dimming: { brightness: count / 10 } })));
      await harness.clock.advance(1);
    }
    const outcomes = collectOutcomes(all);
    assert.ok(harness.sent.length <= 11, `${harness.sent.length} requests`);
    await harness.clock.advance(1_000);
    assert.deepEqual(harness.parseSentBodies().at(-1), { dimming: { brightness: 99.9 } });
    assert.equal(outcomes.merged.length, 1_000);
  });

  it('answers all merged commands together and says how many they were', async () => {
    const harness = new QueueHarness();
    const first = harness.queue.submit(createLampCommand(1));
    const merged = [
      harness.queue.submit(createLampCommand(1, { dimming: { brightness: 10 } })),
      harness.queue.submit(createLampCommand(1, { color_temperature: { mirek: 300 } })),
      harness.queue.submit(createLampCommand(1, { dimming: { brightness: 20 } })),
    ];
    harness.reply(harness.sent[0]);
    assert.equal((await settle(first)).merged, 1);
    await harness.clock.advance(200);
    harness.reply(harness.sent[1]);
    const answers = await settle(Promise.all(merged));
    assert.deepEqual(
      answers.map((answer) => answer.merged),
      [3, 3, 3],
    );
    assert.deepEqual(harness.parseSentBodies()[1], {
      dimming: { brightness: 20 },
      color_temperature: { mirek: 300 },
    });
  });

  it('ends on, off, on with the lamp on', async () => {
    const harness = createAutoReplyHarness();
    collectOutcomes(
      [true, false, true].map((on) => harness.queue.submit(createLampCommand(1, { on: { on } }))),
    );
    await harness.clock.advance(2_000);
    assert.deepEqual(harness.parseSentBodies().at(-1), { on: { on: true } });
    assert.ok(harness.sent.length <= 2, `${harness.sent.length} requests`);
  });

  it('sends commands that do not go together one after the other', async () => {
    const harness = createAutoReplyHarness();
    const candle = { effects: { effect: 'candle' } };
    const sunrise = { timed_effects: { effect: 'sunrise', duration: 60_000 } };
    const bodies = [{ on: { on: true } }, candle, sunrise, sunrise, { on: { on: false } }];
    const all = collectOutcomes(
      bodies.map((body) => harness.queue.submit(createLampCommand(1, body))),
    );
    await harness.clock.advance(2_000);
    assert.deepEqual(harness.parseSentBodies(), [
      { on: { on: true } },
      candle,
      sunrise,
      { on: { on: false } },
    ]);
    assert.deepEqual(all.merged, [1, 1, 2, 2, 1]);
  });

  it('neither merges commands that must not be repeated nor lets anything overtake them', async () => {
    const harness = createAutoReplyHarness();
    const step = (delta: number): BridgeRequest =>
      createUpdate('light', 1, { dimming_delta: { action: 'up', brightness_delta: delta } }, true);
    collectOutcomes(
      [
        createLampCommand(1, { dimming: { brightness: 1 } }),
        createLampCommand(1, { dimming: { brightness: 2 } }),
        step(3),
        step(4),
        createLampCommand(1, { dimming: { brightness: 5 } }),
        createLampCommand(1, { dimming: { brightness: 6 } }),
      ].map((request) => harness.queue.submit(request)),
    );
    await harness.clock.advance(2_000);
    assert.deepEqual(harness.parseSentBodies(), [
      { dimming: { brightness: 1 } },
      { dimming: { brightness: 2 } },
      { dimming_delta: { action: 'up', brightness_delta: 3 } },
      { dimming_delta: { action: 'up', brightness_delta: 4 } },
      { dimming: { brightness: 6 } },
    ]);
  });

  it('keeps a deletion between the changes before and after it', async () => {
    const harness = createAutoReplyHarness({ othersPerSecond: 100 });
    const rename = (name: string): BridgeRequest => createUpdate('room', 1, { metadata: { name } });
    collectOutcomes(
      [
        rename('A'),
        rename('B'),
        buildSingleResourceRequest('delete', 'room', makeRid(1)),
        rename('C'),
      ].map((request) => harness.queue.submit(request)),
    );
    await harness.clock.advance(2_000);
    assert.deepEqual(
      harness.sent.map(({ request }) => request.method),
      ['PUT', 'PUT', 'DELETE', 'PUT'],
    );
  });

  it('merges nothing of different resources, and nothing that creates', async () => {
    const harness = createAutoReplyHarness({ othersPerSecond: 100 });
    const body = JSON.stringify({ name: 'Phone' });
    const outcomes = collectOutcomes([
      ...[1, 2, 3].map((number) => harness.queue.submit(createLampCommand(number))),
      ...[1, 2, 3].map(() => harness.queue.submit(buildCreateRequest('geofence_client', body))),
    ]);
    await harness.clock.advance(2_000);
    assert.deepEqual(outcomes.merged, [1, 1, 1, 1, 1, 1]);
    assert.equal(harness.sent.length, 6);
  });
});

const recoveryTime = 60_000;

describe('The rate of a lane', () => {
  let clock: FakeClock;
  beforeEach(() => {
    clock = new FakeClock();
    clock.random = () => 0;
  });

  /** Tokens that may be taken at once. */
  const countTokens = (limiter: AdaptiveRateLimiter): number => {
    let count = 0;
    for (; count < 100 && limiter.timeToNextToken(clock.now()) === 0; count += 1)
      limiter.take(clock.now());
    return count;
  };
  const getRate = (limiter: AdaptiveRateLimiter): number => 1_000 / limiter.tokenInterval;
  /** The bridge refuses requests that were sent one after the other. */
  const refuse = async (limiter: AdaptiveRateLimiter, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await clock.advance(1);
      limiter.recordRefusal(clock.now(), clock.now());
    }
  };

  it('saves up the tokens of one second, however long it rests', async () => {
    const limiter = new AdaptiveRateLimiter(10, recoveryTime, clock);
    assert.equal(countTokens(limiter), 10);
    assert.equal(limiter.timeToNextToken(clock.now()), 100);
    await clock.advance(250);
    assert.equal(countTokens(limiter), 2);
    await clock.advance(3_600_000);
    assert.equal(countTokens(limiter), 10);
  });

  it('saves up one token where a second is worth less', async () => {
    const limiter = new AdaptiveRateLimiter(0.5, recoveryTime, clock);
    assert.equal(countTokens(limiter), 1);
    await clock.advance(1_999);
    assert.equal(countTokens(limiter), 0);
    await clock.advance(1);
    assert.equal(countTokens(limiter), 1);
  });

  it('halves with each refusal, down to an eighth of its setting', async () => {
    const limiter = new AdaptiveRateLimiter(16, recoveryTime, clock);
    const rates: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      await refuse(limiter, 1);
      rates.push(getRate(limiter));
    }
    assert.deepEqual(rates.map(Math.round), [8, 4, 2, 2, 2]);
    assert.equal(limiter.timeToNextToken(clock.now()), 500);
  });

  it('halves once for all that was sent before the first refusal', async () => {
    const limiter = new AdaptiveRateLimiter(16, recoveryTime, clock);
    await clock.advance(100);
    for (const sentAt of [0, 50, 99]) limiter.recordRefusal(sentAt, clock.now());
    assert.equal(Math.round(getRate(limiter)), 8);
    limiter.recordRefusal(100, clock.now());
    assert.equal(Math.round(getRate(limiter)), 4);
  });

  it('starts again with no token after a refusal', async () => {
    const limiter = new AdaptiveRateLimiter(10, recoveryTime, clock);
    await clock.advance(10_000);
    await refuse(limiter, 1);
    assert.equal(Math.round(limiter.timeToNextToken(clock.now())), 200);
  });

  it('is none for reads until they are refused, and none again in the end', async () => {
    const limiter = new AdaptiveRateLimiter(Infinity, recoveryTime, clock);
    assert.equal(countTokens(limiter), 100);
    await refuse(limiter, 1);
    assert.equal(Math.round(getRate(limiter)), 5);
    let recoveredAfter = 0;
    while (limiter.tokenInterval > 0 && recoveredAfter < 10 * recoveryTime) {
      await clock.advance(100);
      recoveredAfter += 100;
      limiter.recordAccepted(clock.now());
    }
    // From half of the reference to twice of it.
    assert.equal(recoveredAfter, 1.5 * recoveryTime);
    assert.equal(countTokens(limiter), 100);
  });

  it('rises only with what is used: a rest counts for two tokens at most', async () => {
    const limiter = new AdaptiveRateLimiter(10, recoveryTime, clock);
    await refuse(limiter, 1);
    await clock.advance(3_600_000);
    limiter.recordAccepted(clock.now());
    const rise = ((2 * 200) / recoveryTime) * 10;
    assert.ok(Math.abs(getRate(limiter) - 5 - rise) < 0.001, `${getRate(limiter)}`);
  });
});

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
      scheduler.recordEnd(scheduler.start(entry, now), now);
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
