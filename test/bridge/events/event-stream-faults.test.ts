import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ResourceChangeEvent } from '../../../src/bridge';
import { defaultLimits } from '../../../src/bridge/limits';
import type { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import { createDeferred } from '../../support/deferred';
import { flushPromises } from '../support/fake-clock';
import type { FakeClock } from '../support/fake-clock';
import { createLamp, createUnreachableError, makeRid } from '../support/fake-bridge';
import type { FakeBridge } from '../support/fake-bridge';
import {
  EventStreamHarness,
  brightnessValues,
  button,
  createDimmingUpdate,
  createEventMessage,
} from '../support/event-stream-harness';

describe('An event stream that goes wrong', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;
  let state: StateSynchronizer;

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
              seen.push([
                kind,
                changed,
                harnessOfRun.state.stateCache.name(resource.id) ?? 'Lamp 2',
              ]),
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
    assert.deepEqual(state.stateCache.get(makeRid(1)), createLamp(1, 12));
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
            harnessOfRun.state.stateCache.byType('light').map((light) => [light.id, light]),
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
