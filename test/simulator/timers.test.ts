import assert from 'node:assert/strict';
import { setTimeout as pass } from 'node:timers/promises';
import { Timers } from '../../src/simulator/timers';

describe('Timers of a simulator', () => {
  it('act once, or again and again, until they are ended', async () => {
    const timers = new Timers();
    const acted: string[] = [];
    const seen = new Promise<void>((resolve) => {
      const stop = timers.every(1, () => {
        acted.push('every');
        if (acted.filter((name) => name === 'every').length < 3) return;
        stop();
        resolve();
      });
    });
    timers.after(1, () => acted.push('after'));
    timers.after(1, () => acted.push('never'))();
    await seen;
    await pass(5);
    assert.deepEqual(
      acted.toSorted((one, other) => one.localeCompare(other)),
      ['after', 'every', 'every', 'every'],
    );
    assert.equal(timers.size, 0);
  });

  it('all end together, and none begins afterwards', async () => {
    const timers = new Timers();
    let acted = 0;
    const act = (): void => {
      acted += 1;
    };
    timers.after(1, act);
    timers.every(1, act);
    timers.end();
    timers.after(1, act);
    timers.every(1, act);
    await pass(20);
    assert.equal(acted, 0);
    assert.equal(timers.size, 0);
  });
});
