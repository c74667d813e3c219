import assert from 'node:assert/strict';
import { createQueueEntry, WaitingRequests } from '../../../src/bridge/waiting';
import { nextWriteOrder } from '../../../src/bridge/turn';
import { defaultLimits } from '../../../src/bridge/limits';
import { buildSingleResourceRequest } from '../../../src/bridge/request';
import {
  createGroupCommand,
  createLampCommand,
  createUpdate,
  makeRid,
  serializeRequestBody,
} from './queue-harness';
import type { QueuedCommand, QueueEntry } from '../../../src/bridge/waiting';
import type { StateDependentBody, BridgeRequest } from '../../../src/bridge/request';

const body: StateDependentBody = { fromFreshState: () => Promise.reject(new Error('not read')) };

const createCommand = (request: BridgeRequest, queuedAt = 0): QueuedCommand => ({
  request,
  queuedAt,
  order: nextWriteOrder(),
  signal: undefined,
  attempts: 0,
  sent: 'no',
  refusal: undefined,
  resolve: () => undefined,
  reject: () => undefined,
});

describe('What is queued', () => {
  let queue: WaitingRequests;
  beforeEach(() => (queue = new WaitingRequests(defaultLimits)));

  const add = (request: BridgeRequest, state?: StateDependentBody): QueueEntry => {
    const entry = createQueueEntry(createCommand(request), false, state);
    queue.add(entry);
    return entry;
  };
  const addUnresolved = (number: number): QueueEntry =>
    add(buildSingleResourceRequest('update', 'light', makeRid(number)), body);
  const assertSizes = (
    requests: number,
    resolvedRequests: number,
    commands: number,
    bodyLength = 0,
  ): void =>
    assert.deepEqual(
      {
        requests: queue.requests,
        resolvedRequests: queue.resolvedRequests,
        commands: queue.commands,
        bodyLength: queue.bodyLength,
      },
      { requests, resolvedRequests, commands, bodyLength },
    );

  it('is no longer for the background once a command for the same lamp waits behind it', () => {
    const [first, other] = [1, 2].map((number) => {
      const request = createLampCommand(number);
      const entry = createQueueEntry(createCommand(request), true);
      queue.add(entry);
      return entry;
    });
    addUnresolved(1);
    assert.equal(first?.isBackground, false);
    assert.equal(other?.isBackground, true);
  });

  it('takes nothing up once it was sent or given up, in whatever way', () => {
    const [sent, removed, expired, all] = [1, 2, 3, 4].map((number) =>
      add(createLampCommand(number)),
    );
    const [command] = removed?.commands ?? [];
    assert.ok(sent && removed && expired && all && command);
    assert.equal(queue.bodyLength, 4 * (createLampCommand(1).body?.length ?? 0));
    queue.dequeue(sent);
    assert.equal(queue.removeCommand(command), removed);
    assert.equal(queue.removeOlderThan(0)?.entry, expired);
    assert.equal(queue.removeAll().length, 1);
    assertSizes(0, 0, 0);
    assert.equal(queue.oldest, Infinity);
    assert.ok([sent, removed, expired, all].every((entry) => !queue.has(entry)));
  });

  it('takes nothing up when its body was never known', () => {
    const [removed, all] = [1, 2].map(addUnresolved);
    assert.ok(removed && all);
    assertSizes(2, 0, 2);
    queue.remove(removed);
    assertSizes(1, 0, 1);
    queue.removeAll();
    assertSizes(0, 0, 0);
  });

  it('waits for no state once its bodies are known, whatever else waits for the resource', () => {
    const entry = addUnresolved(1);
    const plain = add(createLampCommand(1));
    assert.deepEqual([...queue.entriesToResolve(entry)], [entry, plain]);
    queue.resolve(entry, serializeRequestBody({ on: { on: true } }));
    assert.equal([...queue.entriesToResolve(entry)].length, 0, 'entries that wait for a state');
    assert.equal(queue.resolvedRequests, 2);
    const again = addUnresolved(1);
    assert.deepEqual([...queue.entriesToResolve(again)], [entry, plain, again]);
    queue.remove(again);
    assert.equal([...queue.entriesToResolve(again)].length, 0, 'entries that wait for a state');
  });

  it('is as long again when it is put back, with what it was merged with', () => {
    const first = add(createLampCommand(1));
    queue.dequeue(first);
    add(createLampCommand(1, { on: { on: false } }));
    const later = createLampCommand(1, { on: { on: false } });
    assert.equal(queue.bodyLength, later.body?.length);
    queue.requeue(first, true);
    const length = (createLampCommand(1).body?.length ?? 0) + (later.body?.length ?? 0);
    assertSizes(1, 1, 2, length);
    assert.deepEqual(queue.getMembers(first), { on: { on: false } });
    queue.dequeue(first);
    assertSizes(0, 0, 0);
  });

  it('stays as it was when it is put back, where another write may lie between or must not be repeated', () => {
    const lamp = createLampCommand(1);
    const off = createLampCommand(1, { on: { on: false } });
    const room = { ...createGroupCommand(9), lampPaths: new Set([lamp.path]) };
    const step = createUpdate('light', 1, { on: { on: false } }, true);
    const countAfterReturn = (
      first: BridgeRequest,
      ...others: readonly BridgeRequest[]
    ): number => {
      queue = new WaitingRequests(defaultLimits);
      const entry = add(first);
      queue.dequeue(entry);
      for (const other of others) add(other);
      queue.requeue(entry, true);
      return entry.commands.size;
    };
    assert.equal(countAfterReturn(lamp, off), 2);
    assert.equal(countAfterReturn(lamp, room, off), 1);
    assert.equal(countAfterReturn(room, room), 1);
    assert.equal(countAfterReturn(room, createGroupCommand(9)), 1);
    assert.equal(countAfterReturn(lamp, step), 1);
    assert.equal(countAfterReturn(step, off), 1);
    assert.equal(countAfterReturn(lamp, createLampCommand(2)), 1);
  });

  it('is sent once, also where only a part of a later request can be merged with an earlier one', () => {
    const [first, off, effect] = [
      { dimming: { brightness: 1 } },
      { on: { on: false } },
      { effects: { effect: 'candle' } },
    ].map((members) => createLampCommand(1, members));
    assert.ok(first && off && effect);
    const earlier = add(first);
    const later = createQueueEntry(createCommand(off));
    later.commands.add(createCommand(effect));
    queue.add(later);
    assert.equal(queue.tryMergeEntries(earlier, later), false);
    assert.deepEqual(
      [earlier, later].map((entry) => queue.getMembers(entry)),
      [{ ...first.members, ...off.members }, effect.members],
    );
    assertSizes(2, 2, 3, queue.bodyLength);
  });

  it('is given up oldest first, also what was put back', () => {
    const requests = [1, 2, 3].map((number) => createLampCommand(number));
    const [first, second, third] = requests.map((request, index) =>
      createQueueEntry(createCommand(request, 10 * index)),
    );
    assert.ok(first && second && third);
    for (const entry of [first, second]) {
      queue.add(entry);
      queue.dequeue(entry);
    }
    queue.add(third);
    for (const entry of [second, first]) queue.requeue(entry, true);
    assert.equal(queue.oldest, 0);
    const removed = [20, 20, 19, 20].map((time) => queue.removeOlderThan(time)?.entry);
    assert.deepEqual(removed, [first, second, undefined, third]);
  });
});
