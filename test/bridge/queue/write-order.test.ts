import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { QueuedCommandResponse } from '../../../src/bridge/waiting';
import { Turn } from '../../../src/bridge/turn';
import { settle } from '../support/fake-clock';
import {
  collectOutcomes,
  createAutoReplyHarness,
  createGroupCommand,
  createLampCommand,
  createUpdate,
  QueueHarness,
} from './queue-harness';

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

describe('A command for a room, of which a lamp does not answer while the bridge answers others,', () => {
  const lamp = createLampCommand(1);
  const room = {
    ...createUpdate('grouped_light', 2, { on: { on: false } }),
    lampPaths: new Set([lamp.path]),
  };
  const listSent = ({ sent }: QueueHarness): string[] =>
    sent.map(({ request }) => request.path).filter((path) => path !== createLampCommand(9).path);

  it('waits for what was asked of the lamp before', async () => {
    const harness = new QueueHarness();
    harness.onSent = (sent) => {
      if (sent.request.path !== lamp.path) harness.reply(sent);
    };
    collectOutcomes([harness.queue.submit(lamp), harness.queue.submit(room)]);
    for (let second = 0; second < 9; second += 1) {
      collectOutcomes([harness.queue.submit(createLampCommand(9))]);
      await harness.clock.advance(1_000);
    }
    assert.deepEqual(listSent(harness), [lamp.path]);
    harness.reply(harness.sent[0]);
    await harness.clock.advance(10);
    assert.deepEqual(listSent(harness), [lamp.path, room.path]);
  });

  it('waits also where the lamp is tried less often by now', async () => {
    const harness = new QueueHarness();
    collectOutcomes([harness.queue.submit(lamp), harness.queue.submit(createLampCommand(9))]);
    harness.reply(harness.sent[1]);
    harness.fail(harness.sent[0], 'timeout');
    collectOutcomes([harness.queue.submit(lamp), harness.queue.submit(room)]);
    harness.onSent = (sent) => harness.reply(sent);
    await harness.clock.advance(30_000);
    assert.deepEqual(listSent(harness), [lamp.path, lamp.path, room.path]);
  });
});

describe('A command for a room that waits for a command for its lamp', () => {
  it('is sent once the other is taken back, though nothing else happens', async () => {
    const harness = createAutoReplyHarness({ lampsPerSecond: 1 });
    const { queue, clock } = harness;
    const lamp = createLampCommand(1);
    const room = { ...createGroupCommand(2), lampPaths: new Set([lamp.path]) };
    const taking = new AbortController();
    collectOutcomes([
      queue.submit(createLampCommand(9)),
      queue.submit(lamp, { signal: taking.signal }),
      queue.submit(room),
    ]);
    await clock.advance(100);
    assert.equal(harness.sent.length, 1);
    taking.abort();
    await clock.advance(10);
    assert.equal(harness.sent.at(-1)?.request.path, room.path);
  });
});

for (const [between, settingRoom] of [
  ['its room is turned off', createUpdate('grouped_light', 2, { on: { on: false } })],
  ['a scene is recalled', createUpdate('scene', 3, { recall: { action: 'active' } }, true)],
] as const)
  for (const [later, isBackground] of [
    ['a step of a sequence that is stopped', true],
    ['a command of a node that a deploy removes', false],
  ] as const)
    describe(`A lamp that is dimmed before ${between}, and then gets ${later}`, () => {
      const dimmed = { dimming: { brightness: 26 } };
      const taken = { on: { on: true }, dimming: { brightness: 80 } };
      const room = { ...settingRoom, lampPaths: new Set([createLampCommand(1).path]) };

      const run = async (answerTime: number, gap: number): Promise<readonly unknown[]> => {
        const harness = new QueueHarness();
        const { clock, queue } = harness;
        harness.onSent = (sent) => void clock.setTimeout(() => harness.reply(sent), answerTime - 5);
        const [kept, stopped] = [new AbortController(), new AbortController()];
        const answers: Promise<QueuedCommandResponse>[] = [];
        for (const request of [createLampCommand(1), createLampCommand(1, dimmed), room]) {
          answers.push(queue.submit(request, { signal: kept.signal }));
          await clock.advance(gap);
        }
        const { signal } = stopped;
        const { codes } = collectOutcomes([
          queue.submit(createLampCommand(1, taken), { signal, isBackground }),
        ]);
        await clock.advance(gap);
        stopped.abort();
        await clock.advance(10_000);
        await settle(Promise.all(answers));
        return [...harness.parseSentBodies(), ...codes];
      };

      it('is not dimmed afterwards, however fast the bridge and the commands are', async () => {
        const expected = [{ on: { on: true } }, dimmed, room.members, 'ERR_BRIDGE_ABORTED'];
        for (const answerTime of [80, 150, 300, 600])
          for (const gap of [0, 2, 10, 25, 60])
            assert.deepEqual(await run(answerTime, gap), expected, `${answerTime}, ${gap} ms`);
      });
    });

for (const [what, wait] of [
  [
    'A message that holds all lamps of the bridge',
    ({ queue }: QueueHarness) => queue.holdLamps(new Turn(), () => 'all').waitForEarlier(),
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

    it('waits on when one answer is lost, until the repeated request is answered', async () => {
      harness.reply(harness.sent[0]);
      harness.fail(harness.sent[1], 'lost');
      await setImmediate();
      assert.equal(harness.health.status, 'doubtful');
      assert.equal(goesOn, false);
      await harness.clock.advance(1_000);
      assert.equal(harness.health.status, 'up');
      assert.equal(goesOn, false);
      harness.reply(harness.sent[2]);
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
