import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge';
import { maxTimerDelay, sleep, systemClock } from '../../src/bridge/time/clock';
import { resolveLimits } from '../../src/bridge/limits';
import type { ClientLimits } from '../../src/bridge';

describe('Bounds', () => {
  it('that are left open are the usual ones', () => {
    const overrides: Partial<ClientLimits> = { maxAttempts: 2 };
    // A program may pass on a member without a value.
    Object.assign(overrides, { maxQueueTime: undefined });
    assert.deepEqual(resolveLimits(overrides), { ...defaultLimits, maxAttempts: 2 });
  });

  it('longer than timers know are the longest that they know', () => {
    assert.equal(resolveLimits({ requestTimeout: Infinity }).requestTimeout, maxTimerDelay);
  });

  it('with which nothing could be sent are refused by name', () => {
    for (const [name, limit] of Object.entries({
      lampsPerSecond: 0,
      maxConcurrentRequests: 0.5,
      maxQueuedCommands: 0,
      maxAttempts: 0,
    })) {
      assert.throws(() => resolveLimits({ [name]: limit }), {
        code: 'ERR_BRIDGE_NOT_CONFIGURED',
        message: new RegExp(`${name} must be a number that is not below`),
      });
    }
  });

  it('that are no numbers are refused by name', () => {
    for (const maxQueueTime of [Number.NaN, -1]) {
      assert.throws(() => resolveLimits({ maxQueueTime }), {
        code: 'ERR_BRIDGE_NOT_CONFIGURED',
        message: /maxQueueTime/,
      });
    }
  });
});

describe('The clock of the machine', () => {
  it('takes a wait that is too long for timers for a long one', async () => {
    let fired = false;
    const timer = systemClock.setTimeout(() => (fired = true), maxTimerDelay * 2);
    // Timers fire in the order of their delays: one without delay would fire before this.
    await sleep(systemClock, 20, new AbortController().signal);
    systemClock.clearTimeout(timer);
    assert.equal(fired, false);
  });
});
