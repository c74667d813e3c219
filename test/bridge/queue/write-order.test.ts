import assert from 'node:assert/strict';
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
