import assert from 'node:assert/strict';
import {
  buildCreateRequest,
  buildSingleResourceRequest,
  buildListRequest,
} from '../../../src/bridge/request';
import { flushPromises, settle } from '../support/fake-clock';
import {
  makeRid,
  createLampCommand,
  collectOutcomes,
  createUpdate,
  QueueHarness,
} from './queue-harness';
import type { ClientLimits } from '../../../src/bridge';

describe('A bridge that asks for patience', () => {

  it('is left alone for exactly as long as it asks, also when that is longer than any wait of our own', async () => {
    const harness = new QueueHarness({ maxQueueTime: 600_000 });
    collectOutcomes([
      harness.queue.submit(createLampCommand(1)),
      harness.queue.submit(createLampCommand(2)),
    ]);
    harness.reply(harness.sent[0], 503, '120');
    harness.reply(harness.sent[1], 503, '120');
    await harness.clock.advance(119_999);
    assert.equal(harness.sent.length, 2);
    await harness.clock.advance(1);
    assert.equal(harness.sent.length, 3);
  });

  it('is not rushed at when it asks for no time at all', async () => {
    const harness = new QueueHarness({ maxAttempts: 100 });
    harness.onSent = (sent) => harness.reply(sent, 429, '0');
    collectOutcomes([harness.queue.submit(buildListRequest())]);
    await harness.clock.advance(10_000);
    assert.ok(harness.sent.length < 20, `${harness.sent.length} requests`);
  });

  it('gets one trial at a time', async () => {
    const harness = new QueueHarness();
    collectOutcomes(
      Array.from({ length: 9 }, (_, number) => harness.queue.submit(createLampCommand(number))),
    );
    assert.equal(harness.sent.length, 3);
    for (const sent of harness.sent.slice()) harness.reply(sent, 503);
    while (harness.sent.length < 4) await harness.clock.advance(1);
    await harness.clock.advance(70);
    assert.equal(harness.sent.length, 4, 'the trial has not been answered yet');
    while (harness.sent.length < 5) await harness.clock.advance(1);
    const [hanging, next] = harness.sent.slice(3);
    assert.ok((next?.at ?? Infinity) - (hanging?.at ?? 0) < 1_000, 'one that hangs makes way');
    harness.reply(next);
    await flushPromises();
    assert.equal(harness.inFlight, 3, 'its success ends the hold');
  });

  it('gets another command next where it refused one, which may be what it refuses', async () => {
    const harness = new QueueHarness();
    const lamps = [1, 2, 3, 4];
    collectOutcomes(lamps.map((number) => harness.queue.submit(createLampCommand(number))));
    const replyToNext = async (number: number, status: number): Promise<void> => {
      const isNext = (): boolean => harness.sent.some((sent) => sent.status === undefined);
      while (!isNext()) await harness.clock.advance(1);
      const sent = harness.sent.find(({ status: replied }) => replied === undefined);
      assert.equal(sent?.request.path, createLampCommand(number).path);
      harness.reply(sent, status);
    };
    // Without a wait, it refuses the rate only.
    for (const number of [1, 2, 3]) await replyToNext(number, number === 1 ? 429 : 200);
    // What was under way when it became busy keeps its turn, and is the first trial.
    for (const number of [4, 4, 1]) await replyToNext(number, 503);
    await replyToNext(4, 200);
    await replyToNext(1, 200);
  });

  for (const status of [429, 503]) {
    it(`is offered a change until that is too old, and its last ${status} is given back`, async () => {
      const harness = new QueueHarness({ maxAttempts: 3, maxQueueTime: 20_000 });
      harness.onSent = (sent) => harness.reply(sent, status);
      const submitted = harness.queue.submit(createLampCommand(1));
      await harness.clock.advance(20_000);
      assert.equal((await settle(submitted)).response.status, status);
      assert.ok(harness.sent.length >= 10, `${harness.sent.length} requests`);
    });

    it(`is asked a few times for what can be read again, and its last ${status} is given back`, async () => {
      const harness = new QueueHarness({ maxAttempts: 3 });
      harness.onSent = (sent) => harness.reply(sent, status);
      const submitted = harness.queue.submit(buildListRequest());
      await harness.clock.advance(20_000);
      assert.equal((await settle(submitted)).response.status, status);
      assert.equal(harness.sent.length, 3);
    });
  }

  it('is never asked to create anything twice', async () => {
    for (const status of [429, 503]) {
      const harness = new QueueHarness();
      harness.onSent = (sent) => harness.reply(sent, status);
      const submitted = harness.queue.submit(buildCreateRequest('room', '{}'));
      await harness.clock.advance(20_000);
      assert.equal((await settle(submitted)).response.status, status);
      assert.equal(harness.sent.length, 1);
    }
  });

  it('gets a refused command again before what was asked of the same lamp later', async () => {
    const harness = new QueueHarness();
    const nonIdempotentCommand = createUpdate(
      'light',
      1,
      { dimming_delta: { action: 'up', brightness_delta: 5 } },
      true,
    );
    collectOutcomes([
      harness.queue.submit(nonIdempotentCommand),
      harness.queue.submit(createLampCommand(1)),
      harness.queue.submit(createLampCommand(2)),
    ]);
    harness.reply(harness.sent[1]);
    harness.reply(harness.sent[0], 429);
    harness.onSent = (sent) => harness.reply(sent);
    await harness.clock.advance(3_000);
    assert.deepEqual(
      harness.sent.slice(2).map(({ request }) => request.nonIdempotent),
      [true, false],
    );
  });

  it('is not tried with a command that a later one has overtaken', async () => {
    const harness = new QueueHarness();
    const all = collectOutcomes([
      harness.queue.submit(createLampCommand(1, { on: { on: true }, dimming: { brightness: 1 } })),
      harness.queue.submit(createLampCommand(1, { on: { on: false } })),
    ]);
    harness.reply(harness.sent[0], 503);
    harness.onSent = (sent) => harness.reply(sent);
    await harness.clock.advance(2_000);
    assert.deepEqual(harness.parseSentBodies()[1], {
      on: { on: false },
      dimming: { brightness: 1 },
    });
    assert.deepEqual(all.merged, [2, 2]);
  });

  it('gets a refused command with the later ones that go with it, and the others after that', async () => {
    const harness = new QueueHarness();
    const [temperature, dimming, color] = [
      { color_temperature: { mirek: 300 } },
      { dimming: { brightness: 5 } },
      { color: { xy: { x: 0.5, y: 0.4 } } },
    ];
    const all = collectOutcomes(
      [temperature, dimming, color].map((body) => harness.queue.submit(createLampCommand(1, body))),
    );
    harness.reply(harness.sent[0], 503);
    assert.equal(harness.queue.queued, 3);
    harness.onSent = (sent) => harness.reply(sent);
    await harness.clock.advance(2_000);
    assert.deepEqual(harness.parseSentBodies().slice(1), [{ ...temperature, ...dimming }, color]);
    assert.deepEqual(all.merged, [2, 2, 1]);
  });
});

describe('A lost connection', () => {
  it('is tried again at once for what may be repeated', async () => {
    for (const request of [
      createLampCommand(1),
      buildListRequest(),
      buildSingleResourceRequest('delete', 'room', makeRid(1)),
    ]) {
      const harness = new QueueHarness();
      const submitted = harness.queue.submit(request);
      harness.onSent = (sent) => harness.reply(sent);
      harness.fail(harness.sent[0], 'lost');
      await harness.clock.advance(300);
      assert.equal((await settle(submitted)).retriedAfterLoss, true);
      assert.equal(harness.sent.length, 2);
    }
  });

  it('is never tried again for what creates, nor for what acts at once', async () => {
    const nonIdempotentCommand = createUpdate(
      'light',
      1,
      { dimming_delta: { action: 'up', brightness_delta: 5 } },
      true,
    );
    for (const request of [buildCreateRequest('room', '{}'), nonIdempotentCommand]) {
      const harness = new QueueHarness();
      const outcomes = collectOutcomes([harness.queue.submit(request)]);
      harness.fail(harness.sent[0], 'lost');
      await harness.clock.advance(90_000);
      assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_UNREACHABLE']);
      assert.equal(harness.sent.length, 1);
    }
  });

  it('is given up after a few attempts', async () => {
    const harness = new QueueHarness({ maxAttempts: 3 });
    harness.onSent = (sent) => harness.fail(sent, 'lost');
    const outcomes = collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    await harness.clock.advance(30_000);
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_UNREACHABLE']);
    assert.equal(harness.sent.length, 3);
  });
});

describe('A bridge that is away', () => {
  const createUnreachableHarness = async (
    limits: Partial<ClientLimits> = {},
  ): Promise<QueueHarness> => {
    const harness = new QueueHarness(limits);
    harness.onSent = (sent) => harness.reply(sent);
    await Promise.all([harness.queue.submit(createLampCommand(1)), harness.clock.advance(2_000)]);
    harness.disconnect();
    return harness;
  };

  it('keeps a command waiting until its age, and then says that it expired', async () => {
    const harness = await createUnreachableHarness({ maxQueueTime: 20_000 });
    const submitted = harness.queue.submit(createLampCommand(1, { on: { on: false } }));
    const outcomes = collectOutcomes([submitted]);
    await harness.clock.advance(19_000);
    assert.deepEqual(outcomes.codes, []);
    await harness.clock.advance(1_100);
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_EXPIRED']);
    await assert.rejects(submitted, /longer than 20 s because the bridge could not be reached/);
    const before = harness.sent.length;
    harness.reconnect();
    await harness.clock.advance(60_000);
    assert.equal(harness.sent.length, before, 'what expired is not sent');
  });

  it('does not get a command that expired while a later one to the same lamp lives on', async () => {
    const harness = await createUnreachableHarness({ maxQueueTime: 10_000 });
    const old = collectOutcomes([
      harness.queue.submit(createLampCommand(1, { dimming: { brightness: 7 } })),
    ]);
    await harness.clock.advance(9_000);
    void harness.queue.submit(createLampCommand(1, { on: { on: true } }));
    await harness.clock.advance(1_500);
    assert.deepEqual(old.codes, ['ERR_BRIDGE_EXPIRED']);
    harness.reconnect();
    await harness.clock.advance(8_000);
    assert.deepEqual(harness.parseSentBodies().at(-1), { on: { on: true } });
  });

  it('does not keep readers waiting', async () => {
    const harness = await createUnreachableHarness();
    const outcomes = collectOutcomes(
      [1, 2, 3, 4].map(() => harness.queue.submit(buildListRequest())),
    );
    await harness.clock.advance(6_000);
    assert.deepEqual(new Set(outcomes.codes), new Set(['ERR_BRIDGE_UNREACHABLE']));
    assert.equal(outcomes.codes.length, 4);
  });

  it('keeps a reader waiting who has to, since a write is built on what it reads', async () => {
    const harness = await createUnreachableHarness();
    const waitingRead = {
      ...buildSingleResourceRequest('get', 'light', makeRid(1)),
      waitIfOffline: true,
    };
    const outcomes = collectOutcomes([
      harness.queue.submit(waitingRead),
      harness.queue.submit(buildListRequest()),
    ]);
    await harness.clock.advance(20_000);
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_UNREACHABLE']);
    harness.reconnect();
    await harness.clock.advance(10_000);
    assert.equal(outcomes.merged.length, 1);
  });

  it('is noticed soon when it never answered before', async () => {
    const harness = new QueueHarness();
    harness.disconnect();
    const outcomes = collectOutcomes([harness.queue.submit(createLampCommand(1))]);
    await harness.clock.advance(8_000);
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_UNREACHABLE']);
    assert.equal(harness.sent.length, 1, 'no command is a probe');
  });
});
