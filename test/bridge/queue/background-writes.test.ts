import assert from 'node:assert/strict';
import {
  collectOutcomes,
  createAutoReplyHarness,
  createGroupCommand,
  createLampCommand,
  QueueHarness,
} from './queue-harness';

const submit = (harness: QueueHarness, isBackground: boolean, ...lamps: readonly number[]): void =>
  void collectOutcomes(
    lamps.map((lamp) => harness.queue.submit(createLampCommand(lamp), { isBackground })),
  );
const sentLamps = ({ sent }: QueueHarness): readonly string[] =>
  sent.map(({ request }) => request.path);
const pathOf = (lamp: number): string => createLampCommand(lamp).path;

describe('The writes of programs', () => {
  it('leave a slot to commands', async () => {
    const harness = new QueueHarness({ lampsPerSecond: 1_000 });
    submit(harness, true, 1, 2, 3);
    await harness.clock.advance(10);
    assert.deepEqual(sentLamps(harness), [1, 2].map(pathOf));
    submit(harness, false, 9);
    assert.equal(sentLamps(harness).at(-1), pathOf(9));
    harness.reply(harness.sent[0]);
    await harness.clock.advance(10);
    assert.equal(harness.sent.length, 3);
    harness.reply(harness.sent[1]);
    await harness.clock.advance(10);
    assert.equal(sentLamps(harness).at(-1), pathOf(3));
  });

  it('take the only slot where there is one', () => {
    const harness = new QueueHarness({ maxConcurrentRequests: 1 });
    submit(harness, true, 1);
    assert.equal(harness.sent.length, 1);
  });

  it('leave two of the commands that may be sent at once', async () => {
    const harness = createAutoReplyHarness({ lampsPerSecond: 10 });
    submit(harness, true, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    await harness.clock.advance(50);
    assert.equal(harness.sent.length, 8);
    submit(harness, false, 21, 22, 23);
    await harness.clock.advance(10);
    assert.deepEqual(sentLamps(harness).slice(8), [21, 22].map(pathOf));
  });

  it('wait for commands that came later, and until two more could be sent', async () => {
    const harness = createAutoReplyHarness({ lampsPerSecond: 10 });
    submit(harness, false, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    await harness.clock.advance(50);
    submit(harness, true, 21);
    submit(harness, false, 22);
    await harness.clock.advance(340);
    assert.deepEqual(sentLamps(harness).slice(10), [pathOf(22)]);
    await harness.clock.advance(40);
    assert.deepEqual(sentLamps(harness).slice(10), [22, 21].map(pathOf));
  });

  it('before a command for their room have its priority, since it waits for them', async () => {
    const harness = createAutoReplyHarness({ lampsPerSecond: 10 });
    submit(harness, false, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    await harness.clock.advance(50);
    submit(harness, true, 21, 22);
    const room = { ...createGroupCommand(20), lampPaths: new Set([pathOf(21)]) };
    collectOutcomes([harness.queue.submit(room)]);
    await harness.clock.advance(110);
    assert.deepEqual(sentLamps(harness).slice(10), [pathOf(21), room.path]);
  });
});
