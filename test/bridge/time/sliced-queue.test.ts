import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SlicedQueue } from '../../../src/bridge/slices';

describe('Tasks in slices, such as deliveries to watchers,', () => {
  let time: number;
  let queue: SlicedQueue;
  let done: number[];
  let errors: unknown[];
  beforeEach(() => {
    time = 0;
    done = [];
    errors = [];
    queue = new SlicedQueue({ now: () => time }, (error) => errors.push(error));
  });

  /** Each task takes so many ms. */
  const runAll = (count: number, duration: number): void => {
    for (let number = 0; number < count; number += 1) {
      queue.run(() => {
        done.push(number);
        time += duration;
      });
    }
  };
  const listTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  it('run at once while they are few', () => {
    runAll(9, 1);
    assert.deepEqual(done, listTo(9));
  });

  it('go on after one that throws, in the same turn and in later ones', async () => {
    const failing = [3, 25].map((number) => new Error(`task ${number}`));
    for (const number of listTo(30)) {
      queue.run(() => {
        time += 1;
        done.push(number);
        const error = failing.find(({ message }) => message === `task ${number}`);
        if (error !== undefined) throw error;
      });
    }
    while (done.length < 30) await nextTurn();
    assert.deepEqual(done, listTo(30));
    assert.deepEqual(errors, failing);
  });

  it('leave the event loop to others after a slice, and go on in their order', async () => {
    runAll(35, 1);
    const turns = [done.length];
    while (done.length < 35) {
      await nextTurn();
      turns.push(done.length);
    }
    assert.deepEqual(turns, [10, 20, 30, 35]);
    assert.deepEqual(done, listTo(35));
  });

  it('wait for those before them, also when they come from one of them', async () => {
    runAll(10, 1);
    queue.run(() => {
      done.push(10);
      queue.run(() => done.push(12));
    });
    queue.run(() => done.push(11));
    assert.equal(done.length, 10);
    await nextTurn();
    assert.deepEqual(done, listTo(13));
  });

  it('have their steps done in slices, before the tasks that wait, also in a later turn', async () => {
    const runSteps = (from: number): void => {
      for (let number = from; number < from + 25; number += 1) {
        queue.runStep(() => {
          done.push(number);
          time += 1;
        });
      }
    };
    queue.run(() => runSteps(0));
    queue.run(() => runSteps(25));
    queue.run(() => done.push(50));
    const turns = [done.length];
    while (done.length < 51) {
      await nextTurn();
      turns.push(done.length);
    }
    assert.deepEqual(turns, [10, 20, 30, 40, 50, 51]);
    assert.deepEqual(done, listTo(51));
  });

  it('go on after a step that throws, and drop the steps that are left at the end', async () => {
    const failure = new Error('step 2');
    queue.run(() => {
      for (const number of listTo(15)) {
        queue.runStep(() => {
          time += 1;
          if (number === 2) throw failure;
          done.push(number);
        });
      }
    });
    assert.deepEqual(errors, [failure]);
    queue.close();
    await nextTurn();
    assert.deepEqual(done, [0, 1, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('take a step that comes after its task as a task', () => {
    queue.run(() => undefined);
    queue.runStep(() => done.push(0));
    assert.deepEqual(done, [0]);
  });

  it('go on in their order in every later burst, with nothing left out', async () => {
    for (let burst = 1; burst <= 3; burst += 1) {
      runAll(25, 1);
      while (done.length < 25 * burst) {
        const before = done.length;
        await nextTurn();
        assert.ok(done.length > before, `stopped at ${before}`);
      }
      await nextTurn();
    }
    assert.deepEqual(done, [...listTo(25), ...listTo(25), ...listTo(25)]);
  });

  it('can be waited for', async () => {
    runAll(15, 1);
    assert.equal(done.length, 10);
    await queue.whenDone();
    assert.equal(done.length, 15);
    await queue.whenDone();
  });

  it('are dropped at the end, and nobody waits for them any more', async () => {
    runAll(15, 1);
    let isWaiting = true;
    void queue.whenDone().then(() => (isWaiting = false));
    queue.close();
    await nextTurn();
    assert.equal(isWaiting, false);
    assert.equal(done.length, 10);
  });
});
