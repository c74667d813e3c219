import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { callAfterDelay, systemClock } from '../../../src/bridge/clock';
import { SharedDeadlineTimer } from '../../../src/bridge/http';
import type { OperationWithDeadline } from '../../../src/bridge/http';

/** Waits as the timer does: of two waits, the one that is due first ends first, however late both are. */
const delay = (duration: number): Promise<void> =>
  new Promise((resolve) => {
    callAfterDelay(systemClock, duration, () => resolve());
  });

/** Adds an operation that starts now. @returns it, and a promise that resolves once it has expired */
function startOperation(
  timer: SharedDeadlineTimer,
  onExpire: () => void = () => undefined,
): { operation: OperationWithDeadline; expired: Promise<void> } {
  let operation: OperationWithDeadline | undefined;
  const expired = new Promise<void>((resolve) => {
    operation = {
      startedAt: performance.now(),
      expire() {
        onExpire();
        resolve();
      },
    };
    timer.add(operation);
  });
  assert.ok(operation);
  return { operation, expired };
}

describe('A timeout that many operations share', () => {
  it('ends each that is not over in time, also those that begin after it ended one', async () => {
    const timer = new SharedDeadlineTimer(20);
    for (let round = 0; round < 3; round += 1) await startOperation(timer).expired;
    timer.close();
  });

  it('ends all that began together', async () => {
    const timer = new SharedDeadlineTimer(20);
    const operations = [1, 2, 3].map(() => startOperation(timer));
    await Promise.all(operations.map(({ expired }) => expired));
    timer.close();
  });

  it('ends each once, and none that was over in time', async () => {
    const timer = new SharedDeadlineTimer(40);
    let expirations = 0;
    const count = (): void => void (expirations += 1);
    const { operation } = startOperation(timer, () => assert.fail('It was over.'));
    timer.remove(operation);
    await startOperation(timer, count).expired;
    await startOperation(timer, count).expired;
    assert.equal(expirations, 2);
    timer.close();
  });

  it('leaves no timer behind once none is under way', async () => {
    const timers = new Set<number>();
    const hook = createHook({
      init: (id, type) => void (type === 'Timeout' && timers.add(id)),
      destroy: (id) => void timers.delete(id),
    }).enable();
    const timer = new SharedDeadlineTimer(60_000);
    const operations = [1, 2].map(() => startOperation(timer).operation);
    const own = [...timers];
    assert.equal(own.length, 1);
    for (const operation of operations) timer.remove(operation);
    await nextTurn();
    await nextTurn();
    hook.disable();
    // The runner sets timers of its own.
    assert.deepEqual(
      own.filter((id) => timers.has(id)),
      [],
    );
    timer.close();
  });

  it('counts from the start of each, not from the end of another', async () => {
    const timer = new SharedDeadlineTimer(400);
    const { operation } = startOperation(timer);
    await delay(200);
    const { expired } = startOperation(timer);
    const marker = delay(500).then(() => 'the marker');
    timer.remove(operation);
    assert.equal(
      await Promise.race([expired.then(() => 'the operation'), marker]),
      'the operation',
    );
    timer.close();
    await marker;
  });

  it('ends nothing any more once it is closed', async () => {
    const timer = new SharedDeadlineTimer(10);
    startOperation(timer, () => assert.fail('It was closed.'));
    timer.close();
    await delay(30);
  });
});
