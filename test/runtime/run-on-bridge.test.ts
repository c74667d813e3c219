import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { RunOnBridge } from '../../src/runtime/run-on-bridge';
import type { StartAbortSignal } from '../../src/runtime/run-on-bridge';
import { createDeferred } from '../support/deferred';

describe('What a node starts with its bridge', () => {
  let calls: string[];
  let failures: string[];
  let next: (signal: StartAbortSignal) => Promise<void>;
  const events = new EventEmitter();
  const RED = { nodes: { getNode: () => undefined }, events };
  const start = (): RunOnBridge<{ stop(): void }> =>
    new RunOnBridge(RED, 'bridge', {
      async start(signal) {
        calls.push('start');
        await next(signal);
        return { stop: () => void calls.push('stop') };
      },
      onStartFailed: (error) => void failures.push(error.message),
    });
  beforeEach(() => {
    calls = [];
    failures = [];
    next = () => Promise.resolve();
  });

  it('is started again by the next message when it could not be started, and not once it runs', async () => {
    next = () => Promise.reject(new Error('no file'));
    const supervisor = start();
    await assert.rejects(supervisor.current(), /no file/);
    assert.equal(failures.length, 1);

    next = () => Promise.resolve();
    const instance = await supervisor.current();
    assert.equal(await supervisor.current(), instance);
    assert.deepEqual(calls, ['start', 'start']);
    assert.equal(failures.length, 1);
    supervisor.stop();
  });

  it('is not started again once the node has stopped', async () => {
    next = () => Promise.reject(new Error('no file'));
    const supervisor = start();
    await assert.rejects(supervisor.current());
    supervisor.stop();
    await assert.rejects(supervisor.current());
    assert.deepEqual(calls, ['start']);
    assert.equal(events.listenerCount('flows:started'), 0);
  });

  it('is stopped, as soon as it has started, when the node stops before', async () => {
    const started = createDeferred();
    next = () => started.promise;
    const supervisor = start();
    supervisor.stop();
    supervisor.stop();
    assert.deepEqual(calls, ['start']);
    started.resolve();
    await setImmediate();
    assert.deepEqual(calls.slice(0, 2), ['start', 'stop']);
    assert.deepEqual(failures, []);
  });

  it('says nothing of a start that fails after the node has stopped', async () => {
    next = async (signal) => {
      await setImmediate();
      signal.throwIfAborted();
    };
    start().stop();
    await setImmediate();
    await setImmediate();
    assert.deepEqual([calls, failures], [['start'], []]);
  });

  it('goes on through a deploy that leaves the bridge alone', async () => {
    const supervisor = start();
    await supervisor.current();
    events.emit('flows:started');
    assert.deepEqual(calls, ['start']);
    supervisor.stop();
    await setImmediate();
    assert.deepEqual(calls, ['start', 'stop']);
  });

  it('is started anew by a deploy that changes what else it depends on', async () => {
    let bridgeNames = 'Attic';
    const supervisor = new RunOnBridge(RED, 'bridge', {
      bridgeNames: () => bridgeNames,
      start() {
        calls.push(`start with ${bridgeNames}`);
        return Promise.resolve({ stop: () => void calls.push('stop') });
      },
      onStartFailed: (error) => void failures.push(error.message),
    });
    await supervisor.current();
    events.emit('flows:started');
    bridgeNames = 'Loft';
    events.emit('flows:started');
    await supervisor.current();
    assert.deepEqual(calls, ['start with Attic', 'start with Loft', 'stop']);
    supervisor.stop();
  });
});
