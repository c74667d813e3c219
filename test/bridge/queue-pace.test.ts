import assert from 'node:assert/strict';
import { createRequest, itemRequest, listRequest } from '../../src/bridge/wire/request';
import { group, id, lamp, outcomes, prompt, set, Stage } from './queue-stage';
import type { BridgeRequest } from '../../src/bridge/wire/request';
import type { Settled } from '../../src/bridge/queue/waiting-list';

describe('The pace of the queue', () => {
  it('sends at once when the bridge is idle', () => {
    const stage = new Stage();
    void stage.queue.submit(lamp(1));
    assert.equal(stage.sent.length, 1);
  });

  it('lets a second’s worth of lamp commands go at once and ten a second after that', async () => {
    const stage = prompt();
    const all = outcomes(
      Array.from({ length: 40 }, (_, number) => stage.queue.submit(lamp(number))),
    );
    await stage.clock.pass(110);
    assert.equal(stage.sent.length, 11, 'the burst, and the first of the steady rate');
    await stage.clock.pass(10_000);
    assert.equal(all.merged.length, 40);
    for (let from = 100; from < 3_000; from += 100) {
      assert.ok(stage.sentWithin(from, from + 1_000) <= 11, `too many in the second from ${from}`);
    }
    assert.equal(stage.clock.waiting, 0, 'an idle queue keeps no timer');
  });

  it('sends one group command a second, five others, and as many reads as come', async () => {
    const stage = prompt();
    outcomes(Array.from({ length: 5 }, (_, number) => stage.queue.submit(group(number))));
    outcomes(
      Array.from({ length: 20 }, (_, number) =>
        stage.queue.submit(set('motion', 100 + number, { enabled: true })),
      ),
    );
    outcomes(Array.from({ length: 50 }, () => stage.queue.submit(listRequest('light'))));
    await stage.clock.pass(2_050);
    const count = (rtype: string): number =>
      stage.sent.filter(({ request }) => request.rtype === rtype && request.method === 'PUT')
        .length;
    assert.equal(count('grouped_light'), 3);
    assert.equal(count('motion'), 15);
    assert.equal(stage.sent.filter(({ request }) => request.method === 'GET').length, 50);
  });

  it('keeps to the paces that are set', async () => {
    const stage = prompt({ lampsPerSecond: 2 });
    outcomes(Array.from({ length: 9 }, (_, number) => stage.queue.submit(lamp(number))));
    await stage.clock.pass(3_020);
    assert.equal(stage.sent.length, 2 + 6);
  });

  it('never has more than three requests under way', async () => {
    const stage = new Stage();
    stage.play = (sent) => void stage.clock.setTimeout(() => stage.reply(sent), 300);
    outcomes(Array.from({ length: 10 }, (_, number) => stage.queue.submit(lamp(number))));
    outcomes(Array.from({ length: 10 }, () => stage.queue.submit(listRequest())));
    outcomes(Array.from({ length: 10 }, (_, number) => stage.queue.submit(group(number))));
    await stage.clock.pass(20_000);
    assert.equal(stage.mostUnderWay, 3);
    assert.equal(stage.sent.length, 30);
  });

  it('sends a lamp command at once while thirty group commands wait', async () => {
    const stage = prompt();
    outcomes(Array.from({ length: 30 }, (_, number) => stage.queue.submit(group(number))));
    await stage.clock.pass(10);
    void stage.queue.submit(lamp(99));
    assert.equal(stage.sent.at(-1)?.request.rtype, 'light');
  });

  it('keeps a place for lamps beside slow reads and slow groups', () => {
    const stage = new Stage({ groupsPerSecond: 100 });
    outcomes(Array.from({ length: 5 }, () => stage.queue.submit(listRequest())));
    outcomes(Array.from({ length: 5 }, (_, number) => stage.queue.submit(group(number))));
    assert.equal(stage.sent.length, 2);
    void stage.queue.submit(lamp(1));
    assert.equal(stage.sent.length, 3);
  });

  it('lets reads and writes take turns', async () => {
    const stage = new Stage({ lampsPerSecond: 1_000 });
    stage.play = (sent) => stage.reply(sent);
    outcomes(Array.from({ length: 100 }, (_, number) => stage.queue.submit(lamp(number))));
    outcomes(Array.from({ length: 100 }, () => stage.queue.submit(listRequest())));
    await stage.clock.pass(300);
    const half = stage.sent.slice(0, 80);
    const reads = half.filter(({ request }) => request.method === 'GET').length;
    assert.ok(reads > 20 && reads < 60, `${reads} of the first 80 were reads`);
  });

  it('asks one resource one thing at a time, so that the last wish comes last', async () => {
    const stage = new Stage({ lampsPerSecond: 1_000 });
    outcomes([stage.queue.submit(lamp(1)), stage.queue.submit(lamp(1, { on: { on: false } }))]);
    await stage.clock.pass(50);
    assert.equal(stage.sent.length, 1);
    stage.reply(stage.sent[0]);
    await stage.clock.pass(10);
    assert.deepEqual(stage.bodies().at(-1), { on: { on: false } });
  });
});

describe('Merging in the queue', () => {
  it('makes few requests of a slider, and the last value is never late', async () => {
    const stage = prompt();
    const values: Promise<Settled>[] = [];
    for (let brightness = 1; brightness <= 200; brightness += 1) {
      values.push(stage.queue.submit(lamp(1, { dimming: { brightness: brightness / 2 } })));
      await stage.clock.pass(10);
    }
    const lastWish = stage.clock.now();
    const seen = outcomes(values);
    await stage.clock.pass(1_000);
    assert.ok(stage.sent.length <= 25, `${stage.sent.length} requests`);
    assert.deepEqual(stage.bodies().at(-1), { dimming: { brightness: 100 } });
    assert.ok((stage.sent.at(-1)?.at ?? Infinity) - lastWish <= 200);
    assert.equal(seen.merged.length, 200, 'everybody is answered');
    assert.deepEqual(seen.codes, []);
  });

  it('sends at most eleven requests for a thousand messages to one lamp in a second', async () => {
    const stage = prompt();
    const all = [];
    for (let count = 0; count < 1_000; count += 1) {
      all.push(stage.queue.submit(lamp(1, { dimming: { brightness: count / 10 } })));
      await stage.clock.pass(1);
    }
    const seen = outcomes(all);
    assert.ok(stage.sent.length <= 11, `${stage.sent.length} requests`);
    await stage.clock.pass(1_000);
    assert.deepEqual(stage.bodies().at(-1), { dimming: { brightness: 99.9 } });
    assert.equal(seen.merged.length, 1_000);
  });

  it('answers all merged commands together and says how many they were', async () => {
    const stage = new Stage();
    const first = stage.queue.submit(lamp(1));
    const merged = [
      stage.queue.submit(lamp(1, { dimming: { brightness: 10 } })),
      stage.queue.submit(lamp(1, { color_temperature: { mirek: 300 } })),
      stage.queue.submit(lamp(1, { dimming: { brightness: 20 } })),
    ];
    stage.reply(stage.sent[0]);
    assert.equal((await first).merged, 1);
    await stage.clock.pass(200);
    stage.reply(stage.sent[1]);
    const answers = await Promise.all(merged);
    assert.deepEqual(
      answers.map((answer) => answer.merged),
      [3, 3, 3],
    );
    assert.deepEqual(stage.bodies()[1], {
      dimming: { brightness: 20 },
      color_temperature: { mirek: 300 },
    });
  });

  it('ends on, off, on with the lamp on', async () => {
    const stage = prompt();
    outcomes([true, false, true].map((on) => stage.queue.submit(lamp(1, { on: { on } }))));
    await stage.clock.pass(2_000);
    assert.deepEqual(stage.bodies().at(-1), { on: { on: true } });
    assert.ok(stage.sent.length <= 2);
  });

  it('sends wishes that do not go together one after the other', async () => {
    const stage = prompt();
    const candle = { effects: { effect: 'candle' } };
    const sunrise = { timed_effects: { effect: 'sunrise', duration: 60_000 } };
    const wishes = [{ on: { on: true } }, candle, sunrise, sunrise, { on: { on: false } }];
    const all = outcomes(wishes.map((body) => stage.queue.submit(lamp(1, body))));
    await stage.clock.pass(2_000);
    assert.deepEqual(stage.bodies(), [
      { on: { on: true } },
      candle,
      sunrise,
      { on: { on: false } },
    ]);
    assert.deepEqual(all.merged, [1, 1, 2, 2, 1]);
  });

  it('neither merges momentary commands nor lets anything overtake them', async () => {
    const stage = prompt();
    const step = (delta: number): BridgeRequest =>
      set('light', 1, { dimming_delta: { action: 'up', brightness_delta: delta } }, true);
    outcomes(
      [
        lamp(1, { dimming: { brightness: 1 } }),
        lamp(1, { dimming: { brightness: 2 } }),
        step(3),
        step(4),
        lamp(1, { dimming: { brightness: 5 } }),
        lamp(1, { dimming: { brightness: 6 } }),
      ].map((request) => stage.queue.submit(request)),
    );
    await stage.clock.pass(2_000);
    assert.deepEqual(stage.bodies(), [
      { dimming: { brightness: 1 } },
      { dimming: { brightness: 2 } },
      { dimming_delta: { action: 'up', brightness_delta: 3 } },
      { dimming_delta: { action: 'up', brightness_delta: 4 } },
      { dimming: { brightness: 6 } },
    ]);
  });

  it('keeps a deletion between the changes before and after it', async () => {
    const stage = prompt({ othersPerSecond: 100 });
    const rename = (name: string): BridgeRequest => set('room', 1, { metadata: { name } });
    outcomes(
      [rename('A'), rename('B'), itemRequest('delete', 'room', id(1)), rename('C')].map((request) =>
        stage.queue.submit(request),
      ),
    );
    await stage.clock.pass(2_000);
    assert.deepEqual(
      stage.sent.map(({ request }) => request.method),
      ['PUT', 'PUT', 'DELETE', 'PUT'],
    );
  });

  it('merges nothing of different resources, and nothing that creates', async () => {
    const stage = prompt({ othersPerSecond: 100 });
    const body = JSON.stringify({ name: 'Phone' });
    const seen = outcomes([
      ...[1, 2, 3].map((number) => stage.queue.submit(lamp(number))),
      ...[1, 2, 3].map(() => stage.queue.submit(createRequest('geofence_client', body))),
    ]);
    await stage.clock.pass(2_000);
    assert.deepEqual(seen.merged, [1, 1, 1, 1, 1, 1]);
    assert.equal(stage.sent.length, 6);
  });
});
