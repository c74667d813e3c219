import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Change } from '../../src/bridge';
import { defaultLimits } from '../../src/bridge/limits';
import type { HomeState } from '../../src/bridge/watching/home-state';
import { gate } from '../support/gate';
import { settle } from './fake-clock';
import type { FakeClock } from './fake-clock';
import { lamp, ridOf } from './fake-home';
import type { FakeHome } from './fake-home';
import { StreamedHome, brightnessOf, button, dimmed, message } from './streamed-home';

describe('An event stream that goes wrong', () => {
  let streamed: StreamedHome;
  let clock: FakeClock;
  let home: FakeHome;
  let state: HomeState;

  beforeEach(async () => {
    streamed = await StreamedHome.start();
    ({ clock, home, state } = streamed);
  });
  afterEach(() => streamed.close());

  it('gives the same changes however the bytes are cut', async () => {
    const frames = [
      ': hi\n\n',
      `id: 1:0\ndata: ${JSON.stringify([message('update', { type: 'light', id: ridOf(1), metadata: { name: 'Küche 💡' } })])}\n\n`,
      `id: 2:0\r\ndata: [${JSON.stringify(message('update', dimmed(1, 77)))},\r\ndata: ${JSON.stringify(message('update', dimmed(2, 66)))}]\r\n\r\n`,
      `id: 3:0\rdata: ${JSON.stringify([message('delete', { id: ridOf(2), type: 'light' })])}\r\r\n`,
    ];
    const bytes = new TextEncoder().encode(frames.join(''));
    const expected = [
      ['changed', ['metadata.name'], 'Küche 💡'],
      ['changed', ['dimming.brightness'], 'Küche 💡'],
      ['changed', ['dimming.brightness'], 'Lamp 2'],
      ['deleted', [], 'Lamp 2'],
    ];
    const oneByOne = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.constant(oneByOne),
          fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 40 }),
        ),
        async (cuts) => {
          const own = await StreamedHome.start();
          const seen: unknown[] = [];
          own.state.watch({
            rtype: 'light',
            interval: 5_000,
            onChange: ({ kind, changed, resource }) =>
              seen.push([kind, changed, own.state.mirror.name(resource.id) ?? 'Lamp 2']),
          });
          await own.connect();
          const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          for (const [index, edge] of edges.slice(0, -1).entries()) {
            own.home.stream.send(bytes.slice(edge, edges[index + 1]));
          }
          await own.clock.pass(1_000);
          await own.close();
          assert.deepEqual(own.warnings, []);
          assert.deepEqual(seen, expected);
        },
      ),
      { numRuns: 60, seed: 20 },
    );
  });

  it('survives ten thousand malformed events and delivers their neighbours', async () => {
    const changes = await streamed.connectWatching('light');
    const oddity = fc.oneof(
      fc.string().map((text) => text.replaceAll(/[\r\n]/g, ' ')),
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify([{ type: 'update', data: value }])),
      fc.jsonValue().map((value) => JSON.stringify([{ type: 'add', data: [value] }])),
      fc
        .dictionary(fc.constantFrom('id', 'type', 'owner', '__proto__', 'x'), fc.jsonValue())
        .map((value) => JSON.stringify([{ type: 'update', data: [value] }])),
    );
    let brightness = 0;
    for (const odd of fc.sample(oddity, { numRuns: 10_000, seed: 21 })) {
      home.stream.send(`data: ${odd}\n\n`);
      brightness += 1;
      if (brightness % 100 === 0) {
        home.stream.sendEvents(message('update', dimmed(1, brightness)));
      }
    }
    await settle();
    assert.equal(changes.filter(({ resource }) => resource.id === ridOf(1)).length, 100);
    assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
    assert.equal(home.streams.length, 1);
  });

  it('is opened again after the longest wait that a bridge may ask for, however long it asks', async () => {
    home.streamStatus = 503;
    home.streamRetryAfter = 1e12;
    streamed.watch();
    await clock.pass(500_000);
    assert.equal(home.streams.length, 1);
    await clock.pass(200_000);
    assert.equal(home.streams.length, 2);
  });

  it('gives up a stream whose event never ends', async () => {
    await streamed.connectWatching('light');
    const block = 'x'.repeat(1_048_576);
    home.stream.send('data: ');
    for (let megabyte = 0; megabyte < 5; megabyte += 1) home.stream.send(block);
    await clock.pass(100);
    assert.equal(home.streams[0]?.open, false);
    assert.equal(state.mode, 'polling');
    assert.ok(streamed.warnings.some((warning) => warning.includes('4194304')));
  });

  it('bears nesting past all reason', async () => {
    await streamed.connectWatching('light');
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    home.stream.send(
      `data: [{"type":"update","data":[{"type":"light","id":"${ridOf(1)}","deep":${deep}}]}]\n\n`,
    );
    home.stream.sendEvents(message('update', dimmed(1, 12)));
    await settle();
    assert.deepEqual(state.mirror.get(ridOf(1)), lamp(1, 12));
  });

  it('tells two thousand changes in one burst, none lost', async () => {
    const changes = await streamed.connectWatching('light');
    for (let number = 0; number < 2_000; number += 1) {
      home.stream.sendEvents(message('update', dimmed(1 + (number % 2), number + 100)));
    }
    await settle();
    assert.equal(changes.length, 2_000);
  });

  it('ends at the state of the bridge after any sequence of events, gaps and repetitions', async () => {
    const number = fc.integer({ min: 1, max: 6 });
    const step = fc.oneof(
      fc.record({
        do: fc.constant('dim' as const),
        number,
        value: fc.integer({ min: 0, max: 99 }),
      }),
      fc.record({ do: fc.constant('add' as const), number }),
      fc.record({ do: fc.constant('delete' as const), number }),
      fc.record({ do: fc.constantFrom('gap' as const, 'lose' as const, 'repeat' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const own = await StreamedHome.start();
        own.home.greets = true;
        const known = new Map<string, unknown>();
        own.state.watch({
          rtype: 'light',
          interval: 5_000,
          onPoll: (resources) => {
            if (known.size === 0) for (const light of resources) known.set(light.id, light);
          },
          onChange: ({ kind, resource }) => {
            if (kind === 'deleted') known.delete(resource.id);
            else known.set(resource.id, resource);
          },
        });
        await own.clock.pass(1_000);
        let last: unknown;
        const tell = (type: string, data: unknown): void => {
          last = message(type, data);
          own.home.stream.sendEvents(last);
        };
        for (const action of steps) {
          if (action.do === 'gap') own.home.stream.end();
          if (action.do === 'repeat' && last !== undefined) own.home.stream.sendEvents(last);
          if (action.do === 'lose') own.home.set(lamp(1, own.clock.now() % 100));
          if (action.do === 'add') {
            own.home.set(lamp(action.number, 50));
            tell('add', lamp(action.number, 50));
          }
          if (action.do === 'delete') {
            const { id } = lamp(action.number, 0);
            own.home.resources.delete(id);
            tell('delete', { id, type: 'light' });
          }
          if (action.do === 'dim' && own.home.resources.has(ridOf(action.number))) {
            own.home.set(lamp(action.number, action.value));
            tell('update', dimmed(action.number, action.value));
          }
          await own.clock.pass(action.do === 'gap' ? 1_500 : 50);
        }
        await own.clock.pass(120_000);
        await own.close();
        assert.deepEqual(own.warnings, []);
        const expected = Object.fromEntries(
          [...own.home.resources].filter(([, { type }]) => type === 'light'),
        );
        assert.deepEqual(Object.fromEntries(known), expected);
        assert.deepEqual(
          Object.fromEntries(own.state.mirror.byType('light').map((light) => [light.id, light])),
          expected,
        );
      }),
      { numRuns: 150, seed: 24 },
    );
  });

  it('notices a stream that looks open but is dead, by what it did not tell', async () => {
    const changes = streamed.watch();
    await streamed.connect();
    await clock.pass(40_000);
    home.greets = true;
    home.set(lamp(1, 42));
    await clock.pass(2 * defaultLimits.streamCheck);
    assert.deepEqual(brightnessOf(changes), [{ brightness: 42 }]);
    assert.equal(changes[0]?.cause, 'gap');
    assert.equal(home.streams.length, 2);
    assert.equal(home.streams[0]?.open, false);
  });

  it('tells a press once that a poll found while its event waited for the first state', async () => {
    const { type, id } = button;
    const report = { updated: '2026-11-20T10:00:05.000Z', event: 'short_release' };
    const update = { type, id, button: { last_event: report.event, button_report: report } };
    const changes = streamed.watch('button');
    await clock.pass(11_000);
    home.stream.greet();
    await clock.pass(100);
    home.set({ ...button, ...update });
    home.stream.sendEvents(message('update', update));
    const answer = gate();
    home.treeGate = answer.opened;
    await clock.pass(6_000);
    answer.open();
    await clock.pass(1_000);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['poll'],
    );
  });

  it('notices a dead stream within two checks, however seldom somebody wants to look', async () => {
    const changes: Change[] = [];
    state.watch({ rtype: 'light', interval: 600_000, onChange: (change) => changes.push(change) });
    await streamed.connect();
    home.greets = true;
    home.set(lamp(1, 42));
    await clock.pass(2 * defaultLimits.streamCheck);
    assert.deepEqual(brightnessOf(changes), [{ brightness: 42 }]);
    assert.equal(home.streams.length, 2);
  });

  it('does not say when something was that waited long for the first state', async () => {
    const changes = streamed.watch();
    await clock.pass(1_000);
    const answer = gate();
    home.gate = answer.opened;
    home.stream.greet();
    await clock.pass(1_000);
    home.stream.sendEvents(message('update', dimmed(1, 41)));
    await clock.pass(defaultLimits.lateAnswer);
    home.stream.sendEvents(message('update', dimmed(2, 42)));
    await clock.pass(100);
    answer.open();
    await clock.pass(100);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['gap', 'stream'],
    );
  });

  it('does not say when something was that comes right after the machine slept', async () => {
    const changes = await streamed.connectWatching('light');
    await clock.pass(60_000);
    clock.sleep(3_600_000);
    home.set(lamp(1, 41));
    home.stream.sendEvents(message('update', dimmed(1, 41)));
    await settle();
    await clock.pass(defaultLimits.lateAnswer);
    home.stream.sendEvents(message('update', dimmed(1, 42)));
    await settle();
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['gap', 'stream'],
    );
  });

  it('notices a stream that died right after it told something', async () => {
    const changes = streamed.watch();
    await streamed.connect();
    await clock.pass(25_000);
    home.set(lamp(2, 77));
    home.stream.sendEvents(message('update', dimmed(2, 77)));
    home.greets = true;
    home.set(lamp(1, 42));
    await clock.pass(2 * defaultLimits.streamCheck);
    assert.deepEqual(brightnessOf(changes), [{ brightness: 77 }, { brightness: 42 }]);
    assert.equal(home.streams.length, 2);
    assert.equal(home.streams[0]?.open, false);
  });

  it('does not doubt a stream that tells a little later than the check', async () => {
    streamed.watch();
    await streamed.connect();
    for (let check = 0; check < 10; check += 1) {
      await clock.pass(29_500);
      home.set(lamp(1, check));
      await clock.pass(1_000);
      home.stream.sendEvents(message('update', dimmed(1, check)));
    }
    assert.equal(home.streams.length, 1);
  });
});
