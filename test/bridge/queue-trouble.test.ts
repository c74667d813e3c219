import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge';
import { createRequest, itemRequest, listRequest } from '../../src/bridge/wire/request';
import { settle } from './fake-clock';
import { id, lamp, outcomes, set, Stage } from './queue-stage';
import type { Limits } from '../../src/bridge';
import type { Settled } from '../../src/bridge/queue/waiting-list';

describe('A bridge that asks for patience', () => {
  it('is left alone for as long as it says', async () => {
    const stage = new Stage();
    outcomes([lamp(1), lamp(2), listRequest()].map((request) => stage.queue.submit(request)));
    for (const sent of stage.sent.slice()) stage.reply(sent, 429, '5');
    void stage.queue.submit(lamp(3));
    stage.play = (sent) => stage.reply(sent);
    await stage.clock.pass(4_999);
    assert.equal(stage.sent.length, 3);
    await stage.clock.pass(1_000);
    assert.equal(stage.sent.length, 7, 'all of them go once the probe came through');
  });

  it('is left alone for as long as it asks, also when that is longer than any wait of our own', async () => {
    const stage = new Stage({ commandAge: 600_000 });
    outcomes([stage.queue.submit(lamp(1)), stage.queue.submit(lamp(2))]);
    stage.reply(stage.sent[0], 503, '120');
    stage.reply(stage.sent[1], 503, '120');
    await stage.clock.pass(119_000);
    assert.equal(stage.sent.length, 2);
    await stage.clock.pass(2_000);
    assert.equal(stage.sent.length, 3);
  });

  it('is not rushed at when it asks for no time at all', async () => {
    const stage = new Stage({ attempts: 100 });
    stage.play = (sent) => stage.reply(sent, 429, '0');
    outcomes([stage.queue.submit(listRequest())]);
    await stage.clock.pass(10_000);
    assert.ok(stage.sent.length < 20, `${stage.sent.length} requests`);
  });

  it('gets at most a hundred requests in half a minute of refusing fifty commands', async () => {
    const stage = new Stage();
    stage.play = (sent) => stage.reply(sent, 429);
    const all = Array.from({ length: 50 }, (_, number) => stage.queue.submit(lamp(number)));
    const seen = outcomes(all);
    await stage.clock.pass(30_000);
    assert.ok(stage.sent.length <= 30, `${stage.sent.length} requests`);
    await stage.clock.pass(60_000);
    assert.equal(seen.codes.length + seen.merged.length, 50, 'every command is answered');
    assert.equal(stage.clock.waiting, 0);
  });

  it('gets one probe at a time', async () => {
    const stage = new Stage();
    outcomes(Array.from({ length: 9 }, (_, number) => stage.queue.submit(lamp(number))));
    assert.equal(stage.sent.length, 3);
    for (const sent of stage.sent.slice()) stage.reply(sent, 503);
    await stage.clock.pass(60);
    await stage.clock.pass(10_000);
    assert.equal(stage.sent.length, 4, 'the probe has not been answered yet');
    stage.reply(stage.sent[3]);
    await settle();
    assert.equal(stage.underWay, 3, 'its success ends the hold');
  });

  it('is probed by each target in turn, so that none of them uses up its attempts alone', async () => {
    const stage = new Stage({
      attempts: 5,
      firstHold: 50,
      longestHold: 100,
      lampsPerSecond: 1_000,
    });
    let refusals = 12;
    stage.play = (sent) => {
      refusals -= 1;
      stage.reply(sent, refusals >= 0 ? 503 : 200);
    };
    const all = [1, 2, 3, 4, 5, 6].map((number) => stage.queue.submit(lamp(number)));
    const seen = outcomes(all);
    await stage.clock.pass(60_000);
    const statuses = (await Promise.all(all)).map(({ reply }) => reply.status);
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.deepEqual(seen.codes, []);
  });

  it('is asked more and more seldom, at times that nobody can foresee', async () => {
    const stage = new Stage({ attempts: 8, commandAge: 600_000, longestHold: 60_000 });
    stage.play = (sent) => stage.reply(sent, 503);
    outcomes([stage.queue.submit(lamp(1))]);
    await stage.clock.pass(200_000);
    const waits = stage.sent.slice(1).map(({ at }, index) => at - (stage.sent[index]?.at ?? 0));
    assert.equal(waits.length, 7);
    waits.forEach((wait, index) => assert.ok(wait <= 500 * 2 ** index + 110, `${wait}`));
    assert.ok(waits.some((wait, index) => wait < 0.6 * 500 * 2 ** index));
    assert.ok(Math.max(...waits) > 4_000);
  });

  it('is offered a command as often as the limit says, and its last answer is given back', async () => {
    const stage = new Stage({ attempts: 3 });
    stage.play = (sent) => stage.reply(sent, 503);
    const settled = stage.queue.submit(lamp(1));
    await stage.clock.pass(20_000);
    assert.equal((await settled).reply.status, 503);
    assert.equal(stage.sent.length, 3);
  });

  it('is never asked to create anything twice', async () => {
    for (const status of [429, 503]) {
      const stage = new Stage();
      stage.play = (sent) => stage.reply(sent, status);
      const settled = stage.queue.submit(createRequest('room', '{}'));
      await stage.clock.pass(20_000);
      assert.equal((await settled).reply.status, status);
      assert.equal(stage.sent.length, 1);
    }
  });

  it('gets a refused command again before what was asked of the same lamp later', async () => {
    const stage = new Stage();
    const step = set('light', 1, { dimming_delta: { action: 'up', brightness_delta: 5 } }, true);
    outcomes([stage.queue.submit(step), stage.queue.submit(lamp(1)), stage.queue.submit(lamp(2))]);
    stage.reply(stage.sent[1]);
    stage.reply(stage.sent[0], 429);
    stage.play = (sent) => stage.reply(sent);
    await stage.clock.pass(3_000);
    assert.deepEqual(
      stage.sent.slice(2).map(({ request }) => request.momentary),
      [true, false],
    );
  });

  it('is not probed by a wish that a later one has overtaken', async () => {
    const stage = new Stage();
    const all = outcomes([
      stage.queue.submit(lamp(1, { on: { on: true }, dimming: { brightness: 1 } })),
      stage.queue.submit(lamp(1, { on: { on: false } })),
    ]);
    stage.reply(stage.sent[0], 503);
    stage.play = (sent) => stage.reply(sent);
    await stage.clock.pass(2_000);
    assert.deepEqual(stage.bodies()[1], { on: { on: false }, dimming: { brightness: 1 } });
    assert.deepEqual(all.merged, [2, 2]);
  });

  it('gets a refused wish with the later ones that go with it, and the others after that', async () => {
    const stage = new Stage();
    const [temperature, dimming, color] = [
      { color_temperature: { mirek: 300 } },
      { dimming: { brightness: 5 } },
      { color: { xy: { x: 0.5, y: 0.4 } } },
    ];
    const all = outcomes(
      [temperature, dimming, color].map((body) => stage.queue.submit(lamp(1, body))),
    );
    stage.reply(stage.sent[0], 503);
    assert.equal(stage.queue.waiting, 3);
    stage.play = (sent) => stage.reply(sent);
    await stage.clock.pass(2_000);
    assert.deepEqual(stage.bodies().slice(1), [{ ...temperature, ...dimming }, color]);
    assert.deepEqual(all.merged, [2, 2, 1]);
  });
});

describe('A lost connection', () => {
  it('is tried again at once for what may be repeated', async () => {
    for (const request of [lamp(1), listRequest(), itemRequest('delete', 'room', id(1))]) {
      const stage = new Stage();
      const settled = stage.queue.submit(request);
      stage.play = (sent) => stage.reply(sent);
      stage.fail(stage.sent[0], 'lost');
      await stage.clock.pass(300);
      assert.equal((await settled).repeated, true);
      assert.equal(stage.sent.length, 2);
    }
  });

  it('is never tried again for what creates, nor for what acts at once', async () => {
    const step = set('light', 1, { dimming_delta: { action: 'up', brightness_delta: 5 } }, true);
    for (const request of [createRequest('room', '{}'), step]) {
      const stage = new Stage();
      const seen = outcomes([stage.queue.submit(request)]);
      stage.fail(stage.sent[0], 'lost');
      await stage.clock.pass(90_000);
      assert.deepEqual(seen.codes, ['ERR_BRIDGE_UNREACHABLE']);
      assert.equal(stage.sent.length, 1);
    }
  });

  it('is given up after a few attempts', async () => {
    const stage = new Stage({ attempts: 3 });
    stage.play = (sent) => stage.fail(sent, 'lost');
    const seen = outcomes([stage.queue.submit(lamp(1))]);
    await stage.clock.pass(30_000);
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_UNREACHABLE']);
    assert.equal(stage.sent.length, 3);
  });
});

describe('A bridge that is away', () => {
  const away = async (limits: Partial<Limits> = {}): Promise<Stage> => {
    const stage = new Stage(limits);
    stage.play = (sent) => stage.reply(sent);
    await Promise.all([stage.queue.submit(lamp(1)), stage.clock.pass(2_000)]);
    stage.play = (sent) => stage.fail(sent, 'away');
    return stage;
  };

  it('gets only the last wish when it returns', async () => {
    const stage = await away();
    const wishes: Promise<Settled>[] = [];
    for (let brightness = 1; brightness <= 50; brightness += 1) {
      wishes.push(stage.queue.submit(lamp(1, { dimming: { brightness } })));
      await stage.clock.pass(200);
    }
    const seen = outcomes(wishes);
    const before = stage.sent.length;
    stage.play = (sent) => stage.reply(sent);
    await stage.clock.pass(10_000);
    assert.equal(stage.sent.length, before + 1);
    assert.deepEqual(stage.bodies().at(-1), { dimming: { brightness: 50 } });
    assert.equal(seen.merged.length, 50);
  });

  it('keeps a command waiting until its age, and then says that it expired', async () => {
    const stage = await away({ commandAge: 20_000 });
    const seen = outcomes([stage.queue.submit(lamp(1, { on: { on: false } }))]);
    await stage.clock.pass(19_000);
    assert.deepEqual(seen.codes, []);
    await stage.clock.pass(1_100);
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_EXPIRED']);
    const before = stage.sent.length;
    stage.play = (sent) => stage.reply(sent);
    await stage.clock.pass(60_000);
    assert.equal(stage.sent.length, before, 'what expired is not sent');
  });

  it('does not get a wish that expired while a later one to the same lamp lives on', async () => {
    const stage = await away({ commandAge: 10_000 });
    const old = outcomes([stage.queue.submit(lamp(1, { dimming: { brightness: 7 } }))]);
    await stage.clock.pass(9_000);
    void stage.queue.submit(lamp(1, { on: { on: true } }));
    await stage.clock.pass(1_500);
    assert.deepEqual(old.codes, ['ERR_BRIDGE_EXPIRED']);
    stage.play = (sent) => stage.reply(sent);
    await stage.clock.pass(8_000);
    assert.deepEqual(stage.bodies().at(-1), { on: { on: true } });
  });

  it('does not keep readers waiting', async () => {
    const stage = await away();
    const seen = outcomes([1, 2, 3, 4].map(() => stage.queue.submit(listRequest())));
    await stage.clock.pass(6_000);
    assert.deepEqual(new Set(seen.codes), new Set(['ERR_BRIDGE_UNREACHABLE']));
    assert.equal(seen.codes.length, 4);
  });

  it('keeps a reader waiting who has to, since a write is built on what it reads', async () => {
    const stage = await away();
    const patient = { ...itemRequest('get', 'light', id(1)), patient: true };
    const seen = outcomes([stage.queue.submit(patient), stage.queue.submit(listRequest())]);
    await stage.clock.pass(20_000);
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_UNREACHABLE']);
    stage.play = (sent) => stage.reply(sent);
    await stage.clock.pass(10_000);
    assert.equal(seen.merged.length, 1);
  });

  it('is noticed soon when it never answered before', async () => {
    const stage = new Stage();
    stage.play = (sent) => stage.fail(sent, 'away');
    const seen = outcomes([stage.queue.submit(lamp(1))]);
    await stage.clock.pass(12_000);
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_UNREACHABLE']);
    assert.equal(stage.sent.length, defaultLimits.attempts);
  });

  it('bounds what ten thousand messages make it keep, and every one is answered', async () => {
    const stage = await away({ commandAge: 5_000 });
    const seen = outcomes(
      Array.from({ length: 10_000 }, (_, number) => stage.queue.submit(lamp(number % 2_000))),
    );
    await settle();
    assert.ok(stage.queue.waiting <= 10_000);
    assert.ok(seen.codes.filter((code) => code === 'ERR_BRIDGE_QUEUE_FULL').length >= 7_000);
    await stage.clock.pass(6_000);
    assert.equal(seen.codes.length, 10_000);
    assert.equal(stage.queue.waiting, 0);
    assert.equal(stage.clock.waiting, 0);
  });
});

describe('Commands that are given up', () => {
  it('are not sent when they still wait, and take only their own wish along', async () => {
    const stage = new Stage();
    void stage.queue.submit(lamp(1));
    const given = new AbortController();
    const seen = outcomes([
      stage.queue.submit(lamp(1, { dimming: { brightness: 1 } }), given.signal),
    ]);
    void stage.queue.submit(lamp(1, { on: { on: false } }));
    given.abort();
    stage.reply(stage.sent[0]);
    await stage.clock.pass(500);
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_ABORTED']);
    assert.deepEqual(stage.bodies()[1], { on: { on: false } });
  });

  it('end the attempt that is under way', async () => {
    const stage = new Stage();
    const given = new AbortController();
    const seen = outcomes([stage.queue.submit(listRequest(), given.signal)]);
    given.abort();
    await settle();
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_ABORTED']);
    assert.equal(stage.underWay, 0);
  });

  it('are not even queued when they were given up before', async () => {
    const stage = new Stage();
    const seen = outcomes([stage.queue.submit(listRequest(), AbortSignal.abort())]);
    await settle();
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_ABORTED']);
    assert.equal(stage.sent.length, 0);
  });
});

describe('An untrusted bridge', () => {
  it('ends everything that waits, at once and unsent', async () => {
    const stage = new Stage();
    const seen = outcomes(
      Array.from({ length: 20 }, (_, number) => stage.queue.submit(lamp(number))),
    );
    stage.fail(stage.sent[0], 'untrusted');
    await settle();
    assert.equal(seen.codes.filter((code) => code === 'ERR_BRIDGE_UNTRUSTED').length, 18);
    assert.equal(stage.sent.length, 3);
  });
});

describe('Closing the queue', () => {
  it('answers what waits, lets what is under way end, and sends nothing afterwards', async () => {
    const stage = new Stage();
    const seen = outcomes(
      Array.from({ length: 20 }, (_, number) => stage.queue.submit(lamp(number))),
    );
    const closed = stage.queue.close();
    await settle();
    assert.equal(seen.codes.length, 17);
    for (const sent of stage.sent.slice()) stage.reply(sent);
    await closed;
    assert.deepEqual(seen.merged, [1, 1, 1]);
    assert.deepEqual(new Set(seen.codes), new Set(['ERR_BRIDGE_CLOSED']));
    outcomes([stage.queue.submit(lamp(1))]);
    await stage.clock.pass(60_000);
    assert.equal(stage.sent.length, 3);
    assert.equal(stage.clock.waiting, 0);
  });

  it('waits for what is under way no longer than the limit', async () => {
    const stage = new Stage({ closeTimeout: 700 });
    const seen = outcomes([stage.queue.submit(lamp(1))]);
    const closed = stage.queue.close();
    await stage.clock.pass(690);
    assert.deepEqual(seen.codes, []);
    await stage.clock.pass(20);
    await closed;
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_CLOSED']);
    assert.equal(stage.clock.waiting, 0);
  });
});
