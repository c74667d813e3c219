import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge';
import type { ClientLimits } from '../../src/bridge';
import { buildListRequest } from '../../src/bridge/request';
import type { BridgeRequest } from '../../src/bridge/request';
import { flushPromises, settle } from './support/fake-clock';
import {
  createGroupCommand,
  createLampCommand,
  collectOutcomes,
  createAutoReplyHarness,
  createUpdate,
  QueueHarness,
  makeRid,
} from './support/queue-harness';
import type { SentRequest } from './support/queue-harness';
import { intervalsBetween } from './support/fake-bridge';

const {
  lampsPerSecond,
  groupsPerSecond,
  othersPerSecond,
  maxConcurrentRequests,
  maxQueuedRequests,
  maxQueuedCommands,
  maxQueuedBodyLength,
  maxQueueTime,
  maxAttempts,
  initialBackoff,
  maxBusyBackoff,
  maxRetryAfter,
  closeTimeout,
  hangingWriteAfter,
  hangingReadAfter,
  maxHangingRequests,
  initialTargetBackoff,
  maxTargetBackoff,
  rateRecoveryTime,
  requestTimeout,
} = defaultLimits;

const createOtherCommand = (number: number): BridgeRequest =>
  createUpdate('motion', number, { enabled: true });

/** A lamp command with a body of so many characters. */
const createSizedCommand = (number: number, size: number): BridgeRequest => {
  const empty = JSON.stringify({ metadata: { name: '' } }).length;
  return createLampCommand(number, { metadata: { name: 'x'.repeat(size - empty) } });
};

/** A harness in which the random factor makes every wait as long as possible. */
function createMaxBackoffHarness(limits: Partial<ClientLimits> = {}): QueueHarness {
  const harness = new QueueHarness({ maxQueueTime: 3_600_000, maxAttempts: 12, ...limits });
  harness.clock.random = () => 1;
  return harness;
}

/** How long the queue waited after each response before it sent the next request. */
async function collectPauses(harness: QueueHarness): Promise<number[]> {
  const answeredAt: number[] = [];
  const { onSent: play } = harness;
  assert.ok(play);
  harness.onSent = (sent) => {
    answeredAt.push(harness.clock.now());
    play(sent);
  };
  const before = harness.sent.length;
  collectOutcomes([harness.queue.submit(createLampCommand(99))]);
  await harness.clock.advance(600_000);
  return harness.sent
    .slice(before + 1)
    .map(({ at }, index) => at - (answeredAt[index] ?? Number.NaN));
}

/** Waits that double, up to a longest. */
const doublingWaits = (count: number, longest: number): number[] =>
  Array.from({ length: count }, (_, step) => Math.min(initialBackoff * 2 ** step, longest));

describe('The bounds of the queue', () => {
  const assertRateKept = async (
    rate: number,
    write: (number: number) => BridgeRequest,
  ): Promise<void> => {
    const harness = createAutoReplyHarness();
    const all = Array.from({ length: 20 * rate }, (_, number) => write(number));
    collectOutcomes(all.map((request) => harness.queue.submit(request)));
    await harness.clock.advance(999 / rate);
    assert.equal(harness.sent.length, rate);
    await harness.clock.advance(10_001 - 999 / rate);
    assert.equal(harness.sent.length, rate + 10 * rate);
  };

  it('lampsPerSecond: as many go at once, and then a second', () =>
    assertRateKept(lampsPerSecond, createLampCommand));

  it('groupsPerSecond: as many go at once, and then a second', () =>
    assertRateKept(groupsPerSecond, createGroupCommand));

  it('othersPerSecond: as many go at once, and then a second', () =>
    assertRateKept(othersPerSecond, createOtherCommand));

  it('maxConcurrentRequests: no more at a time, whatever they are for', async () => {
    const harness = new QueueHarness();
    const all = Array.from({ length: 9 }, (_, number) => [
      createLampCommand(number),
      createOtherCommand(number),
    ]).flat();
    collectOutcomes([...all, buildListRequest()].map((request) => harness.queue.submit(request)));
    await harness.clock.advance(40);
    assert.equal(harness.sent.length, maxConcurrentRequests);
    harness.reply(harness.sent[0]);
    await harness.clock.advance(30);
    assert.equal(harness.sent.length, maxConcurrentRequests + 1);
  });

  it('maxQueuedRequests: one request more than may wait is refused, a merged command is not', async () => {
    const harness = new QueueHarness();
    const capacity = maxConcurrentRequests + maxQueuedRequests;
    const outcomes = collectOutcomes(
      Array.from({ length: capacity }, (_, number) =>
        harness.queue.submit(createLampCommand(number)),
      ),
    );
    const merged = collectOutcomes([
      harness.queue.submit(createLampCommand(capacity - 1, { on: { on: false } })),
    ]);
    await flushPromises();
    assert.deepEqual([...outcomes.codes, ...merged.codes], []);
    const refused = collectOutcomes([harness.queue.submit(createLampCommand(capacity))]);
    await flushPromises();
    assert.deepEqual(refused.codes, ['ERR_BRIDGE_QUEUE_FULL']);
  });

  it('maxQueuedCommands: one command more than may wait is refused, even where it could be merged', async () => {
    const harness = new QueueHarness();
    const outcomes = collectOutcomes(
      Array.from({ length: 1 + maxQueuedCommands }, () =>
        harness.queue.submit(createLampCommand(1)),
      ),
    );
    await flushPromises();
    assert.deepEqual(outcomes.codes, []);
    assert.equal(harness.queue.queued, maxQueuedCommands);
    const refused = collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    await flushPromises();
    assert.deepEqual(refused.codes, ['ERR_BRIDGE_QUEUE_FULL']);
  });

  it('maxQueuedBodyLength: bodies wait up to it, and one character more is refused', async () => {
    const harness = new QueueHarness();
    collectOutcomes(
      Array.from({ length: maxConcurrentRequests }, (_, number) =>
        harness.queue.submit(createLampCommand(number)),
      ),
    );
    const outcomes = collectOutcomes(
      [11, 12].map((number) =>
        harness.queue.submit(createSizedCommand(number, maxQueuedBodyLength / 2 - 25)),
      ),
    );
    await flushPromises();
    assert.deepEqual(outcomes.codes, []);
    const [tooLong, fits] = [51, 50].map((size) =>
      collectOutcomes([harness.queue.submit(createSizedCommand(13, size))]),
    );
    await flushPromises();
    assert.deepEqual(tooLong?.codes, ['ERR_BRIDGE_QUEUE_FULL']);
    assert.deepEqual(fits?.codes, []);
  });

  it('maxQueueTime: what waits longer is answered as expired', async () => {
    const harness = new QueueHarness();
    collectOutcomes([harness.queue.submit(createLampCommand(50))]);
    const outcomes = collectOutcomes([harness.queue.submit(createLampCommand(50))]);
    await harness.clock.advance(maxQueueTime - 1);
    assert.deepEqual(outcomes.codes, []);
    await harness.clock.advance(1);
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_EXPIRED']);
  });

  it('maxAttempts: a request that goes wrong is sent as often, and then answered', async () => {
    const failures: readonly [BridgeRequest, (harness: QueueHarness, sent: SentRequest) => void][] =
      [
        [buildListRequest(), (harness, sent) => harness.reply(sent, 503)],
        [buildListRequest(), (harness, sent) => harness.reply(sent, 429)],
        [createLampCommand(1), (harness, sent) => harness.fail(sent, 'lost')],
        [buildListRequest(), (harness, sent) => harness.fail(sent, 'lost')],
      ];
    for (const [request, failRequest] of failures) {
      const harness = new QueueHarness({ maxQueueTime: 3_600_000 });
      harness.onSent = (sent) => failRequest(harness, sent);
      const outcomes = collectOutcomes([harness.queue.submit(request)]);
      await harness.clock.advance(600_000);
      assert.equal(harness.sent.length, maxAttempts);
      assert.equal(outcomes.merged.length + outcomes.codes.length, 1);
    }
  });

  it('initialBackoff and maxBusyBackoff: waits of a bridge that is busy double, from the one to the other', async () => {
    const harness = createMaxBackoffHarness();
    harness.onSent = (sent) => harness.reply(sent, 503);
    const pauses = await collectPauses(harness);
    assert.ok(pauses.length > 100, `${pauses.length} pauses`);
    assert.deepEqual(pauses, doublingWaits(pauses.length, maxBusyBackoff));
  });

  it('initialBackoff: a bridge that asks for less is given its own wait all the same', async () => {
    const harness = createMaxBackoffHarness();
    harness.onSent = (sent) => harness.reply(sent, 503, String((initialBackoff - 1) / 1_000));
    const pauses = await collectPauses(harness);
    assert.deepEqual(pauses, doublingWaits(pauses.length, maxBusyBackoff));
  });

  it('maxRetryAfter: no bridge is waited for any longer', async () => {
    for (const [requestedWait, waited] of [
      [maxRetryAfter - 1_000, maxRetryAfter - 1_000],
      [maxRetryAfter + 1_000, maxRetryAfter],
    ] as const) {
      const harness = createMaxBackoffHarness();
      collectOutcomes([harness.queue.submit(createLampCommand(1))]);
      harness.reply(harness.sent[0], 503, String(requestedWait / 1_000));
      await harness.clock.advance(waited - 1);
      assert.equal(harness.sent.length, 1);
      await harness.clock.advance(1);
      assert.equal(harness.sent.length, 2);
    }
  });

  it('closeTimeout: closing waits not at all for what was unanswered before', async () => {
    const harness = new QueueHarness();
    const outcomes = collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    await harness.clock.advance(hangingWriteAfter);
    await harness.queue.close();
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_CLOSED']);
  });

  it('closeTimeout: closing waits no longer for what is under way', async () => {
    const harness = new QueueHarness();
    const outcomes = collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    const closed = harness.queue.close();
    await harness.clock.advance(closeTimeout - 1);
    assert.deepEqual(outcomes.codes, []);
    await harness.clock.advance(1);
    await settle(closed);
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_CLOSED']);
  });
});

const isFor = (sent: SentRequest, numbers: readonly number[]): boolean =>
  numbers.some((number) => sent.request.path.endsWith(makeRid(number)));

/** A harness in which some lamps never answer, until the time of a request is over. */
function createHangingHarness(
  hangingLamps: readonly number[],
  limits: Partial<ClientLimits> = {},
): QueueHarness {
  const harness = new QueueHarness(limits);
  harness.onSent = (sent) => {
    if (!isFor(sent, hangingLamps)) return harness.reply(sent);
    harness.clock.setTimeout(() => {
      if (sent.status === undefined) harness.fail(sent, 'timeout');
    }, requestTimeout - 5);
  };
  return harness;
}

const tenLamps = Array.from({ length: 10 }, (_, number) => number);

describe('Lamps that do not answer', () => {
  it('do not hold up another one, though ten of them were commanded before', async () => {
    const harness = createHangingHarness(tenLamps);
    const hanging = collectOutcomes(
      tenLamps.map((number) => harness.queue.submit(createLampCommand(number))),
    );
    const other = collectOutcomes([harness.queue.submit(createLampCommand(11))]);
    await harness.clock.advance(200);
    assert.deepEqual(other.merged, [1]);
    const list = collectOutcomes([harness.queue.submit(buildListRequest('scene'))]);
    await harness.clock.advance(50);
    assert.deepEqual(list.merged, [1]);
    await harness.clock.advance(requestTimeout);
    assert.equal(hanging.codes.length, 10);
    assert.equal(harness.health.status, 'up');
    await flushPromises();
    assert.equal(harness.unresponsive.length, 1, 'one warning for all of them');
  });

  it('do not hold up others, though a hundred of them are commanded', async () => {
    const hundred = Array.from({ length: 100 }, (_, number) => number);
    const harness = createHangingHarness(hundred);
    const hanging = collectOutcomes(
      hundred.map((number) => harness.queue.submit(createLampCommand(number))),
    );
    for (let round = 0; round < 10; round += 1) {
      const list = collectOutcomes([harness.queue.submit(buildListRequest('scene'))]);
      await harness.clock.advance(1_000);
      assert.deepEqual(list.merged, [1], `the list of second ${round}`);
    }
    const other = collectOutcomes([harness.queue.submit(createLampCommand(101))]);
    await harness.clock.advance(500);
    assert.deepEqual(other.merged, [1]);
    await harness.clock.advance(60_000);
    assert.equal(hanging.codes.length, 100);
    assert.equal(harness.health.status, 'up');
  });

  it('share one place once they are known, however many are commanded again and again', async () => {
    const harness = createHangingHarness(tenLamps);
    const submitAll = (): void =>
      void collectOutcomes(
        tenLamps.map((number) => harness.queue.submit(createLampCommand(number))),
      );
    submitAll();
    await harness.clock.advance(requestTimeout + 5_000);
    const before = harness.sent.length;
    submitAll();
    await harness.clock.advance(5_000);
    assert.equal(harness.sent.length, before + 1);
    const other = collectOutcomes([harness.queue.submit(createLampCommand(11))]);
    await harness.clock.advance(10);
    assert.deepEqual(other.merged, [1]);
  });

  it('leave one place each to others, however often these look for one', async () => {
    const harness = createHangingHarness([1], { lampsPerSecond: 1_000 });
    harness.onSent = (sent) => {
      if (!isFor(sent, [1]))
        harness.clock.setTimeout(() => harness.reply(sent), hangingWriteAfter / 8);
    };
    const lamps = Array.from({ length: 40 }, (_, number) => number);
    const all = collectOutcomes(
      lamps.map((number) => harness.queue.submit(createLampCommand(number))),
    );
    await harness.clock.advance(20_000);
    assert.equal(all.merged.length, 39);
    assert.equal(harness.maxInFlight, 3);
  });

  it('keep their places while they wait for a connection: nothing was asked of them yet', async () => {
    const harness = new QueueHarness();
    harness.hasConnection = false;
    collectOutcomes(tenLamps.map((number) => harness.queue.submit(createLampCommand(number))));
    await harness.clock.advance(requestTimeout);
    assert.equal(harness.sent.length, 3);
  });

  it('are served as any other from their first answer on', async () => {
    const hangingLamps = [...tenLamps];
    const harness = createHangingHarness(hangingLamps);
    collectOutcomes(tenLamps.map((number) => harness.queue.submit(createLampCommand(number))));
    await harness.clock.advance(requestTimeout + maxTargetBackoff);
    hangingLamps.length = 0;
    const again = collectOutcomes(
      tenLamps.map((number) => harness.queue.submit(createLampCommand(number))),
    );
    await harness.clock.advance(1_000);
    assert.equal(again.merged.length, 10);
  });

  it('begin with the shortest wait again when they have answered in between', async () => {
    const hangingLamps = [1];
    const harness = createHangingHarness(hangingLamps);
    harness.clock.random = () => 0.5;
    for (let round = 0; round < 3; round += 1) {
      hangingLamps.push(1);
      collectOutcomes([harness.queue.submit(createLampCommand(1))]);
      await harness.clock.advance(requestTimeout);
      hangingLamps.length = 0;
      const failedAt = harness.clock.now();
      collectOutcomes([harness.queue.submit(createLampCommand(1))]);
      await harness.clock.advance(maxTargetBackoff);
      assert.equal(harness.sent.length, 2 * (round + 1));
      assert.equal((harness.sent.at(-1)?.at ?? 0) - failedAt, initialTargetBackoff);
    }
  });

  it('disturb nobody for an hour, and are warned of once', async () => {
    const harness = createHangingHarness([1]);
    const other = collectOutcomes([]);
    let slowest = 0;
    for (let second = 0; second < 3_600; second += 2) {
      if (second % 10 === 0) collectOutcomes([harness.queue.submit(createLampCommand(1))]);
      const sentAt = harness.clock.now();
      void harness.queue
        .submit(createLampCommand(2))
        .then(() => (slowest = Math.max(slowest, harness.clock.now() - sentAt)));
      await harness.clock.advance(2_000);
    }
    assert.deepEqual(other.codes, []);
    assert.ok(slowest <= 10, `${slowest} ms`);
    assert.equal(harness.health.status, 'up');
    assert.equal(harness.unresponsive.length, 1);
  });

  it('are warned of also when nothing else was asked meanwhile, once the bridge has said that it is there', async () => {
    for (const [probeFailure, warnings] of [
      [undefined, 1],
      ['away', 0],
    ] as const) {
      const harness = createHangingHarness([1]);
      harness.probeFailure = probeFailure;
      collectOutcomes([harness.queue.submit(createLampCommand(1))]);
      await harness.clock.advance(requestTimeout + 1_000);
      assert.ok(harness.probes.length > 0);
      assert.equal(harness.unresponsive.length, warnings);
      harness.health.close();
    }
  });

  it('that hang only because nobody answers are no reason to send more', async () => {
    const harness = new QueueHarness();
    harness.probeFailure = 'timeout';
    collectOutcomes(tenLamps.map((number) => harness.queue.submit(createLampCommand(number))));
    await harness.clock.advance(30_000);
    assert.equal(harness.sent.length, 3);
    assert.equal(harness.health.status, 'down');
    harness.health.close();
  });

  it('wait by themselves from the second lost connection on, since the first may have been an old one', async () => {
    const harness = new QueueHarness({ lampsPerSecond: 1_000 });
    harness.clock.random = () => 0.5;
    harness.onSent = (sent) => harness.fail(sent, 'lost');
    collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    await harness.clock.advance(10 * initialTargetBackoff);
    const [first = 0, second = 0, third = 0] = intervalsBetween(harness.sent.map(({ at }) => at));
    assert.ok(first < initialTargetBackoff / 2, `first wait: ${first} ms`);
    assert.ok(second >= initialTargetBackoff, `second wait: ${second} ms`);
    assert.ok(third >= 2 * initialTargetBackoff, `third wait: ${third} ms`);
  });

  it('hangingWriteAfter: for so long an unanswered write keeps its place', async () => {
    const harness = createHangingHarness([1, 2, 3]);
    collectOutcomes([1, 2, 3, 4].map((number) => harness.queue.submit(createLampCommand(number))));
    await harness.clock.advance(hangingWriteAfter - 1);
    assert.equal(harness.sent.length, 3);
    // The bridge is asked whether it answers at all.
    await harness.clock.advance(6 + hangingWriteAfter);
    assert.equal(harness.sent.length, 4);
  });

  it('hangingWriteAfter: a bridge that always takes long is given its time', async () => {
    const harness = new QueueHarness();
    harness.onSent = (sent) =>
      void harness.clock.setTimeout(() => {
        if (sent.status === undefined) harness.reply(sent);
      }, 295);
    collectOutcomes([harness.queue.submit(createLampCommand(99))]);
    await harness.clock.advance(1_000);
    collectOutcomes(tenLamps.map((number) => harness.queue.submit(createLampCommand(number))));
    await harness.clock.advance(5_000);
    assert.equal(harness.maxInFlight, 3);
  });

  it('hangingReadAfter: for so long an unanswered read keeps its place', async () => {
    const harness = new QueueHarness();
    harness.onSent = (sent) => {
      if (sent.request.rtype !== 'light') harness.reply(sent);
    };
    collectOutcomes(
      (['light', 'light', 'room'] as const).map((rtype) =>
        harness.queue.submit(buildListRequest(rtype)),
      ),
    );
    await harness.clock.advance(hangingReadAfter - 1);
    assert.equal(harness.sent.length, 2);
    await harness.clock.advance(100);
    assert.equal(harness.sent.length, 3);
  });

  it('maxHangingRequests: beyond so many the oldest is given up', async () => {
    const lamps = Array.from({ length: maxHangingRequests + 5 }, (_, number) => number);
    const harness = createHangingHarness(lamps, { lampsPerSecond: 1_000 });
    const outcomes = collectOutcomes(
      lamps.map((number) => harness.queue.submit(createLampCommand(number))),
    );
    await harness.clock.advance(requestTimeout - 1_000);
    assert.ok(
      harness.maxInFlight <= maxHangingRequests + 2,
      `${harness.maxInFlight} requests under way`,
    );
    assert.ok(
      outcomes.codes.length >= 2 && outcomes.codes.length <= 5,
      `${outcomes.codes.length} given up`,
    );
    assert.deepEqual(new Set(outcomes.codes), new Set(['ERR_BRIDGE_TIMEOUT']));
  });

  it('initialTargetBackoff and maxTargetBackoff: the waits between their commands double, from the one to the other', async () => {
    const harness = createHangingHarness([1]);
    harness.clock.random = () => 0.5;
    for (let second = 0; second < 300; second += 1) {
      collectOutcomes([harness.queue.submit(createLampCommand(1))]);
      await harness.clock.advance(1_000);
    }
    const waits = intervalsBetween(harness.sent.map(({ at }) => at)).map(
      (wait) => wait - requestTimeout,
    );
    const expected = waits.map((_, step) =>
      Math.min(initialTargetBackoff * 2 ** step, maxTargetBackoff),
    );
    waits.forEach((wait, step) => {
      const due = expected[step] ?? 0;
      assert.ok(wait >= due && wait <= due + 1_001, `wait ${step}: ${wait} instead of ${due}`);
    });
    assert.ok(waits.length > 8, `${waits.length} waits`);
  });
});

/** Refuses what exceeds a rate: a bucket of one second's worth, as bridges have. */
function refuseBeyond(harness: QueueHarness, rate: number, refusals: readonly number[]): void {
  let tokens = rate;
  let at = 0;
  let refused = 0;
  harness.onSent = (sent) => {
    const now = harness.clock.now();
    tokens = Math.min(rate, tokens + ((now - at) * rate) / 1_000);
    at = now;
    if (tokens >= 1) {
      tokens -= 1;
      return harness.reply(sent);
    }
    refused += 1;
    return harness.reply(sent, refusals[refused % refusals.length]);
  };
}

describe('A bridge that takes less than the rate', () => {
  const hundred = Array.from({ length: 100 }, (_, number) => number);

  it('is remembered: what is asked of it later is refused seldom', async () => {
    const harness = new QueueHarness();
    refuseBeyond(harness, lampsPerSecond / 2, [429]);
    collectOutcomes(hundred.map((number) => harness.queue.submit(createLampCommand(number))));
    await harness.clock.advance(60_000);
    const before = harness.sent.length;
    collectOutcomes(tenLamps.map((number) => harness.queue.submit(createLampCommand(number))));
    await harness.clock.advance(10_000);
    assert.ok(harness.sent.length - before <= 12, `${harness.sent.length - before} requests`);
  });

  it('that refuses lamps is asked for groups and lists as before', async () => {
    const harness = new QueueHarness();
    harness.onSent = (sent) => harness.reply(sent, sent.request.rtype === 'light' ? 429 : 200);
    collectOutcomes(tenLamps.map((number) => harness.queue.submit(createLampCommand(number))));
    await harness.clock.advance(1_000);
    const list = collectOutcomes([harness.queue.submit(buildListRequest('scene'))]);
    await harness.clock.advance(10);
    assert.deepEqual(list.merged, [1]);
  });

  it('rateRecoveryTime: in so long the rate rises from nothing to its setting, so in half of it from a half', async () => {
    const harness = new QueueHarness({ maxQueuedRequests: 5_000, maxQueueTime: 3_600_000 });
    collectOutcomes([harness.queue.submit(createLampCommand(0))]);
    harness.reply(harness.sent[0], 429);
    harness.onSent = (sent) => harness.reply(sent);
    collectOutcomes(
      Array.from({ length: 2_000 }, (_, number) => harness.queue.submit(createLampCommand(number))),
    );
    const measureRate = async (): Promise<number> => {
      const before = harness.sent.length;
      await harness.clock.advance(2_000);
      return (harness.sent.length - before) / 2;
    };
    await harness.clock.advance(500);
    const atFirst = await measureRate();
    assert.ok(Math.abs(atFirst - lampsPerSecond / 2) <= 1, `${atFirst} a second at first`);
    await harness.clock.advance(rateRecoveryTime / 4);
    const halfWay = await measureRate();
    assert.ok(Math.abs(halfWay - (lampsPerSecond * 3) / 4) <= 1.1, `${halfWay} a second half-way`);
    await harness.clock.advance(rateRecoveryTime / 4);
    assert.equal(await measureRate(), lampsPerSecond);
  });
});
