import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { DeployMonitor, maxDeployTime } from '../../../../src/runtime/deploy';
import { FakeClock } from '../../../bridge/support/fake-clock';

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
