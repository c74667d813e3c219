import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultLimits } from '../../src/bridge';
import { longestDelay, systemClock } from '../../src/bridge/time/clock';
import { limitsOf } from '../../src/bridge/limits';
import { answer, startScriptedBridge } from './scripted-bridge';
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
    await wait(20);
    systemClock.clearTimeout(timer);
    assert.equal(rang, false);
  });
});

describe('A key as short as a word', () => {
  it('leaves the words of the answers alone', async () => {
    const bridge = await startScriptedBridge();
    const room = { id: '00000000-0000-4000-8000-000000000001', type: 'room', metadata: {} };
    bridge.answerWith(answer(200, { errors: [], data: [room] }));
    const { data } = await bridge.client({ key: 'data' }).list('room');
    assert.deepEqual(data, [room]);
    await bridge.stop();
  });
});
