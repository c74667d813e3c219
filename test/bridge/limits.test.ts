import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge';
import { longestDelay, pause, systemClock } from '../../src/bridge/time/clock';
import { limitsOf } from '../../src/bridge/limits';
import type { Limits } from '../../src/bridge';

describe('Bounds', () => {
  it('that are left open are the usual ones', () => {
    const wanted: Partial<Limits> = { attempts: 2 };
    // What a program hands on without having a value for it.
    Object.assign(wanted, { commandAge: undefined });
    assert.deepEqual(limitsOf(wanted), { ...defaultLimits, attempts: 2 });
  });

  it('longer than timers know are the longest that they know', () => {
    assert.equal(limitsOf({ requestDeadline: Infinity }).requestDeadline, longestDelay);
  });

  it('with which nothing could be sent are refused by name', () => {
    for (const [name, limit] of Object.entries({
      lampsPerSecond: 0,
      requestsUnderWay: 0.5,
      waitingCommands: 0,
      attempts: 0,
    })) {
      assert.throws(() => limitsOf({ [name]: limit }), {
        code: 'ERR_BRIDGE_NOT_CONFIGURED',
        message: new RegExp(`${name} must be a number that is not below`),
      });
    }
  });

  it('that are no numbers are refused by name', () => {
    for (const commandAge of [Number.NaN, -1]) {
      assert.throws(() => limitsOf({ commandAge }), {
        code: 'ERR_BRIDGE_NOT_CONFIGURED',
        message: /commandAge/,
      });
    }
  });
});

describe('The clock of the machine', () => {
  it('takes a wait that is too long for timers for a long one', async () => {
    let rang = false;
    const timer = systemClock.setTimeout(() => (rang = true), longestDelay * 2);
    // Timers ring in the order of their waits: one taken for none would ring before this.
    await pause(systemClock, 20, new AbortController().signal);
    systemClock.clearTimeout(timer);
    assert.equal(rang, false);
  });
});
