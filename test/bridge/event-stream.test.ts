import { BridgeError } from '../../src/bridge';
import type { ResourceChangeEvent } from '../../src/bridge';
import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge/limits';
import { createDeferred } from '../support/deferred';
import { flushPromises } from './support/fake-clock';
import type { FakeClock } from './support/fake-clock';
import {
  createLamp,
  makeRid,
  createStatusError,
  createUnreachableError,
  intervalsBetween,
  EventStreamHarness,
  brightnessValues,
  createDimmingUpdate,
  createEventMessage,
  button,
} from './support/fake-bridge';
import type { FakeBridge } from './support/fake-bridge';
import * as fc from 'fast-check';
import { sleep } from '../../src/bridge/clock';
import type { LiveState } from '../../src/bridge/live-state';

describe('The event stream', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;
  let state: LiveState;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ clock, home: bridge, state } = harness);
  });
  afterEach(() => harness.close());

  it('reports a change at once, merged into what was known', async () => {
    const changes = harness.watch();
    await harness.connect();
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 55)));
    await flushPromises();
    const [change] = changes;
    assert.deepEqual(change, {
      kind: 'changed',
      resource: createLamp(1, 55),
      previous: createLamp(1, 10),
      changed: ['dimming.brightness'],
      cause: 'stream',
      own: false,
      reports: [],
    });
    assert.deepEqual(state.store.get(makeRid(1)), createLamp(1, 55));
  });

  it('keeps the order of updates, also of one resource twice in one message', async () => {
    const changes = harness.watch();
    await harness.connect();
    bridge.latestStream.sendEvents(
      createEventMessage('update', createDimmingUpdate(1, 30), createDimmingUpdate(1, 40)),
      createEventMessage('update', createDimmingUpdate(1, 50)),
    );
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 60)));
    await flushPromises();
    assert.deepEqual(
      brightnessValues(changes),
      [30, 40, 50, 60].map((brightness) => ({ brightness })),
    );
  });

  it('adds and deletes', async () => {
    const changes = harness.watch();
    await harness.connect();
    bridge.latestStream.sendEvents(createEventMessage('add', createLamp(3, 33)));
    bridge.latestStream.sendEvents(createEventMessage('delete', { id: makeRid(2), type: 'light' }));
    await flushPromises();
    assert.deepEqual(
      changes.map(({ kind, resource }) => [kind, resource.id]),
      [
        ['added', makeRid(3)],
        ['deleted', makeRid(2)],
      ],
    );
    assert.deepEqual(
      state.store.byType('light').map(({ id }) => id),
      [makeRid(1), makeRid(3)],
    );
  });

  it('drops messages that come twice', async () => {
    const changes = harness.watch();
    await harness.connect();
    const first = createEventMessage('update', createDimmingUpdate(1, 30));
    const second = createEventMessage('update', createDimmingUpdate(1, 40));
    bridge.latestStream.sendEvents(first, second);
    bridge.latestStream.sendEvents(first);
    bridge.latestStream.sendEvents(second, first);
    await flushPromises();
    assert.deepEqual(brightnessValues(changes), [{ brightness: 30 }, { brightness: 40 }]);
  });

  it('is connected only once it has greeted, lived a while, and the state was read behind it', async () => {
    harness.watch();
    await clock.advance(1_000);
    assert.equal(bridge.streams.length, 1);
    assert.equal(state.mode, 'polling');
    bridge.latestStream.sendGreeting();
    await clock.advance(400);
    assert.equal(state.mode, 'polling');
    assert.equal(bridge.countReads('tree'), 0);
    await clock.advance(200);
    assert.equal(bridge.countReads('tree'), 1);
    assert.equal(state.mode, 'stream');
    assert.deepEqual(harness.modes, ['stream']);
  });

  it('lets nothing fall between the stream and the first state', async () => {
    const changes = harness.watch();
    await clock.advance(1_000);
    bridge.latestStream.sendGreeting();
    bridge.setResource(createLamp(2, 77));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 30)));
    await clock.advance(300);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 40)));
    bridge.setResource(createLamp(1, 40));
    await clock.advance(600);
    assert.deepEqual(state.store.get(makeRid(1)), createLamp(1, 40));
    assert.deepEqual(state.store.get(makeRid(2)), createLamp(2, 77));
    assert.deepEqual(
      changes.map(({ resource }) => resource),
      [createLamp(1, 40), createLamp(2, 77)],
    );
  });

  it('reports what came while the first state was read after it, and nothing older', async () => {
    const changes = harness.watch();
    await clock.advance(1_000);
    bridge.latestStream.sendGreeting();
    bridge.setResource(createLamp(1, 30));
    bridge.latestStream.sendEvents(
      createEventMessage('update', createDimmingUpdate(1, 30)),
      createEventMessage('update', createDimmingUpdate(2, 31)),
    );
    bridge.setResource(createLamp(2, 31));
    await clock.advance(100);
    bridge.setResource(createLamp(1, 40));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 40)));
    const treeResponse = createDeferred();
    bridge.holdTreeResponses = treeResponse.promise;
    await clock.advance(1_000);
    bridge.setResource(createLamp(1, 50));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 50)));
    treeResponse.resolve();
    await clock.advance(100);
    assert.deepEqual(
      changes.map(({ resource }) => resource),
      [createLamp(1, 40), createLamp(2, 31), createLamp(1, 50)],
    );
  });

  it('turns polling into a check while it lives, and back when it ends', async () => {
    harness.watch();
    await harness.connect();
    await clock.advance(30_000);
    const before = bridge.countReads('light');
    await clock.advance(600_000);
    assert.ok(
      bridge.countReads('light') - before <= 21,
      `${bridge.countReads('light') - before} checks`,
    );
    bridge.streamFailure = createUnreachableError();
    bridge.latestStream.end();
    await flushPromises();
    assert.equal(state.mode, 'polling');
    const ended = bridge.countReads('light');
    await clock.advance(60_000);
    assert.ok(bridge.countReads('light') - ended >= 12);
  });

  it('keeps giving the state at the interval that was asked for', async () => {
    const times: number[] = [];
    state.watch({ rtype: 'light', interval: 5_000, onPoll: () => times.push(clock.now()) });
    await harness.connect();
    times.length = 0;
    await clock.advance(60_000);
    assert.ok(times.length >= 11 && times.length <= 13, `${times.length} times`);
    assert.ok(bridge.countReads('light') < 6);
  });

  it('wakes the process seldom where nothing happens and no poll is wanted', async () => {
    state.watch({
      rtype: 'light',
      interval: 5_000,
      wantsPolls: false,
      onPoll: () => assert.fail(),
    });
    await harness.connect();
    const timersFired = clock.firedTimers;
    await clock.advance(600_000);
    const perMinute = (clock.firedTimers - timersFired) / 10;
    assert.ok(perMinute <= 8, `${perMinute} times a minute`);
  });

  it('finds after a gap what changed, appeared and vanished', async () => {
    const changes = harness.watch();
    await harness.connect();
    bridge.latestStream.end();
    bridge.streamFailure = createUnreachableError();
    bridge.failure = createUnreachableError();
    bridge.setResource(createLamp(1, 99));
    bridge.setResource(createLamp(3, 30));
    bridge.resources.delete(makeRid(2));
    bridge.greetsAutomatically = true;
    await clock.advance(300_000);
    assert.equal(changes.length, 0);
    bridge.failure = undefined;
    bridge.streamFailure = undefined;
    await clock.advance(60_000);
    assert.deepEqual(
      changes.map(({ kind, resource, cause }) => [kind, resource.id, cause]),
      [
        ['changed', makeRid(1), 'gap'],
        ['added', makeRid(3), 'gap'],
        ['deleted', makeRid(2), 'gap'],
      ],
    );
    assert.equal(state.mode, 'stream');
    assert.deepEqual([...state.store.all()].length, bridge.resources.size);
  });

  it('leaves a bridge without a stream to polling, and asks again only after long', async () => {
    bridge.streamStatus = 404;
    const changes = harness.watch();
    await clock.advance(1_800_000);
    assert.equal(bridge.streams.length, 1);
    assert.equal(state.mode, 'polling');
    bridge.setResource(createLamp(1, 40));
    await clock.advance(5_500);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 40 }]);
    assert.deepEqual(harness.warnings, []);
  });

  it('has the bridge asked whether it is there when it ends, and not when nobody watches any more', async () => {
    const watch = state.watch({ rtype: 'light', interval: 5_000 });
    await harness.connect();
    const before = bridge.probedAt.length;
    bridge.latestStream.end();
    await flushPromises();
    assert.equal(bridge.probedAt.length, before + 1);
    bridge.greetsAutomatically = true;
    await clock.advance(60_000);
    assert.equal(state.mode, 'stream');
    const asked = bridge.probedAt.length;
    watch.stop();
    await clock.advance(60_000);
    assert.equal(bridge.latestStream.isOpen, false);
    assert.equal(bridge.probedAt.length, asked);
  });

  it('is not asked for again after an outage of a bridge that has none', async () => {
    bridge.streamStatus = 404;
    harness.watch();
    await clock.advance(10_000);
    bridge.failure = createUnreachableError();
    await clock.advance(30_000);
    assert.equal(harness.health.status, 'down');
    bridge.failure = undefined;
    await clock.advance(30_000);
    assert.equal(harness.health.status, 'up');
    assert.equal(harness.streamRequestedAt.length, 1);
  });

  for (const status of [401, 403]) {
    it(`says that the key is refused with ${status} where it is good for requests, and does not go on asking`, async () => {
      bridge.streamStatus = status;
      harness.watch();
      await clock.advance(1_000);
      assert.deepEqual(harness.warnings, [], 'the key may be refused altogether');
      harness.state.recordResponse(status);
      harness.state.recordResponse(200);
      harness.state.recordResponse(200);
      await clock.advance(200_000);
      assert.equal(bridge.streams.length, 1);
      assert.equal(harness.warnings.length, 1);
      assert.match(harness.warnings[0] ?? '', /does not open its event stream for this key/);
    });
  }

  it('warns once, and in whole sentences, when the first state cannot be read for its own reason', async () => {
    bridge.greetsAutomatically = true;
    bridge.treeFailure = new BridgeError('ERR_BRIDGE_UNAUTHORIZED', 'Check the settings.');
    harness.watch();
    await clock.advance(5_000);
    assert.deepEqual(harness.warnings, [], 'the state of the connection reports it');
    bridge.treeFailure = new BridgeError('ERR_BRIDGE_MALFORMED_ANSWER', 'Check the settings.');
    await clock.advance(60_000);
    assert.deepEqual(
      [...new Set(harness.warnings)],
      ['The event stream was given up: Check the settings.'],
    );
  });

  it('takes more and more time when the bridge drops every stream at once', async () => {
    harness.watch();
    for (let tenth = 0; tenth < 6_000; tenth += 1) {
      const { length } = bridge.streams;
      await clock.advance(100);
      if (bridge.streams.length > length) {
        bridge.latestStream.sendGreeting();
        await clock.advance(90);
        bridge.latestStream.end();
      }
    }
    assert.deepEqual(harness.modes, []);
    assert.equal(bridge.countReads('tree'), 0);
    assert.ok(bridge.streams.length < 40, `${bridge.streams.length} attempts in ten minutes`);
  });

  it('comes back quickly when a stream ends that has lived long', async () => {
    harness.watch();
    for (let time = 0; time < 20; time += 1) {
      await harness.connect();
      await clock.advance(60_000);
      bridge.latestStream.end();
      await clock.advance(1_500);
    }
    assert.equal(bridge.streams.length, 21);
  });

  it('ends the stream when the bridge turns out to be gone', async () => {
    harness.watch();
    await harness.connect();
    bridge.failure = createUnreachableError();
    await clock.advance(defaultLimits.streamCheckInterval + 5_000);
    assert.equal(state.mode, 'polling');
    assert.equal(bridge.streams[0]?.isOpen, false);
    bridge.failure = undefined;
    await clock.advance(60_000);
    bridge.latestStream.sendGreeting();
    await clock.advance(1_000);
    assert.equal(state.mode, 'stream');
  });

  it('lives on while the bridge is only busy', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    bridge.failure = createStatusError(429, 'ERR_BRIDGE_TOO_MANY_REQUESTS');
    await clock.advance(120_000);
    assert.equal(state.mode, 'stream');
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 64)));
    await flushPromises();
    assert.deepEqual(brightnessValues(changes), [{ brightness: 64 }]);
  });

  it('knows that joining it read everything', async () => {
    await harness.connectAndWatch('light');
    assert.ok(state.store.refreshedAt instanceof Date);
  });

  it('is opened for watchers that take the place of others while the bridge refuses to be read', async () => {
    bridge.failure = createStatusError(503, 'ERR_BRIDGE_BUSY');
    const one = state.watch({ rtype: 'light', interval: 5_000 });
    await clock.advance(500);
    one.stop();
    bridge.failure = undefined;
    const two = state.watch({ rtype: 'light', interval: 5_000 });
    await harness.connect();
    two.stop();
  });

  it('is opened for the first watcher and closed after the last, but not for a moment in between', async () => {
    const one = state.watch({ rtype: 'light', interval: 5_000 });
    await harness.connect();
    one.stop();
    await clock.advance(500);
    const two = state.watch({ rtype: 'room', interval: 5_000 });
    await clock.advance(5_000);
    assert.equal(bridge.streams.length, 1);
    assert.equal(bridge.latestStream.isOpen, true);
    two.stop();
    await clock.advance(5_000);
    assert.equal(bridge.latestStream.isOpen, false);
    assert.equal(state.mode, 'polling');
  });
});

describe('An event stream that goes wrong', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;
  let state: LiveState;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ clock, home: bridge, state } = harness);
  });
  afterEach(() => harness.close());

  it('gives the same changes however the bytes are cut', async () => {
    const frames = [
      ': hi\n\n',
      `id: 1:0\ndata: ${JSON.stringify([createEventMessage('update', { type: 'light', id: makeRid(1), metadata: { name: 'Küche 💡' } })])}\n\n`,
      `id: 2:0\r\ndata: [${JSON.stringify(createEventMessage('update', createDimmingUpdate(1, 77)))},\r\ndata: ${JSON.stringify(createEventMessage('update', createDimmingUpdate(2, 66)))}]\r\n\r\n`,
      `id: 3:0\rdata: ${JSON.stringify([createEventMessage('delete', { id: makeRid(2), type: 'light' })])}\r\r\n`,
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
          const harnessOfRun = await EventStreamHarness.start();
          const seen: unknown[] = [];
          harnessOfRun.state.watch({
            rtype: 'light',
            interval: 5_000,
            onChange: ({ kind, changed, resource }) =>
              seen.push([kind, changed, harnessOfRun.state.store.name(resource.id) ?? 'Lamp 2']),
          });
          await harnessOfRun.connect();
          const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          for (const [index, edge] of edges.slice(0, -1).entries()) {
            harnessOfRun.home.latestStream.send(bytes.slice(edge, edges[index + 1]));
          }
          await harnessOfRun.clock.advance(1_000);
          await harnessOfRun.close();
          assert.deepEqual(harnessOfRun.warnings, []);
          assert.deepEqual(seen, expected);
        },
      ),
      { numRuns: 60, seed: 20 },
    );
  });

  it('survives ten thousand malformed events and delivers their neighbours', async () => {
    const changes = await harness.connectAndWatch('light');
    const malformedEvent = fc.oneof(
      fc.string().map((text) => text.replaceAll(/[\r\n]/g, ' ')),
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify([{ type: 'update', data: value }])),
      fc.jsonValue().map((value) => JSON.stringify([{ type: 'add', data: [value] }])),
      fc
        .dictionary(fc.constantFrom('id', 'type', 'owner', '__proto__', 'x'), fc.jsonValue())
        .map((value) => JSON.stringify([{ type: 'update', data: [value] }])),
    );
    let brightness = 0;
    for (const text of fc.sample(malformedEvent, { numRuns: 10_000, seed: 21 })) {
      bridge.latestStream.send(`data: ${text}\n\n`);
      brightness += 1;
      if (brightness % 100 === 0) {
        bridge.latestStream.sendEvents(
          createEventMessage('update', createDimmingUpdate(1, brightness)),
        );
      }
    }
    await flushPromises();
    assert.equal(changes.filter(({ resource }) => resource.id === makeRid(1)).length, 100);
    assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
    assert.equal(bridge.streams.length, 1);
  });

  it('is opened again after the longest wait that a bridge may ask for, however long it asks', async () => {
    bridge.streamStatus = 503;
    bridge.streamRetryAfter = 1e12;
    harness.watch();
    await clock.advance(500_000);
    assert.equal(bridge.streams.length, 1);
    await clock.advance(200_000);
    assert.equal(bridge.streams.length, 2);
  });

  it('has the bridge asked whether it is there when the stream cannot be opened', async () => {
    bridge.streamFailure = createUnreachableError();
    harness.watch();
    await clock.advance(100);
    assert.equal(bridge.probedAt.length, 1);
  });

  it('gives up a stream whose event never ends', async () => {
    await harness.connectAndWatch('light');
    const block = 'x'.repeat(1_048_576);
    bridge.latestStream.send('data: ');
    for (let megabyte = 0; megabyte < 5; megabyte += 1) bridge.latestStream.send(block);
    await clock.advance(100);
    assert.equal(bridge.streams[0]?.isOpen, false);
    assert.equal(state.mode, 'polling');
    assert.ok(harness.warnings.some((warning) => warning.includes('4194304')));
  });

  it('bears nesting past all reason', async () => {
    await harness.connectAndWatch('light');
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    bridge.latestStream.send(
      `data: [{"type":"update","data":[{"type":"light","id":"${makeRid(1)}","deep":${deep}}]}]\n\n`,
    );
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 12)));
    await flushPromises();
    assert.deepEqual(state.store.get(makeRid(1)), createLamp(1, 12));
  });

  it('reports two thousand changes in one burst, none lost', async () => {
    const changes = await harness.connectAndWatch('light');
    for (let number = 0; number < 2_000; number += 1) {
      bridge.latestStream.sendEvents(
        createEventMessage('update', createDimmingUpdate(1 + (number % 2), number + 100)),
      );
    }
    await flushPromises();
    assert.equal(changes.length, 2_000);
  });

  it('ends at the state of the bridge after any sequence of events, gaps and repetitions', async () => {
    const number = fc.integer({ min: 1, max: 6 });
    const step = fc.oneof(
      fc.record({
        operation: fc.constant('dim' as const),
        number,
        value: fc.integer({ min: 0, max: 99 }),
      }),
      fc.record({ operation: fc.constant('add' as const), number }),
      fc.record({ operation: fc.constant('delete' as const), number }),
      fc.record({ operation: fc.constantFrom('gap' as const, 'lose' as const, 'repeat' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const harnessOfRun = await EventStreamHarness.start();
        harnessOfRun.home.greetsAutomatically = true;
        const known = new Map<string, unknown>();
        harnessOfRun.state.watch({
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
        await harnessOfRun.clock.advance(1_000);
        let last: unknown;
        const sendEvent = (type: string, data: unknown): void => {
          last = createEventMessage(type, data);
          harnessOfRun.home.latestStream.sendEvents(last);
        };
        for (const action of steps) {
          if (action.operation === 'gap') harnessOfRun.home.latestStream.end();
          if (action.operation === 'repeat' && last !== undefined)
            harnessOfRun.home.latestStream.sendEvents(last);
          if (action.operation === 'lose')
            harnessOfRun.home.setResource(createLamp(1, harnessOfRun.clock.now() % 100));
          if (action.operation === 'add') {
            harnessOfRun.home.setResource(createLamp(action.number, 50));
            sendEvent('add', createLamp(action.number, 50));
          }
          if (action.operation === 'delete') {
            const { id } = createLamp(action.number, 0);
            harnessOfRun.home.resources.delete(id);
            sendEvent('delete', { id, type: 'light' });
          }
          if (
            action.operation === 'dim' &&
            harnessOfRun.home.resources.has(makeRid(action.number))
          ) {
            harnessOfRun.home.setResource(createLamp(action.number, action.value));
            sendEvent('update', createDimmingUpdate(action.number, action.value));
          }
          await harnessOfRun.clock.advance(action.operation === 'gap' ? 1_500 : 50);
        }
        await harnessOfRun.clock.advance(120_000);
        await harnessOfRun.close();
        assert.deepEqual(harnessOfRun.warnings, []);
        const expected = Object.fromEntries(
          [...harnessOfRun.home.resources].filter(([, { type }]) => type === 'light'),
        );
        assert.deepEqual(Object.fromEntries(known), expected);
        assert.deepEqual(
          Object.fromEntries(
            harnessOfRun.state.store.byType('light').map((light) => [light.id, light]),
          ),
          expected,
        );
      }),
      { numRuns: 150, seed: 24 },
    );
  });

  it('notices a stream that looks open but is dead, by what it did not report', async () => {
    const changes = harness.watch();
    await harness.connect();
    await clock.advance(40_000);
    bridge.greetsAutomatically = true;
    bridge.setResource(createLamp(1, 42));
    await clock.advance(2 * defaultLimits.streamCheckInterval);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 42 }]);
    assert.equal(changes[0]?.cause, 'gap');
    assert.equal(bridge.streams.length, 2);
    assert.equal(bridge.streams[0]?.isOpen, false);
  });

  it('reports a press once that a poll found while its event waited for the first state', async () => {
    const { type, id } = button;
    const report = { updated: '2026-11-20T10:00:05.000Z', event: 'short_release' };
    const update = { type, id, button: { last_event: report.event, button_report: report } };
    const changes = harness.watch('button');
    await clock.advance(11_000);
    bridge.latestStream.sendGreeting();
    await clock.advance(100);
    bridge.setResource({ ...button, ...update });
    bridge.latestStream.sendEvents(createEventMessage('update', update));
    const deferredResponse = createDeferred();
    bridge.holdTreeResponses = deferredResponse.promise;
    await clock.advance(6_000);
    deferredResponse.resolve();
    await clock.advance(1_000);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['poll'],
    );
  });

  it('notices a dead stream within two checks, however seldom somebody wants to look', async () => {
    const changes: ResourceChangeEvent[] = [];
    state.watch({ rtype: 'light', interval: 600_000, onChange: (change) => changes.push(change) });
    await harness.connect();
    bridge.greetsAutomatically = true;
    bridge.setResource(createLamp(1, 42));
    await clock.advance(2 * defaultLimits.streamCheckInterval);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 42 }]);
    assert.equal(bridge.streams.length, 2);
  });

  it('does not say when something was that waited long for the first state', async () => {
    const changes = harness.watch();
    await clock.advance(1_000);
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    bridge.latestStream.sendGreeting();
    await clock.advance(1_000);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 41)));
    await clock.advance(defaultLimits.maxReportDelay);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(2, 42)));
    await clock.advance(100);
    deferredResponse.resolve();
    await clock.advance(100);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['gap', 'stream'],
    );
  });

  it('does not say when something was that comes right after the machine slept', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(60_000);
    clock.suspend(3_600_000);
    bridge.setResource(createLamp(1, 41));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 41)));
    await flushPromises();
    await clock.advance(defaultLimits.maxReportDelay);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 42)));
    await flushPromises();
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['gap', 'stream'],
    );
  });

  it('notices a stream that died right after it reported something', async () => {
    const changes = harness.watch();
    await harness.connect();
    await clock.advance(25_000);
    bridge.setResource(createLamp(2, 77));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(2, 77)));
    bridge.greetsAutomatically = true;
    bridge.setResource(createLamp(1, 42));
    await clock.advance(2 * defaultLimits.streamCheckInterval);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 77 }, { brightness: 42 }]);
    assert.equal(bridge.streams.length, 2);
    assert.equal(bridge.streams[0]?.isOpen, false);
  });

  it('does not doubt a stream that reports a little later than the check', async () => {
    harness.watch();
    await harness.connect();
    for (let check = 0; check < 10; check += 1) {
      await clock.advance(29_500);
      bridge.setResource(createLamp(1, check));
      await clock.advance(1_000);
      bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, check)));
    }
    assert.equal(bridge.streams.length, 1);
  });
});

const {
  initialReconnectDelay,
  maxEventSize,
  streamCheckInterval,
  streamConnectedAfter,
  streamStableAfter,
  streamUnsupportedRetryInterval,
  streamLingerTime,
  maxBufferedEvents,
} = defaultLimits;

describe('The bounds of the event stream', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;
  let state: LiveState;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ clock, home: bridge, state } = harness);
    // The middle of the random range, so that waits have their nominal length.
    clock.random = () => 0.5;
  });
  afterEach(() => harness.close());

  it('streamConnectedAfter: a stream counts as connected once it has lived so long', async () => {
    harness.watch();
    await clock.advance(1_000);
    bridge.latestStream.sendGreeting();
    await clock.advance(streamConnectedAfter - 1);
    assert.equal(state.mode, 'polling');
    await clock.advance(1);
    assert.equal(state.mode, 'stream');
  });

  /**
   * Ends each stream so long after it was asked for, and makes sure that so much time passes before the next is.
   */
  const assertWaits = async (
    steps: readonly (readonly [endedAfter: number, wait: number])[],
  ): Promise<void> => {
    bridge.greetsAutomatically = true;
    harness.watch();
    await clock.advance(100);
    const endedAt: number[] = [];
    for (const [endedAfter, wait] of steps) {
      await clock.advance((harness.streamRequestedAt.at(-1) ?? 0) + endedAfter - clock.now());
      bridge.latestStream.end();
      endedAt.push(clock.now());
      await clock.advance(wait);
    }
    assert.deepEqual(
      harness.streamRequestedAt.slice(1).map((at, index) => at - (endedAt[index] ?? 0)),
      steps.map(([, wait]) => wait),
    );
  };

  it('streamStableAfter: the waits start small again only after a stream that lived so long', () =>
    assertWaits([
      [streamConnectedAfter, initialReconnectDelay],
      [streamConnectedAfter, initialReconnectDelay * 2],
      [streamStableAfter - 1, initialReconnectDelay * 4],
      [streamStableAfter, initialReconnectDelay],
    ]));

  it('streamStableAfter: a stream lives from its head on, however long the bridge took to send that', () => {
    bridge.beforeStream = (signal) => sleep(clock, streamStableAfter, signal);
    return assertWaits([
      [streamStableAfter, initialReconnectDelay],
      [streamStableAfter + streamConnectedAfter, initialReconnectDelay * 2],
      [2 * streamStableAfter - 1, initialReconnectDelay * 4],
      [2 * streamStableAfter, initialReconnectDelay],
    ]);
  });

  it('streamCheckInterval: a stream that never greets is given up after it', async () => {
    harness.watch();
    await clock.advance(streamCheckInterval - 1);
    assert.equal(bridge.latestStream.isOpen, true);
    await clock.advance(1);
    assert.equal(bridge.latestStream.isOpen, false);
  });

  it('streamCheckInterval: what the stream reports is checked as often, and what it missed is noticed', async () => {
    const polls: number[] = [];
    const read = bridge.fetchCollection.bind(bridge);
    bridge.fetchCollection = (rtype) => {
      polls.push(clock.now());
      return read(rtype);
    };
    const changes = await harness.connectAndWatch('light');
    polls.length = 0;
    await clock.advance(10 * streamCheckInterval);
    assert.deepEqual(
      intervalsBetween(polls),
      polls.slice(1).map(() => streamCheckInterval),
    );
    assert.ok(polls.length >= 9);
    bridge.setResource(createLamp(1, 42));
    await clock.advance((polls.at(-1) ?? 0) + streamCheckInterval - clock.now());
    assert.deepEqual(brightnessValues(changes), [{ brightness: 42 }]);
    await clock.advance(streamCheckInterval / 10 - 1);
    assert.equal(bridge.streams[0]?.isOpen, true);
    await clock.advance(1);
    assert.equal(bridge.streams[0]?.isOpen, false);
  });

  it('maxEventSize: an event up to it is taken, the stream of a larger one is given up', async () => {
    const changes = await harness.connectAndWatch('light');
    const createEventText = (brightness: number, more: string): string =>
      JSON.stringify([
        {
          id: `event ${brightness}`,
          type: 'update',
          data: [{ ...createDimmingUpdate(1, brightness), more }],
        },
      ]);
    const empty = createEventText(10, '').length;
    const send = async (brightness: number, size: number): Promise<void> => {
      const text = `data: ${createEventText(brightness, 'x'.repeat(size - empty))}\n\n`;
      for (let from = 0; from < text.length; from += 65_536) {
        bridge.latestStream.send(text.slice(from, from + 65_536));
      }
      await clock.advance(100);
    };
    await send(41, maxEventSize);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 41 }]);
    assert.equal(bridge.streams[0]?.isOpen, true);
    await send(42, maxEventSize + 1);
    assert.equal(bridge.streams[0]?.isOpen, false);
    assert.ok(!JSON.stringify(brightnessValues(changes)).includes('42'));
  });

  it('streamUnsupportedRetryInterval: a bridge without an event stream is asked for one again after long', async () => {
    bridge.streamStatus = 404;
    harness.watch();
    await clock.advance(2 * streamUnsupportedRetryInterval);
    assert.deepEqual(intervalsBetween(harness.streamRequestedAt), [
      streamUnsupportedRetryInterval,
      streamUnsupportedRetryInterval,
    ]);
  });

  it('streamLingerTime: the event stream outlives its last watcher for a moment, and no longer', async () => {
    const watch = state.watch({ rtype: 'light', interval: 5_000 });
    await harness.connect();
    watch.stop();
    await clock.advance(streamLingerTime - 1);
    assert.equal(bridge.latestStream.isOpen, true);
    await clock.advance(1);
    assert.equal(bridge.latestStream.isOpen, false);
  });

  it('streamLingerTime: the event stream stays while anything else is watched', async () => {
    const [lights, rooms] = (['light', 'room'] as const).map((rtype) =>
      state.watch({ rtype, interval: 5_000 }),
    );
    await harness.connect();
    lights?.stop();
    await clock.advance(2 * streamLingerTime);
    assert.equal(bridge.latestStream.isOpen, true);
    rooms?.stop();
    await clock.advance(streamLingerTime - 1);
    assert.equal(bridge.latestStream.isOpen, true);
    await clock.advance(1);
    assert.equal(bridge.latestStream.isOpen, false);
    assert.equal(bridge.streams.length, 1);
  });

  it('maxBufferedEvents: no more wait for the first state; the stream is begun again', async () => {
    const changes = harness.watch();
    const initialRead = createDeferred();
    await clock.advance(1_000);
    bridge.holdResponses = initialRead.promise;
    bridge.latestStream.sendGreeting();
    await clock.advance(1_000);
    const event = createEventMessage('update', createDimmingUpdate(1, 77));
    bridge.latestStream.sendEvents(...Array.from({ length: maxBufferedEvents }, () => event));
    await clock.advance(100);
    assert.equal(bridge.latestStream.isOpen, true);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 78)));
    await clock.advance(100);
    assert.equal(bridge.streams[0]?.isOpen, false);
    assert.ok(harness.warnings.some((warning) => warning.includes('more events than can wait')));
    initialRead.resolve();
    await clock.advance(1_000);
    assert.deepEqual(brightnessValues(changes), []);
  });
});
