import assert from 'node:assert/strict';
import { TimerGroup } from '../../../src/simulator/home/timer-group';

describe('The timers of the simulator', () => {
  it('take a wait that is too long for Node.js for a long one', async () => {
    const timers = new TimerGroup();
    let fired = 0;
    timers.after(1e12, () => (fired += 1));
    timers.every(1e12, () => (fired += 1));
    // What Node.js takes for no wait at all would ring before this.
    await new Promise<void>((resolve) => {
      timers.after(10, resolve);
    });
    timers.stopAll();
    assert.equal(fired, 0);
    assert.equal(timers.size, 0);
  });
});
