import assert from 'node:assert/strict';
import { isBridgeError } from '../../../src/bridge/errors';
import { buildListRequest } from '../../../src/bridge/request';
import { flushPromises, settle } from '../support/fake-clock';
import { createLampCommand, collectOutcomes, QueueHarness } from './queue-harness';

describe('Commands that are given up', () => {
  it('are not sent when they still wait, and take only their own command along', async () => {
    const harness = new QueueHarness();
    void harness.queue.submit(createLampCommand(1));
    const controller = new AbortController();
    const outcomes = collectOutcomes([
      harness.queue.submit(createLampCommand(1, { dimming: { brightness: 1 } }), {
        signal: controller.signal,
      }),
    ]);
    void harness.queue.submit(createLampCommand(1, { on: { on: false } }));
    controller.abort();
    harness.reply(harness.sent[0]);
    await harness.clock.advance(500);
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_ABORTED']);
    assert.deepEqual(harness.parseSentBodies()[1], { on: { on: false } });
  });

  it('take nothing else along where several others were merged with them', async () => {
    const harness = new QueueHarness();
    const controller = new AbortController();
    collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    const bodies = [{ dimming: { brightness: 1 } }, { identify: { action: 'identify' } }];
    const [aborted, ...others] = [
      harness.queue.submit(createLampCommand(1, { on: { on: false } }), controller),
      ...bodies.map((body) => harness.queue.submit(createLampCommand(1, body))),
    ];
    const outcomes = [aborted, others].map((promises) => collectOutcomes([promises].flat()));
    controller.abort();
    harness.reply(harness.sent[0]);
    await harness.clock.advance(500);
    assert.deepEqual(harness.parseSentBodies()[1], { ...bodies[0], ...bodies[1] });
    harness.reply(harness.sent[1]);
    await flushPromises();
    assert.deepEqual(
      outcomes.map(({ merged, codes }) => [merged, codes]),
      [
        [[], ['ERR_BRIDGE_ABORTED']],
        [[2, 2], []],
      ],
    );
  });

  it('end the attempt that is under way', async () => {
    const harness = new QueueHarness();
    const controller = new AbortController();
    const outcomes = collectOutcomes([
      harness.queue.submit(buildListRequest(), { signal: controller.signal }),
    ]);
    controller.abort();
    await flushPromises();
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_ABORTED']);
    assert.equal(harness.inFlight, 0);
  });

  it('hold the next write to the same lamp back until their answer, once they were sent', async () => {
    const harness = new QueueHarness({ lampsPerSecond: 1_000 });
    const controller = new AbortController();
    const aborted = harness.queue.submit(createLampCommand(1), controller);
    const outcomes = collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    controller.abort();
    await assert.rejects(settle(aborted), { code: 'ERR_BRIDGE_ABORTED' });
    await harness.clock.advance(10);
    assert.equal(harness.sent.length, 1);
    harness.reply(harness.sent[0]);
    await harness.clock.advance(10);
    assert.equal(harness.sent.length, 2);
    harness.reply(harness.sent[1]);
    await flushPromises();
    assert.deepEqual(outcomes, { merged: [1], codes: [] });
  });

  it('end alone when they were sent with others, and say that they may have been done', async () => {
    const harness = new QueueHarness({ lampsPerSecond: 1_000 });
    const controller = new AbortController();
    collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    const aborted = harness.queue.submit(createLampCommand(1, { on: { on: false } }), controller);
    const outcomes = collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    harness.reply(harness.sent[0]);
    await harness.clock.advance(10);
    assert.equal(harness.sent.length, 2);
    controller.abort();
    await assert.rejects(
      settle(aborted),
      (error) =>
        isBridgeError(error) && error.code === 'ERR_BRIDGE_ABORTED' && error.cause.sent === 'maybe',
    );
    assert.equal(harness.inFlight, 1);
    harness.reply(harness.sent[1]);
    await flushPromises();
    assert.deepEqual(outcomes, { merged: [1], codes: [] });
  });

  it('are not even queued when they were given up before', async () => {
    const harness = new QueueHarness();
    const outcomes = collectOutcomes([
      harness.queue.submit(buildListRequest(), { signal: AbortSignal.abort() }),
    ]);
    await flushPromises();
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_ABORTED']);
    assert.equal(harness.sent.length, 0);
  });
});

describe('A command without an answer', () => {
  for (const [hasConnection, sent] of [
    [true, 'maybe'],
    [false, 'no'],
  ] as const) {
    it(`says that it was sent: ${sent}, when it had ${hasConnection ? 'a' : 'no'} connection`, async () => {
      const harness = new QueueHarness();
      harness.hasConnection = hasConnection;
      const outcomes = [1, 2].map((number) => harness.queue.submit(createLampCommand(number)));
      harness.fail(harness.sent[0], 'timeout');
      harness.fail(harness.sent[1], 'ended');
      for (const outcome of outcomes)
        await assert.rejects(
          settle(outcome),
          (error) => isBridgeError(error) && error.cause.sent === sent,
        );
      harness.health.close();
    });
  }
});

describe('An untrusted bridge', () => {
  it('ends everything that waits, at once and unsent', async () => {
    const harness = new QueueHarness();
    const outcomes = collectOutcomes(
      Array.from({ length: 20 }, (_, number) => harness.queue.submit(createLampCommand(number))),
    );
    harness.fail(harness.sent[0], 'untrusted');
    await flushPromises();
    assert.equal(outcomes.codes.filter((code) => code === 'ERR_BRIDGE_UNTRUSTED').length, 18);
    assert.equal(harness.sent.length, 3);
  });
});

describe('Closing the queue', () => {
  it('answers what waits, lets what is under way end, and sends nothing afterwards', async () => {
    const harness = new QueueHarness();
    const outcomes = collectOutcomes(
      Array.from({ length: 20 }, (_, number) => harness.queue.submit(createLampCommand(number))),
    );
    const closed = harness.queue.close();
    await flushPromises();
    assert.equal(outcomes.codes.length, 17);
    for (const sent of harness.sent.slice()) harness.reply(sent);
    await settle(closed);
    assert.deepEqual(outcomes.merged, [1, 1, 1]);
    assert.deepEqual(new Set(outcomes.codes), new Set(['ERR_BRIDGE_CLOSED']));
    collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    await harness.clock.advance(60_000);
    assert.equal(harness.sent.length, 3);
    assert.equal(harness.clock.pendingTimers, 0);
  });

  it('waits for all that is under way, not only for the first of it', async () => {
    const harness = new QueueHarness();
    const outcomes = collectOutcomes(
      [1, 2, 3].map((number) => harness.queue.submit(createLampCommand(number))),
    );
    let isClosed = false;
    const closed = harness.queue.close().then(() => (isClosed = true));
    for (const [index, sent] of harness.sent.slice().entries()) {
      assert.equal(isClosed, false, `after ${index} answers`);
      harness.reply(sent);
      await flushPromises();
    }
    assert.equal(isClosed, true);
    await settle(closed);
    assert.deepEqual(outcomes, { merged: [1, 1, 1], codes: [] });
    assert.equal(harness.clock.pendingTimers, 0);
  });

  it('waits for what is under way no longer than the limit', async () => {
    const harness = new QueueHarness({ closeTimeout: 700 });
    const outcomes = collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    const closed = harness.queue.close();
    await harness.clock.advance(690);
    assert.deepEqual(outcomes.codes, []);
    await harness.clock.advance(20);
    await settle(closed);
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_CLOSED']);
    assert.equal(harness.clock.pendingTimers, 0);
  });
});
