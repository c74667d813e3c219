import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { collectOutcomes, createLampCommand, createUpdate, QueueHarness } from './queue-harness';

describe('A command for a room whose connection was lost', () => {
  it('is repeated before what was asked of one of its lamps later', async () => {
    const harness = new QueueHarness();
    const lamp = createLampCommand(1);
    const room = {
      ...createUpdate('grouped_light', 2, { on: { on: true } }),
      lampPaths: new Set([lamp.path]),
    };
    collectOutcomes([harness.queue.submit(room)]);
    harness.fail(harness.sent[0], 'lost');
    while (harness.sent.length < 2) await harness.clock.advance(50);
    // The bridge answers others meanwhile, so that it is the room alone that waits.
    collectOutcomes([harness.queue.submit(createLampCommand(9))]);
    harness.reply(harness.sent[2]);
    await harness.clock.advance(10);
    harness.fail(harness.sent[1], 'lost');
    await harness.clock.advance(10);
    collectOutcomes([harness.queue.submit(lamp)]);
    harness.onSent = (sent) => harness.reply(sent);
    await harness.clock.advance(30_000);
    const paths = harness.sent.map(({ request }) => request.path);
    assert.deepEqual(paths.slice(3), [room.path, lamp.path]);
  });
});

for (const [what, wait] of [
  [
    'A message that has reserved all lamps of the bridge',
    ({ queue }: QueueHarness) => queue.reserveLamps(() => undefined).ready,
  ],
  [
    'A message that waits for earlier writes of its lamps',
    ({ queue }: QueueHarness) =>
      queue.waitForEarlierWrites([1, 2].map((lamp) => createLampCommand(lamp).path)),
  ],
] as const)
  describe(what, () => {
    let harness: QueueHarness;
    let goesOn: boolean;
    const reserve = (): void => void wait(harness).then(() => (goesOn = true));

    beforeEach(async () => {
      harness = new QueueHarness();
      goesOn = false;
      collectOutcomes([1, 2].map((lamp) => harness.queue.submit(createLampCommand(lamp))));
      reserve();
      await setImmediate();
      assert.equal(goesOn, false);
    });

    it('goes on with their answer', async () => {
      harness.reply(harness.sent[0]);
      await setImmediate();
      assert.equal(goesOn, false);
      harness.reply(harness.sent[1]);
      await setImmediate();
      assert.equal(goesOn, true);
    });

    it('goes on when the bridge is away, though their answer may still come', async () => {
      harness.probeFailure = 'away';
      harness.fail(harness.sent[1], 'away');
      await setImmediate();
      assert.equal(harness.health.allowsRequests, false);
      assert.equal(harness.sent[0]?.status, undefined);
      assert.equal(goesOn, true);
    });

    it('goes on when the bridge is closed, and waits for nothing afterwards', async () => {
      const closing = harness.queue.close();
      await setImmediate();
      assert.equal(goesOn, true);
      goesOn = false;
      reserve();
      await setImmediate();
      assert.equal(goesOn, true);
      for (const sent of harness.sent) harness.reply(sent);
      await closing;
    });
  });
