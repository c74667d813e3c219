import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import {
  DeployMonitor,
  maxDeployTime,
  digestRunningNode,
  recordRunningNode,
} from '../../src/runtime/deploy';
import { FakeClock } from '../bridge/support/fake-clock';
import { setImmediate as nextTurn, setImmediate } from 'node:timers/promises';
import { waitForNodeStartTurn } from '../../src/runtime/bridge/deployed';
import { DeployMessageHandover, PendingMessages } from '../../src/runtime/node';
import type {
  InputMessageWithCallbacks,
  MessageCompletion,
  MessageCompletionNode,
} from '../../src/runtime/node';
import { RunOnBridge } from '../../src/runtime/run-on-bridge';
import type { StartAbortSignal } from '../../src/runtime/run-on-bridge';
import { createDeferred } from '../support/deferred';

describe('The deploys of a Node-RED', () => {
  let events: EventEmitter;
  let clock: FakeClock;
  let monitor: DeployMonitor;
  let ended: number;
  const running = {};
  const next = {};
  const stop = (config: object): void => void events.emit('flows:stopping', { config });
  const start = (config: object): void => void events.emit('flows:starting', { config });
  const started = (): void => void events.emit('flows:started', {});
  const state = (payload: object): void =>
    void events.emit('runtime-event', { id: 'runtime-state', payload });
  const waitForEnd = (): void => monitor.onceDeployed(() => (ended += 1));
  beforeEach(() => {
    events = new EventEmitter();
    clock = new FakeClock();
    monitor = new DeployMonitor(events, clock);
    ended = 0;
    start(running);
    started();
  });

  it('replace nodes when the flows that stop are to be other ones', () => {
    stop(next);
    assert.equal(monitor.isReplacing, true);
    waitForEnd();
    state({ state: 'stop', deploy: true });
    assert.equal(ended, 0, 'ended by the stop');
    start(next);
    started();
    assert.equal(ended, 1);
    stop(running);
    assert.equal(monitor.isReplacing, true, 'a deploy of the flows before');
    assert.equal(ended, 1, 'called once');
  });

  it('replace nothing when the flows stop as they are', () => {
    stop(running);
    assert.equal(monitor.isReplacing, false);
  });

  it('end when nothing starts after the stop', () => {
    for (const payload of [
      { state: 'stop', error: 'missing-types' },
      { state: 'stop' },
      { state: 'safe' },
    ]) {
      ended = 0;
      stop({});
      waitForEnd();
      state(payload);
      assert.equal(ended, 1, JSON.stringify(payload));
    }
  });

  it('end with the last start where one overlaps the next', () => {
    start(next);
    stop({});
    waitForEnd();
    started();
    assert.equal(ended, 0, 'ended by the start before the stop');
    start(next);
    started();
    assert.equal(ended, 1);

    start(next);
    stop({});
    waitForEnd();
    start(next);
    started();
    assert.equal(ended, 1, 'ended while a start is under way');
    started();
    assert.equal(ended, 2);
  });

  it('are over at once for who asks while none is under way', () => {
    const isSettled = (): boolean => {
      let settled = false;
      monitor.onceSettled(() => {
        settled = true;
      });
      return settled;
    };
    assert.ok(isSettled());
    stop(running);
    assert.ok(isSettled(), 'a stop without a deploy');
    stop(next);
    assert.ok(!isSettled(), 'between stop and start');
    start(next);
    assert.ok(!isSettled(), 'during the start');
    monitor.onceSettled(() => (ended += 1));
    assert.equal(ended, 0);
    started();
    assert.equal(ended, 1);
    assert.ok(isSettled());
  });

  it('end after a while, though a start never ends', async () => {
    stop(next);
    waitForEnd();
    start(next);
    await clock.advance(maxDeployTime);
    assert.equal(ended, 1);
    assert.equal(clock.pendingTimers, 0);
    stop(running);
    waitForEnd();
    start(running);
    await clock.advance(maxDeployTime);
    assert.equal(ended, 2, 'the end of the next deploy, of which no start ends either');
    assert.equal(clock.pendingTimers, 0);
    stop(next);
    waitForEnd();
    start(next);
    started();
    assert.equal(ended, 3, 'the end of a deploy whose start ends');
  });
});

function digest(settings: object): string | undefined {
  const node = {};
  recordRunningNode(node, settings);
  return digestRunningNode(node);
}

describe('The settings of a running node', () => {
  const settings = { id: 'node', type: 'bridge-light', name: '', z: 'tab', target: 'Desk lamp' };

  it('are the same wherever the node stands and whatever it is wired to', () => {
    const moved = { x: 10, y: 20, w: 100, h: 30, g: 'group', wires: [['other']] };
    assert.equal(digest({ ...settings, ...moved }), digest(settings));
  });

  it('differ with each other setting', () => {
    for (const changed of [{ target: 'Floor lamp' }, { name: 'Desk' }, { z: 'other' }, { d: true }])
      assert.notEqual(digest({ ...settings, ...changed }), digest(settings));
  });

  it('are known of the nodes of this package alone', () => {
    for (const other of [{}, null, undefined]) assert.equal(digestRunningNode(other), undefined);
  });
});

describe('Nodes that start together', () => {
  it('go on a few in each turn of the event loop, in their order, and the first at once', async () => {
    await nextTurn();
    const started: number[] = [];
    const startedByTurn: number[] = [];
    for (let node = 0; node < 500; node += 1)
      void waitForNodeStartTurn().then(() => started.push(node));
    await Promise.resolve();
    while (started.length < 500) {
      startedByTurn.push(started.length);
      await nextTurn();
      assert.ok(startedByTurn.length < 10, 'they do not go on');
    }
    assert.deepEqual(startedByTurn, [200, 400]);
    assert.deepEqual(
      started,
      Array.from({ length: 500 }, (_, index) => index),
    );
  });

  it('wait for nobody when they are alone', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn();
      let isStarted = false;
      void waitForNodeStartTurn().then(() => (isStarted = true));
      await Promise.resolve();
      assert.ok(isStarted);
    }
  });
});

/** A node as the handover finds and uses it. */
interface NodeStub extends MessageCompletionNode {
  readonly id: string;
  readonly type: string;
  receive(message: object): void;
}

describe('The messages of a node that a deploy replaces', () => {
  let calls: unknown[];
  let endDeploy: () => void;
  let handover: DeployMessageHandover;
  let deployed: NodeStub | undefined;
  const message = { _msgid: '1', payload: 'asked' };
  beforeEach(() => {
    calls = [];
    deployed = undefined;
    const callbacks = new Set<() => void>();
    endDeploy = () => {
      for (const callback of callbacks) callback();
      callbacks.clear();
    };
    handover = new DeployMessageHandover(
      { isReplacing: true, onceDeployed: (callback) => void callbacks.add(callback) },
      { getNode: (id) => (deployed?.id === id ? deployed : null) },
    );
  });
  const createInput = (name: string): InputMessageWithCallbacks => ({
    message,
    send: (sent) => calls.push([name, 'send', sent]),
    done: (error) => calls.push([name, 'done', error?.message]),
  });
  const createNode = (name: string, type = 'bridge-light'): NodeStub => ({
    id: 'lamp',
    type,
    node: { error: (error: unknown) => calls.push([name, 'error', String(error)]) },
    pending: new PendingMessages(),
    receive(received) {
      assert.equal(received, message);
      const completion = handover.take(this, message);
      if (completion === undefined) {
        calls.push([name, 'process', received]);
        return;
      }
      completion.moveTo(this, createInput(name));
      completion.release();
    },
  });
  const addMessage = (node: NodeStub): MessageCompletion =>
    node.pending.add(node, createInput('first'));

  it('are answered by the last of several nodes, once the deploys have ended', () => {
    const first = createNode('first');
    const completion = addMessage(first);
    handover.carryResults(first, first.pending.removeAll());
    completion.complete({ createMessages: () => ({ payload: 'done' }) });
    deployed = createNode('second');
    const third = createNode('third');
    deployed = third;
    assert.deepEqual(calls, []);
    endDeploy();
    assert.deepEqual(calls, [
      ['third', 'send', { payload: 'done' }],
      ['third', 'done', undefined],
    ]);
    assert.equal(third.pending.count, 0);
    third.receive(message);
    assert.deepEqual(calls.at(-1), ['third', 'process', message], 'the same message once more');
  });

  it('are answered when their result comes after the deploy', () => {
    const first = createNode('first');
    const completion = addMessage(first);
    handover.carryResults(first, first.pending.removeAll());
    const next = (deployed = createNode('next'));
    endDeploy();
    assert.deepEqual([calls, next.pending.count], [[], 1]);
    completion.complete(new Error('busy'));
    assert.match(JSON.stringify(calls), /^\[\["next","done",".*busy"\]\]$/);
  });

  it('are begun anew by the next node where they only read, and what the first node reads is ignored', () => {
    const first = createNode('first');
    const completion = addMessage(first);
    handover.carryInputs(first, first.pending.removeAll());
    completion.complete({ createMessages: () => ({ payload: 'old' }) });
    deployed = createNode('next');
    assert.deepEqual(calls, []);
    endDeploy();
    assert.deepEqual(calls, [['next', 'process', message]]);
  });

  it('end with an error of the first node where there is no next one of the same id and type', () => {
    for (const carry of ['carryResults', 'carryInputs'] as const) {
      for (const next of [undefined, createNode('switch', 'bridge-resource')]) {
        calls = [];
        const first = createNode('first');
        addMessage(first);
        handover[carry](first, first.pending.removeAll());
        deployed = next;
        endDeploy();
        assert.match(JSON.stringify(calls), /^\[\["first","done","The node was removed/, carry);
      }
    }
  });
});

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
