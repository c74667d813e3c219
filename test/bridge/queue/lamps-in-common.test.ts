import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { defaultLimits } from '../../../src/bridge/limits/client-limits';
import { MessagePlace, nextWriteOrder } from '../../../src/bridge/queue/message-place';
import { createQueueEntry, toQueuePlacement } from '../../../src/bridge/queue/queued-command';
import type { QueueEntry } from '../../../src/bridge/queue/queued-command';
import { RequestQueue } from '../../../src/bridge/queue/request-queue';
import { WriteOrder } from '../../../src/bridge/queue/write-order';
import type { BridgeRequest } from '../../../src/bridge/wire/bridge-request';
import { createLampCommand, createUpdate } from './queue-harness';

const toPath = (lamp: number): string => createLampCommand(lamp).path;
const lampWrite = createLampCommand;
const roomWrite = (room: number, ...lamps: readonly number[]): BridgeRequest => ({
  ...createUpdate('grouped_light', room, { on: { on: true } }),
  lampPaths: new Set(lamps.map(toPath)),
});
const createEntry = (request: BridgeRequest, order: number): QueueEntry => {
  const outcome = { resolve: () => undefined, reject: () => undefined };
  const attempts = { queuedAt: 0, attempts: 0, sent: 'no', refusal: undefined } as const;
  return createQueueEntry(
    toQueuePlacement(request),
    { request, ...attempts, ...outcome },
    {},
    order,
  );
};
const all = { target: undefined, lampPaths: 'all' } as const;

describe('Of two writes that set a lamp in common, the later waits for the earlier', () => {
  let queue: RequestQueue;
  let order: WriteOrder;
  let inFlight: QueueEntry[];
  let skipped: QueueEntry | undefined;
  beforeEach(() => {
    queue = new RequestQueue(defaultLimits);
    inFlight = [];
    skipped = undefined;
    order = new WriteOrder(
      queue,
      () => inFlight,
      (entry) => entry === skipped,
    );
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
      inFlight = [createEntry(sent, 1)];
      assert.equal(waits(later), isWaiting);
    });
  }

  it('also one that sets all lamps, but for what is no lamp', () => {
    const at = nextWriteOrder();
    const waitsWithAll = (sent: BridgeRequest): boolean => {
      inFlight = [createEntry(sent, 1)];
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

  it('also one that is not sent yet, unless that may wait for long', () => {
    const room = enqueue(roomWrite(10, 1), 5);
    assert.deepEqual(
      [6, 5, 4].map((at) => waits(lampWrite(1), at)),
      [true, false, false],
    );
    assert.equal(waits(lampWrite(2), 6), false);
    skipped = room;
    assert.equal(waits(lampWrite(1), 6), false);
  });

  it('also a lamp that is not sent yet, unless that may wait for long', () => {
    const lamp = enqueue(lampWrite(1), 5);
    const waitsAt = (at: number): unknown => [
      waits(roomWrite(10, 2, 1), at),
      order.waitsForEarlierWrite({ ...all, order: at }),
      waits(roomWrite(10, 2), at),
    ];
    assert.deepEqual(waitsAt(6), [true, true, false]);
    assert.deepEqual(waitsAt(5), [false, false, false]);
    skipped = lamp;
    assert.deepEqual(waitsAt(6), [false, false, false]);
  });

  it('also where the earlier is a message that has reserved its lamps', () => {
    const place = new MessagePlace();
    let changes = 0;
    const reservation = order.reserve(
      place,
      (ids) => (ids.includes('unknown') ? undefined : ids.map((id) => toPath(Number(id)))),
      () => (changes += 1),
    );
    const waitsNow = (at: number): unknown => [1, 2].map((lamp) => waits(lampWrite(lamp), at));
    assert.deepEqual(
      [waitsNow(place.last), waitsNow(place.last + 1)],
      [
        [false, false],
        [true, true],
      ],
    );
    reservation.keepOnly(['unknown']);
    assert.deepEqual([changes, waitsNow(place.last + 1)], [0, [true, true]]);
    reservation.keepOnly(['2']);
    assert.deepEqual([changes, waitsNow(place.last + 1)], [1, [false, true]]);
    reservation.end();
    reservation.end();
    assert.deepEqual([changes, waitsNow(place.last + 1)], [2, [false, false]]);
  });

  it('so that a message goes on once what was sent before it is answered', async () => {
    const ready: string[] = [];
    const wait = (name: string, at: number, ...lamps: readonly number[]): void =>
      void order.waitForEarlier(at, new Set(lamps.map(toPath))).then(() => ready.push(name));
    inFlight = [createEntry(lampWrite(1), 5)];
    wait('other lamp', 6, 2);
    wait('earlier', 5, 1);
    wait('later', 6, 1);
    await setImmediate();
    assert.deepEqual(ready, ['other lamp', 'earlier']);
    order.advanceReservations(false);
    await setImmediate();
    assert.equal(ready.length, 2);
    inFlight = [];
    order.advanceReservations(false);
    await setImmediate();
    assert.deepEqual(ready, ['other lamp', 'earlier', 'later']);
  });
});

describe('Between a queued write and a later one for the same lamp lies', () => {
  let queue: RequestQueue;
  let order: WriteOrder;
  beforeEach(() => {
    queue = new RequestQueue(defaultLimits);
    order = new WriteOrder(
      queue,
      () => [],
      () => false,
    );
  });
  const enqueue = (request: BridgeRequest, at: number): QueueEntry => {
    const entry = createEntry(request, at);
    queue.add(entry);
    return entry;
  };

  for (const [what, request, at, between] of [
    ['a write to its room', roomWrite(10, 1), 15, 'write'],
    ['no write to another room', roomWrite(10, 2), 15, undefined],
    ['no write to its room before both', roomWrite(10, 1), 9, undefined],
    ['no write to its room after both', roomWrite(10, 1), 21, undefined],
    ['no write to another lamp', lampWrite(2), 15, undefined],
  ] as const) {
    it(what, () => {
      const entry = enqueue(lampWrite(1), 10);
      enqueue(request, at);
      assert.equal(order.findBetween(entry, 20), between);
    });
  }

  it('for a room, a write to one of its lamps', () => {
    const room = enqueue(roomWrite(10, 2, 1), 10);
    assert.equal(order.findBetween(room, 20), undefined);
    enqueue(lampWrite(1), 9);
    assert.equal(order.findBetween(room, 20), undefined);
    enqueue(lampWrite(1), 11);
    assert.equal(order.findBetween(room, 20), 'write');
  });

  it('a message that has reserved the lamp, other than the one of the later write', () => {
    const before = nextWriteOrder();
    const place = new MessagePlace();
    const { first, last } = place;
    const findBetween = (from: number, to: number): unknown =>
      order.findBetween(createEntry(lampWrite(1), from), to);
    assert.equal(findBetween(before, last + 1), undefined);
    order.reserve(
      place,
      () => undefined,
      () => undefined,
    );
    assert.equal(findBetween(before, last + 1), 'reservation');
    assert.equal(findBetween(first, last + 1), 'reservation', 'that of the queued write');
    assert.equal(findBetween(last, last + 1), 'reservation');
    assert.equal(findBetween(last + 1, last + 2), undefined);
    assert.equal(findBetween(before, first), undefined);
    assert.equal(findBetween(before, last), undefined);
    assert.equal(findBetween(before - 1, before), undefined);
    assert.equal(
      order.findBetween(createEntry(createUpdate('motion', 1, {}), before), last + 1),
      undefined,
    );
  });
});

describe('A message has places for its writes', () => {
  it('one after the other, before those of later messages, and the last for all that are left', () => {
    const before = nextWriteOrder();
    const [place, next] = [new MessagePlace(), new MessagePlace()];
    assert.deepEqual([place.takeNext(), place.takeNext()], [before + 1, before + 2]);
    assert.equal(next.takeNext(), place.last + 1);
    let taken = 0;
    for (let count = 0; count < 65_536; count += 1) taken = place.takeNext();
    assert.equal(taken, place.last);
    assert.equal(nextWriteOrder(), next.last + 1);
  });
});
