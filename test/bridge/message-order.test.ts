import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { defaultLimits } from '../../src/bridge/limits';
import { nextWriteOrder, Turn } from '../../src/bridge/turn';
import { createQueueEntry, WaitingRequests } from '../../src/bridge/waiting';
import type { QueuedCommand, QueueEntry, QueuedCommandResponse } from '../../src/bridge/waiting';
import { WriteOrder } from '../../src/bridge/schedule';
import type { BridgeRequest } from '../../src/bridge/request';
import {
  createLampCommand,
  createUpdate,
  collectOutcomes,
  createAutoReplyHarness,
  createGroupCommand,
  QueueHarness,
} from './support/queue-harness';
import { settle } from './support/fake-clock';

const toPath = (lamp: number): string => createLampCommand(lamp).path;

const lampWrite = createLampCommand;

const roomWrite = (room: number, ...lamps: readonly number[]): BridgeRequest => ({
  ...createUpdate('grouped_light', room, { on: { on: true } }),
  lampPaths: new Set(lamps.map(toPath)),
});

const createCommand = (
  request: BridgeRequest,
  order: number,
  signal?: AbortSignal,
): QueuedCommand => {
  const outcome = { resolve: () => undefined, reject: () => undefined };
  const attempts = { queuedAt: 0, attempts: 0, sent: 'no', refusal: undefined } as const;
  return { request, order, signal, ...attempts, ...outcome };
};

const createEntry = (request: BridgeRequest, order: number, signal?: AbortSignal): QueueEntry =>
  createQueueEntry(createCommand(request, order, signal));

const all = { target: undefined, lampPaths: 'all' } as const;

describe('Of two writes that set a lamp in common, the later waits for the earlier', () => {
  let queue: WaitingRequests;
  let order: WriteOrder;
  let inFlight: { entry: QueueEntry }[];
  beforeEach(() => {
    queue = new WaitingRequests(defaultLimits);
    inFlight = [];
    order = new WriteOrder(queue, inFlight);
  });
  const enqueue = (request: BridgeRequest, at: number): QueueEntry => {
    const entry = createEntry(request, at);
    queue.add(entry);
    return entry;
  };
  const waits = (request: BridgeRequest, at = nextWriteOrder()): boolean =>
    order.waitsForEarlierWrite(createEntry(request, at));

  for (const [what, sent, later, isWaiting] of [
    ['a lamp after its room', roomWrite(10, 1, 2), lampWrite(1), true],
    ['another lamp', roomWrite(10, 1, 2), lampWrite(3), false],
    ['a room after its lamp', lampWrite(1), roomWrite(10, 1, 2), true],
    ['a room after another lamp', lampWrite(3), roomWrite(10, 1, 2), false],
    ['a room after a zone with one of its lamps', roomWrite(10, 1, 2), roomWrite(11, 2, 3), true],
    ['a zone with one lamp after a room', roomWrite(10, 1, 2), roomWrite(11, 2), true],
    ['a room with other lamps', roomWrite(10, 1, 2), roomWrite(11, 3), false],
    ['a room with more other lamps', roomWrite(10, 1), roomWrite(11, 2, 3), false],
    [
      'the same room, whose writes are sent in order anyway',
      roomWrite(10, 1),
      roomWrite(10, 1),
      false,
    ],
    ['a lamp after another', lampWrite(1), lampWrite(2), false],
  ] as const) {
    it(`${isWaiting ? '' : 'but not '}${what}`, () => {
      inFlight.splice(0, 1, { entry: createEntry(sent, 1) });
      assert.equal(waits(later), isWaiting);
    });
  }

  it('also one that sets all lamps, but for what is no lamp', () => {
    const at = nextWriteOrder();
    const waitsWithAll = (sent: BridgeRequest): boolean => {
      inFlight.splice(0, 1, { entry: createEntry(sent, 1) });
      return order.waitsForEarlierWrite({ ...all, order: at });
    };
    assert.equal(waitsWithAll(lampWrite(1)), true);
    assert.equal(waitsWithAll(roomWrite(10, 1)), true);
    assert.equal(waitsWithAll(createUpdate('motion', 1, { enabled: true })), false);
    assert.equal(
      order.waitsForEarlierWrite({ target: undefined, lampPaths: undefined, order: at }),
      false,
    );
  });

  it('also one that is not sent yet', () => {
    enqueue(roomWrite(10, 1), 5);
    assert.deepEqual(
      [6, 5, 4].map((at) => waits(lampWrite(1), at)),
      [true, false, false],
    );
    assert.equal(waits(lampWrite(2), 6), false);
  });

  it('also a lamp that is not sent yet', () => {
    enqueue(lampWrite(1), 5);
    const waitsAt = (at: number): unknown => [
      waits(roomWrite(10, 2, 1), at),
      order.waitsForEarlierWrite({ ...all, order: at }),
      waits(roomWrite(10, 2), at),
    ];
    assert.deepEqual(waitsAt(6), [true, true, false]);
    assert.deepEqual(waitsAt(5), [false, false, false]);
  });

  it('also where the earlier is a message that holds its lamps', () => {
    const turn = new Turn();
    const coming = order.hold(turn);
    const waitsNow = (at: number): unknown => [1, 2].map((lamp) => waits(lampWrite(lamp), at));
    assert.deepEqual(
      [waitsNow(turn.last), waitsNow(turn.last + 1)],
      [
        [false, false],
        [true, true],
      ],
    );
    coming.lampPaths = new Set([toPath(2)]);
    assert.deepEqual(waitsNow(turn.last + 1), [false, true]);
    order.release(coming);
    assert.deepEqual(waitsNow(turn.last + 1), [false, false]);
  });

  it('so that a message goes on once what was sent before it is answered', async () => {
    const ready: string[] = [];
    const wait = (name: string, lamp: number): void => {
      const write = { order: 6, target: undefined, lampPaths: new Set([toPath(lamp)]) };
      void order.waitForEarlier(write).then(() => ready.push(name));
    };
    inFlight.push({ entry: createEntry(lampWrite(1), 5) });
    wait('other lamp', 2);
    wait('lamp', 1);
    await setImmediate();
    assert.deepEqual(ready, ['other lamp']);
    order.resumeWaiting(false);
    await setImmediate();
    assert.equal(ready.length, 1);
    inFlight.length = 0;
    order.resumeWaiting(false);
    await setImmediate();
    assert.deepEqual(ready, ['other lamp', 'lamp']);
  });
});

describe('A command joins a request that waits for the same lamp', () => {
  let queue: WaitingRequests;
  let order: WriteOrder;
  beforeEach(() => {
    queue = new WaitingRequests(defaultLimits);
    order = new WriteOrder(queue, []);
  });
  const enqueue = (request: BridgeRequest, at: number, signal?: AbortSignal): QueueEntry => {
    const entry = createEntry(request, at, signal);
    queue.add(entry);
    return entry;
  };
  const brighten = (lamp: number): BridgeRequest =>
    createLampCommand(lamp, { dimming: { brightness: 50 } });

  for (const [what, request, at, joins] of [
    ['not past a write to its room', roomWrite(10, 1), 15, false],
    ['past a write to another room', roomWrite(10, 2), 15, true],
    ['where a write to its room is before both', roomWrite(10, 1), 9, true],
    ['where a write to its room is after both', roomWrite(10, 1), 21, true],
    ['past a write to another lamp', lampWrite(2), 15, true],
  ] as const) {
    it(what, () => {
      const entry = enqueue(brighten(1), 10);
      enqueue(request, at);
      assert.equal(order.mayJoin(entry, createCommand(lampWrite(1), 20)), joins);
    });
  }

  it('but not where that comes later', () => {
    const entry = enqueue(lampWrite(1), 10);
    assert.deepEqual(
      [9, 10].map((at) => order.mayJoin(entry, createCommand(lampWrite(1), at))),
      [false, true],
    );
  });

  it('past a write to its room where it replaces all of it, and one signal takes back both', () => {
    const [signal, other] = [new AbortController().signal, new AbortController().signal];
    const entry = enqueue(brighten(1), 10, signal);
    enqueue(roomWrite(10, 1), 15);
    const joins = (request: BridgeRequest, taking?: AbortSignal): boolean =>
      order.mayJoin(entry, createCommand(request, 20, taking));
    assert.equal(joins(brighten(1), signal), true);
    assert.equal(joins(lampWrite(1), signal), false);
    assert.equal(joins(brighten(1), other), false);
    assert.equal(joins(brighten(1)), false);
  });

  it('of a room, but not past a write to one of its lamps', () => {
    const room = enqueue(roomWrite(10, 2, 1), 10, new AbortController().signal);
    const joins = (): boolean => order.mayJoin(room, createCommand(roomWrite(10, 2, 1), 20));
    assert.equal(joins(), true);
    enqueue(lampWrite(1), 9);
    assert.equal(joins(), true);
    enqueue(lampWrite(1), 11);
    assert.equal(joins(), false);
  });

  it('but not past a message that holds the lamp, other than its own', () => {
    const before = nextWriteOrder();
    const turn = new Turn();
    const { first, last } = turn;
    const joins = (from: number, to: number, request = lampWrite(1)): boolean =>
      order.mayJoin(createEntry(request, from), createCommand(request, to));
    assert.equal(joins(before, last + 1), true);
    order.hold(turn);
    assert.equal(joins(before, last + 1), false);
    assert.equal(joins(first, last + 1), false, 'that of the queued request');
    assert.equal(joins(last, last + 1), false);
    assert.equal(joins(last + 1, last + 2), true);
    assert.equal(joins(before, first), true);
    assert.equal(joins(before, last), true);
    assert.equal(joins(before - 1, before), true);
    assert.equal(joins(before, last + 1, createUpdate('motion', 1, {})), true);
  });
});

describe('A message has places for its writes', () => {
  it('one after the other, before those of later messages, and the last for all that are left', () => {
    const before = nextWriteOrder();
    const [turn, next] = [new Turn(), new Turn()];
    assert.deepEqual([turn.takeNext(), turn.takeNext()], [before + 1, before + 2]);
    assert.equal(next.takeNext(), turn.last + 1);
    let taken = 0;
    for (let count = 0; count < 65_536; count += 1) taken = turn.takeNext();
    assert.equal(taken, turn.last);
    assert.equal(nextWriteOrder(), next.last + 1);
  });
});

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
