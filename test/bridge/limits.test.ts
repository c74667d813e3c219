import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge';
import type { ClientLimits } from '../../src/bridge';
import { maxTimerDelay, sleep, systemClock } from '../../src/bridge/clock';
import { resolveClientLimits } from '../../src/bridge/limits';

describe('Bounds', () => {
  it('that are left open are the usual ones', () => {
    const overrides: Partial<ClientLimits> = { maxAttempts: 2 };
    // A program may pass on a member without a value.
    Object.assign(overrides, { maxQueueTime: undefined });
    assert.deepEqual(resolveClientLimits(overrides), { ...defaultLimits, maxAttempts: 2 });
  });

  it('have the values that the documentation and the bridges of this kind know', () => {
    assert.deepEqual(resolveClientLimits(), {
      lampsPerSecond: 10,
      groupsPerSecond: 1,
      othersPerSecond: 5,
      maxConcurrentRequests: 3,
      maxQueuedRequests: 500,
      maxQueuedCommands: 10_000,
      maxQueuedBodyLength: 16 * 1_024 * 1_024,
      maxQueueTime: 60_000,
      requestTimeout: 10_000,
      connectTimeout: 5_000,
      keepAliveTimeout: 300_000,
      maxRequestBodySize: 256 * 1_024,
      maxResponseSize: 16 * 1_024 * 1_024,
      maxAttempts: 5,
      initialBackoff: 500,
      maxBusyBackoff: 2_000,
      maxRetryAfter: 600_000,
      rateRecoveryTime: 50_000,
      hangingWriteAfter: 80,
      hangingReadAfter: 500,
      maxHangingRequests: 16,
      initialTargetBackoff: 1_000,
      maxTargetBackoff: 15_000,
      probeInterval: 1_000,
      lateProbeInterval: 5_000,
      lateProbeAfter: 600_000,
      probeTimeout: 5_000,
      minPollInterval: 1_000,
      closeTimeout: 200,
      defaultPollInterval: 5_000,
      minOnDemandPollInterval: 200,
      maxReportDelay: 5_000,
      pollStagger: 50,
      initialReconnectDelay: 1_000,
      maxReconnectDelay: 30_000,
      initialDiscoveryDelay: 2_000,
      discoveryInterval: 30_000,
      maxDiscoveryCandidates: 8,
      unauthorizedRetryInterval: 300_000,
      maxFailingPollInterval: 300_000,
      streamCheckInterval: 30_000,
      streamConnectedAfter: 500,
      streamStableAfter: 10_000,
      streamUnsupportedRetryInterval: 3_600_000,
      streamLingerTime: 2_000,
      maxEventSize: 4 * 1_024 * 1_024,
      maxBufferedEvents: 10_000,
      maxBufferedChanges: 20_000,
      ownWriteWindow: 3_000,
      maxRememberedWrites: 5_000,
      warningRepeatInterval: 3_600_000,
    });
  });

  it('longer than timers know are the longest that they know', () => {
    assert.equal(resolveClientLimits({ requestTimeout: Infinity }).requestTimeout, maxTimerDelay);
  });

  it('with which nothing could be sent are refused by name', () => {
    for (const [name, least] of Object.entries({
      lampsPerSecond: 0.01,
      groupsPerSecond: 0.01,
      othersPerSecond: 0.01,
      maxConcurrentRequests: 1,
      maxQueuedRequests: 1,
      maxQueuedCommands: 1,
      maxAttempts: 1,
      rateRecoveryTime: 1,
      probeInterval: 100,
      lateProbeInterval: 100,
    })) {
      resolveClientLimits({ [name]: least });
      assert.throws(() => resolveClientLimits({ [name]: 0.9 * least }), {
        code: 'ERR_BRIDGE_NOT_CONFIGURED',
        message: new RegExp(`${name} must be a number that is not below`),
      });
    }
  });

  it('that are no numbers are refused by name', () => {
    for (const maxQueueTime of [Number.NaN, -1]) {
      assert.throws(() => resolveClientLimits({ maxQueueTime }), {
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
