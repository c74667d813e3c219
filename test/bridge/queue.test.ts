import assert from 'node:assert/strict';
import {
  buildCreateRequest,
  buildSingleResourceRequest,
  buildListRequest,
} from '../../src/bridge/request';
import type { StateDependentBody, RequestBody } from '../../src/bridge/request';
import { flushPromises, settle } from './support/fake-clock';
import {
  makeRid,
  createLampCommand,
  collectOutcomes,
  createUpdate,
  QueueHarness,
  serializeRequestBody,
  createAutoReplyHarness,
  createGroupCommand,
} from './support/queue-harness';
import type { ClientLimits } from '../../src/bridge';
import { isBridgeError } from '../../src/bridge/errors';
import { getNestedMember } from '../../src/resources/members';
import type { QueuedCommandResponse } from '../../src/bridge/waiting';

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

/** A read of a state, which the test answers. */
interface Read {
  signal: AbortSignal;
  resolve: (body: RequestBody) => void;
  reject: (error: Error) => void;
}

const on = (value: boolean): object => ({ on: { on: value } });

describe('Commands that depend on the state before them', () => {
  let harness: QueueHarness;
  /** In the order of their beginning. */
  let reads: Read[];
  beforeEach(() => {
    harness = new QueueHarness({ lampsPerSecond: 1_000, maxQueuedCommands: 4 });
    reads = [];
  });

  const fromFreshState = (signal: AbortSignal): Promise<RequestBody> =>
    new Promise((resolve, reject) => {
      reads.push({ signal, resolve, reject });
    });
  const step: StateDependentBody = { fromFreshState };
  const toggle: StateDependentBody = {
    fromFreshState,
    fromPendingWrites(members) {
      const isOn = getNestedMember(members, 'on', 'on');
      return typeof isOn === 'boolean' ? serializeRequestBody(on(!isOn)) : undefined;
    },
  };
  const submit = (
    stateDependentBody: StateDependentBody,
    { lamp = 1, signal }: { lamp?: number; signal?: AbortSignal } = {},
  ): Promise<QueuedCommandResponse> =>
    harness.queue.submit(buildSingleResourceRequest('update', 'light', makeRid(lamp)), {
      stateDependentBody,
      signal,
    });
  const plain = (body: object, lamp = 1): Promise<QueuedCommandResponse> =>
    harness.queue.submit(createLampCommand(lamp, body));
  const answerRead = async (index: number, body: object): Promise<void> => {
    reads[index]?.resolve(serializeRequestBody(body));
    await flushPromises();
  };
  const reply = async (index: number): Promise<void> => {
    harness.reply(harness.sent[index]);
    await harness.clock.advance(10);
  };

  it('hold what follows them for the resource, and nothing of another one', async () => {
    collectOutcomes([submit(step), plain(on(true)), plain(on(false), 2)]);
    assert.deepEqual(harness.parseSentBodies(), [on(false)]);
    await answerRead(0, { dimming: { brightness: 7 } });
    assert.deepEqual(harness.parseSentBodies()[1], { dimming: { brightness: 7 } });
    assert.equal(harness.sent.length, 2);
    await reply(1);
    assert.deepEqual(harness.parseSentBodies()[2], on(true));
  });

  it('leave the number of waiting commands as it was, once they are sent', async () => {
    collectOutcomes([submit(step), submit(step, { lamp: 2 })]);
    await answerRead(0, on(true));
    reads[1]?.reject(new Error('The lamp is gone.'));
    await flushPromises();
    assert.equal(harness.queue.queued, 0);
    await reply(0);
    assert.equal(harness.queue.queued, 0);
  });

  it('read the state only when everything before them is answered', async () => {
    collectOutcomes([plain({ dimming: { brightness: 1 } }), plain({ dimming: { brightness: 2 } })]);
    collectOutcomes([submit(step)]);
    await reply(0);
    assert.equal(reads.length, 0);
    await reply(1);
    assert.equal(reads.length, 1);
    assert.equal(harness.sent.length, 2);
  });

  it('need one read for a burst of toggles, and two requests', async () => {
    const outcomes = collectOutcomes([
      submit(toggle),
      submit(toggle),
      submit(toggle),
      submit(toggle),
    ]);
    await answerRead(0, on(true));
    await reply(0);
    await reply(1);
    assert.equal(reads.length, 1);
    assert.deepEqual(harness.parseSentBodies(), [on(true), on(false)]);
    assert.deepEqual(outcomes, { merged: [1, 3, 3, 3], codes: [] });
  });

  it('take the state from a command that is under way or waits, without a read', async () => {
    collectOutcomes([plain(on(true)), submit(toggle), plain({ dimming: { brightness: 5 } })]);
    await reply(0);
    assert.deepEqual(harness.parseSentBodies()[1], { ...on(false), dimming: { brightness: 5 } });
    assert.equal(reads.length, 0);
  });

  it('keep their place among plain commands when they are built later', async () => {
    const outcomes = collectOutcomes([
      submit(toggle),
      plain({ dimming: { brightness: 5 } }),
      submit(toggle),
      plain({ dimming: { brightness: 6 } }),
    ]);
    await answerRead(0, on(true));
    await reply(0);
    await reply(1);
    assert.deepEqual(harness.parseSentBodies(), [
      on(true),
      { ...on(false), dimming: { brightness: 6 } },
    ]);
    assert.deepEqual(outcomes.merged, [1, 3, 3, 3]);
  });

  it('are sent on their own when each needs the state that was read', async () => {
    collectOutcomes([submit(step), submit(step)]);
    await answerRead(0, on(true));
    assert.equal(reads.length, 1);
    await reply(0);
    await answerRead(1, on(false));
    assert.deepEqual(harness.parseSentBodies(), [on(true), on(false)]);
  });

  it('wait for a repeated attempt of the command before', async () => {
    collectOutcomes([plain({ dimming: { brightness: 1 } }), submit(step)]);
    harness.reply(harness.sent[0], 503);
    await flushPromises();
    assert.equal(reads.length, 0);
    await harness.clock.advance(1_000);
    await reply(1);
    assert.equal(reads.length, 1);
  });

  it('that cannot be built fail alone', async () => {
    const noLamp = submit(step);
    const next = plain({ on: { on: true } });
    const notNow = submit({
      fromFreshState,
      fromPendingWrites() {
        throw new Error('not while it is on');
      },
    });
    const last = submit(toggle);
    reads[0]?.reject(new Error('no such lamp'));
    await assert.rejects(settle(noLamp), /no such lamp/);
    await assert.rejects(settle(notNow), /not while it is on/);
    await reply(0);
    await reply(1);
    await settle(Promise.all([next, last]));
    assert.deepEqual(harness.parseSentBodies(), [on(true), on(false)]);
  });

  it('are answered once when they are aborted while they wait, are read, or are sent', async () => {
    const [reading, waiting, sent] = [
      new AbortController(),
      new AbortController(),
      new AbortController(),
    ];
    const outcomes = collectOutcomes([
      submit(step, { signal: reading.signal }),
      submit(step, { signal: waiting.signal }),
      submit(step, { signal: sent.signal }),
    ]);
    waiting.abort();
    reading.abort();
    assert.equal(reads[0]?.signal.aborted, true);
    await answerRead(0, on(false));
    assert.equal(harness.sent.length, 0);
    await answerRead(1, on(true));
    assert.equal(harness.sent.length, 1);
    sent.abort();
    await flushPromises();
    assert.deepEqual(outcomes.codes, Array(3).fill('ERR_BRIDGE_ABORTED'));
  });

  it('end with the queue', async () => {
    const outcomes = collectOutcomes([submit(toggle), submit(toggle), plain(on(true))]);
    await harness.queue.close();
    assert.equal(reads[0]?.signal.aborted, true);
    await answerRead(0, on(true));
    assert.deepEqual(outcomes.codes, Array(3).fill('ERR_BRIDGE_CLOSED'));
    assert.equal(harness.sent.length, 0);
  });

  it('obey the limits of all commands', async () => {
    const outcomes = collectOutcomes([1, 2, 3, 4, 5, 6].map(() => submit(step)));
    await flushPromises();
    // The first is being read, so it does not wait.
    assert.deepEqual(outcomes.codes, ['ERR_BRIDGE_QUEUE_FULL']);
    await harness.clock.advance(60_001);
    assert.deepEqual(outcomes.codes.slice(1), Array(5).fill('ERR_BRIDGE_EXPIRED'));
    assert.equal(reads[0]?.signal.aborted, true);
    assert.equal(harness.sent.length, 0);
  });

  it('are not refused for the place of what the bridge has put off', async () => {
    harness = new QueueHarness({ lampsPerSecond: 1_000, maxQueuedRequests: 1 });
    const outcomes = collectOutcomes([
      plain({ dimming_delta: { action: 'up', brightness_delta: 1 } }),
      plain({ effects: { effect: 'fire' } }),
    ]);
    harness.reply(harness.sent[0], 503);
    const dependent = collectOutcomes([submit(step, { lamp: 2 })]);
    await flushPromises();
    assert.deepEqual([...outcomes.codes, ...dependent.codes], []);
    assert.equal(reads.length, 1);
  });

  it('take what was merged into them out again when it is aborted', async () => {
    const aborted = new AbortController();
    collectOutcomes([plain(on(true)), submit(toggle)]);
    collectOutcomes([
      harness.queue.submit(createLampCommand(1, { dimming: { brightness: 5 } }), aborted),
    ]);
    aborted.abort();
    await reply(0);
    assert.deepEqual(harness.parseSentBodies()[1], on(false));
  });
});

const sentLamps = ({ sent }: QueueHarness): readonly string[] =>
  sent.map(({ request }) => request.path);

const pathOf = (lamp: number): string => createLampCommand(lamp).path;

describe('The writes of programs', () => {
  const submit = (
    harness: QueueHarness,
    isBackground: boolean,
    ...lamps: readonly number[]
  ): void =>
    void collectOutcomes(
      lamps.map((lamp) => harness.queue.submit(createLampCommand(lamp), { isBackground })),
    );

  it('leave a slot to commands', async () => {
    const harness = new QueueHarness({ lampsPerSecond: 1_000 });
    submit(harness, true, 1, 2, 3);
    await harness.clock.advance(10);
    assert.deepEqual(sentLamps(harness), [1, 2].map(pathOf));
    submit(harness, false, 9);
    assert.equal(sentLamps(harness).at(-1), pathOf(9));
    harness.reply(harness.sent[0]);
    await harness.clock.advance(10);
    assert.equal(harness.sent.length, 3);
    harness.reply(harness.sent[1]);
    await harness.clock.advance(10);
    assert.equal(sentLamps(harness).at(-1), pathOf(3));
  });

  it('take the only slot where there is one', () => {
    const harness = new QueueHarness({ maxConcurrentRequests: 1 });
    submit(harness, true, 1);
    assert.equal(harness.sent.length, 1);
  });

  it('leave two of the commands that may be sent at once', async () => {
    const harness = createAutoReplyHarness({ lampsPerSecond: 10 });
    submit(harness, true, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    await harness.clock.advance(50);
    assert.equal(harness.sent.length, 8);
    submit(harness, false, 21, 22, 23);
    await harness.clock.advance(10);
    assert.deepEqual(sentLamps(harness).slice(8), [21, 22].map(pathOf));
  });

  it('wait for commands that came later, and until two more could be sent', async () => {
    const harness = createAutoReplyHarness({ lampsPerSecond: 10 });
    submit(harness, false, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    await harness.clock.advance(50);
    submit(harness, true, 21);
    submit(harness, false, 22);
    await harness.clock.advance(340);
    assert.deepEqual(sentLamps(harness).slice(10), [pathOf(22)]);
    await harness.clock.advance(40);
    assert.deepEqual(sentLamps(harness).slice(10), [22, 21].map(pathOf));
  });

  it('before a command for their room have its priority, since it waits for them', async () => {
    const harness = createAutoReplyHarness({ lampsPerSecond: 10 });
    submit(harness, false, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    await harness.clock.advance(50);
    submit(harness, true, 21, 22);
    const room = { ...createGroupCommand(20), lampPaths: new Set([pathOf(21)]) };
    collectOutcomes([harness.queue.submit(room)]);
    await harness.clock.advance(110);
    assert.deepEqual(sentLamps(harness).slice(10), [pathOf(21), room.path]);
  });
});
