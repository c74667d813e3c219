import assert from 'node:assert/strict';
import type { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import { isObject } from '../../../src/resources/members';
import { createDeferred } from '../../support/deferred';
import { flushPromises } from '../support/fake-clock';
import type { FakeClock } from '../support/fake-clock';
import { createLamp, makeRid } from '../support/fake-bridge';
import type { FakeBridge } from '../support/fake-bridge';
import { unreachableFailure } from '../support/fake-health';
import {
  EventStreamHarness,
  brightnessValues,
  createDimmingUpdate,
  createEventMessage,
} from '../support/event-stream-harness';

describe('The state behind an event stream', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;
  let state: StateSynchronizer;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ clock, home: bridge, state } = harness);
  });
  afterEach(() => harness.close());

  it('checks also what looks as before, since events may have been lost or wrong', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 64)));
    await clock.advance(31_000);
    assert.deepEqual(
      brightnessValues(changes),
      [64, 10].map((brightness) => ({ brightness })),
    );
  });

  it('has no type read again that it keeps current, and one that the list of everything lacks', async () => {
    await harness.connectAndWatch('light');
    const reads = bridge.reads.length;
    harness.watch('button');
    await clock.advance(6_000);
    assert.equal(bridge.reads.length, reads);
    harness.watch('scene');
    await clock.advance(6_000);
    assert.deepEqual(bridge.reads.slice(reads), ['scene']);
  });

  it('checks again what an event touched while a check was under way', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    await clock.advance(30_000);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 64)));
    await flushPromises();
    deferredResponse.resolve();
    bridge.holdResponses = undefined;
    await clock.advance(1_000);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 64 }]);
    await clock.advance(31_000);
    assert.deepEqual(changes.at(-1)?.resource, createLamp(1, 10));
  });

  it('does not let a check bring back what an event has already changed', async () => {
    const changes = harness.watch();
    await harness.connect();
    await clock.advance(10_000);
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    await clock.advance(30_000);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 64)));
    bridge.setResource(createLamp(1, 64));
    await flushPromises();
    deferredResponse.resolve();
    bridge.holdResponses = undefined;
    await clock.advance(60_000);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 64 }]);
  });

  it('takes what is gone for deleted by these flows only where they deleted something', async () => {
    const changes = await harness.connectAndWatch('light');
    state.recordWrite(makeRid(1), { on: { on: true } });
    const lamp = { id: makeRid(1), type: 'light' };
    bridge.latestStream.sendEvents(createEventMessage('delete', lamp));
    await flushPromises();
    bridge.latestStream.sendEvents(createEventMessage('add', createLamp(1, 10)));
    state.recordDeletion('light', makeRid(1));
    bridge.latestStream.sendEvents(createEventMessage('delete', lamp));
    await flushPromises();
    assert.deepEqual(
      changes.filter(({ kind }) => kind === 'deleted').map(({ own }) => own),
      [false, true],
    );
  });

  it('passes what it does not know on untouched', async () => {
    await harness.connectAndWatch('light');
    const odd = { type: 'flux_capacitor', id: 'not-a-uuid', level: { now: null }, more: [1, [2]] };
    bridge.latestStream.sendEvents(createEventMessage('add', odd));
    bridge.latestStream.sendEvents(
      createEventMessage('update', {
        type: 'flux_capacitor',
        id: 'not-a-uuid',
        level: { now: 3, x: 1 },
      }),
    );
    await flushPromises();
    assert.deepEqual(state.stateCache.get('not-a-uuid'), { ...odd, level: { now: 3, x: 1 } });
  });

  it('keeps what null means', async () => {
    const changes = await harness.connectAndWatch('light');
    const update = { type: 'light', id: makeRid(1), color_temperature: { mirek: null } };
    bridge.latestStream.sendEvents(createEventMessage('update', update));
    await flushPromises();
    assert.deepEqual(changes[0]?.resource['color_temperature'], { mirek: null });
  });

  it('looks at the type when it hears of a resource that it does not know', async () => {
    const changes = await harness.connectAndWatch('light');
    bridge.setResource(createLamp(7, 70));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(7, 70)));
    await clock.advance(2_000);
    assert.equal(changes[0]?.kind, 'added');
    assert.deepEqual(changes.at(-1)?.resource, createLamp(7, 70));
    assert.deepEqual(state.stateCache.get(makeRid(7)), createLamp(7, 70));
  });

  it('knows its own commands from those of others', async () => {
    const changes = await harness.connectAndWatch('light');
    state.recordWrite(makeRid(1));
    bridge.latestStream.sendEvents(
      createEventMessage('update', createDimmingUpdate(1, 5), createDimmingUpdate(2, 5)),
    );
    await clock.advance(10_000);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 6)));
    await flushPromises();
    state.recordWriteAnswer(makeRid(1));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 7)));
    await flushPromises();
    assert.deepEqual(
      changes.map(({ own }) => own),
      [true, false, false, true],
    );
  });

  it('gives its own commands no gap where a read finds them before their event', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    state.recordWrite(makeRid(1));
    bridge.setResource(createLamp(1, 5));
    await state.stateCache.refresh();
    await clock.advance(20_000);
    assert.equal(harness.streamRequestedAt.length, 1, 'the stream was not trusted any more');
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 5)));
    await flushPromises();
    bridge.setResource(createLamp(2, 6));
    await state.stateCache.refresh();
    await clock.advance(2_000);
    harness.health.recordFailure(unreachableFailure, clock.now());
    state.recordWrite(makeRid(1));
    bridge.setResource(createLamp(1, 7));
    await state.stateCache.refresh();
    assert.deepEqual(
      changes.map(({ own, cause }) => [own, cause]),
      [
        [true, 'poll'],
        [false, 'gap'],
        [true, 'gap'],
      ],
    );
  });

  it('keeps what an event added while a check was under way that does not show it yet', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    const before = bridge.countReads('light');
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    await clock.advance(30_000);
    assert.ok(bridge.countReads('light') > before, 'no check was under way');
    bridge.latestStream.sendEvents(createEventMessage('add', createLamp(3, 30)));
    await flushPromises();
    deferredResponse.resolve();
    bridge.holdResponses = undefined;
    await flushPromises();
    bridge.setResource(createLamp(3, 30));
    await clock.advance(31_000);
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['added'],
    );
  });

  it('names which members are gone, also inside others', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    const { dimming: _gone, ...undimmable } = createLamp(1, 10);
    bridge.setResource({ ...undimmable, type: 'light', id: makeRid(1) });
    bridge.setResource({ ...createLamp(2, 20), dimming: {} });
    await clock.advance(31_000);
    assert.deepEqual(
      changes.map(({ changed }) => changed),
      [['dimming'], ['dimming.brightness']],
    );
  });

  it('warns of an error that the bridge reports in its own words, and passes types of events over', async () => {
    await harness.connectAndWatch('light');
    bridge.latestStream.sendEvents(
      createEventMessage('error', { description: 'device unreachable' }),
      createEventMessage('error', { error: { type: 3, description: 'not available' } }),
      { id: 'e', type: 'error', errors: [{ description: 'overloaded' }] },
      { id: 'f', type: 'error' },
      createEventMessage('hint', { text: 'something new' }),
    );
    await flushPromises();
    assert.deepEqual(harness.warnings, [
      'The bridge reports an error. The bridge says: "device unreachable".',
      'The bridge reports an error. The bridge says: "not available".',
      'The bridge reports an error. The bridge says: "overloaded".',
      'The bridge reports an error.',
    ]);
  });

  it('takes no prototype from a bridge', async () => {
    await harness.connectAndWatch('light');
    const members = `"__proto__":{"polluted":true},"dimming":{"__proto__":{"polluted":true}}`;
    const entry = `{"type":"light","id":"${makeRid(1)}",${members}}`;
    bridge.latestStream.send(`data: [{"id":"odd","type":"update","data":[${entry}]}]\n\n`);
    await flushPromises();
    const light = state.stateCache.get(makeRid(1));
    for (const value of [light, light?.['dimming']]) {
      assert.ok(isObject(value));
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
      assert.equal(value['polluted'], undefined);
    }
  });

  it('warns of nothing once it is closed', async () => {
    const failure = createDeferred();
    bridge.beforeStream = async () => {
      await failure.promise;
      throw new Error('the stream fell over');
    };
    harness.watch();
    await clock.advance(1_000);
    state.close();
    failure.resolve();
    await flushPromises();
    assert.deepEqual(harness.warnings, []);
  });
});
