import assert from 'node:assert/strict';
import {
  buildCreateRequest,
  buildSingleResourceRequest,
  buildListRequest,
} from '../../../src/bridge/request';
import { settle } from '../support/fake-clock';
import {
  createGroupCommand,
  makeRid,
  createLampCommand,
  collectOutcomes,
  createAutoReplyHarness,
  createUpdate,
  QueueHarness,
} from './queue-harness';
import type { BridgeRequest } from '../../../src/bridge/request';
import type { QueuedCommandResponse } from '../../../src/bridge/waiting';

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
