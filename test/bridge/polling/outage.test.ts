import assert from 'node:assert/strict';
import { BridgeError } from '../../../src/bridge';
import type { FakeBridge } from '../support/fake-bridge';
import { createUnreachableError } from '../support/fake-bridge';
import { EventStreamHarness } from '../support/event-stream-harness';

const eightTypes = [
  'light',
  'room',
  'zone',
  'scene',
  'motion',
  'temperature',
  'button',
  'device',
] as const;

describe('An outage of the bridge', () => {
  let harness: EventStreamHarness;
  let bridge: FakeBridge;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ home: bridge } = harness);
  });
  afterEach(() => harness.close());

  for (const [when, outage] of [
    ['5 s after the start', 5_000],
    ['25 s after the start', 25_000],
    ['two minutes after the start', 120_000],
  ] as const) {
    it(`that ends ${when} is over for polls of eight types and the event stream within 2 s`, async () => {
      bridge.failure = createUnreachableError();
      const errors: string[] = [];
      for (const rtype of eightTypes)
        harness.state.watch({ rtype, interval: 5_000, onError: ({ code }) => errors.push(code) });
      await harness.clock.advance(outage);
      assert.equal(errors.length, eightTypes.length, 'each was reported once');
      bridge.failure = undefined;
      bridge.reads.length = 0;
      await harness.clock.advance(2_000);
      assert.deepEqual(
        eightTypes.filter((rtype) => bridge.countReads(rtype) === 0),
        [],
      );
      assert.equal(bridge.streams.length, 1);
    });
  }

  it('is none where a single type is not answered: the others are polled, and that one less often', async () => {
    const errors = { light: 0, room: 0 };
    const timeout = new BridgeError('ERR_BRIDGE_TIMEOUT', 'The bridge did not answer.');
    bridge.failuresByType.set('room', timeout);
    for (const rtype of ['light', 'room'] as const)
      harness.state.watch({ rtype, interval: 5_000, onError: () => (errors[rtype] += 1) });
    await harness.clock.advance(300_000);
    assert.equal(harness.health.status, 'up');
    assert.deepEqual(errors, { light: 0, room: 1 });
    assert.ok(bridge.countReads('light') > 50);
    assert.ok(bridge.countReads('room') < 10, `${bridge.countReads('room')} polls`);
  });
});
