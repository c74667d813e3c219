import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge';
import { buildListRequest } from '../../../src/bridge/request';
import { flushPromises, settle } from '../support/fake-clock';
import {
  createGroupCommand,
  createLampCommand,
  collectOutcomes,
  createAutoReplyHarness,
  createUpdate,
  QueueHarness,
} from './queue-harness';
import type { ClientLimits } from '../../../src/bridge';
import type { SentRequest } from './queue-harness';
import type { BridgeRequest } from '../../../src/bridge/request';

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
