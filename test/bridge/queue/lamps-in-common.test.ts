import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { defaultLimits } from '../../../src/bridge/limits';
import { nextWriteOrder, Turn } from '../../../src/bridge/turn';
import { createQueueEntry, WaitingRequests } from '../../../src/bridge/waiting';
import type { QueuedCommand, QueueEntry } from '../../../src/bridge/waiting';
import { WriteOrder } from '../../../src/bridge/schedule';
import type { BridgeRequest } from '../../../src/bridge/request';
import { createLampCommand, createUpdate } from './queue-harness';

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
