import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { callAfterDelay, sleep } from '../../../src/bridge/clock';
import { FakeClock, flushPromises } from '../support/fake-clock';

describe('A wait', () => {
  let clock: FakeClock;
  let controller: AbortController;
  beforeEach(() => {
    clock = new FakeClock();
    controller = new AbortController();
  });
  const countListeners = (): number => getEventListeners(controller.signal, 'abort').length;

  it('that passes says so, and leaves no listener on the signal', async () => {
    const wait = sleep(clock, 1_000, controller.signal);
    assert.equal(countListeners(), 1);
    await clock.advance(1_000);
    assert.equal(await wait, true);
    assert.equal(countListeners(), 0);
  });

  it('that is aborted says so at once, and leaves neither timer nor listener', async () => {
    const wait = sleep(clock, 1_000, controller.signal);
    controller.abort();
    assert.equal(await wait, false);
    assert.equal(clock.pendingTimers, 0);
    assert.equal(countListeners(), 0);
  });

  it('that is aborted before it begins does not begin', async () => {
    controller.abort();
    assert.equal(await sleep(clock, 1_000, controller.signal), false);
    assert.equal(clock.pendingTimers, 0);
  });

  it('can be cancelled before it is over', async () => {
    const cancel = callAfterDelay(clock, 1_000, () => assert.fail('It was cancelled.'));
    cancel();
    assert.equal(clock.pendingTimers, 0);
    await clock.advance(2_000);
  });

  it('says when it was over, not when that was looked at', async () => {
    const ends: number[] = [];
    const [getTime, setTimer] = [clock.now.bind(clock), clock.setTimeout.bind(clock)];
    let lateness = 0;
    clock.now = () => getTime() + lateness;
    clock.setTimeout = (callback, delay) =>
      setTimer(() => {
        callback();
        lateness = 500;
      }, delay);
    callAfterDelay(clock, 1_000, (elapsedAt) => {
      ends.push(elapsedAt, clock.now());
    });
    await clock.advance(1_000);
    await flushPromises();
    assert.deepEqual(ends, [1_000, 1_500]);
  });
});

describe('A clock for deadlines', () => {
  it('lets the process end before its timers fire', () => {
    const clock = require.resolve('../../../src/bridge/clock');
    const script = `const { unrefTimerClock, systemClock } = require(${JSON.stringify(clock)});
      unrefTimerClock.setTimeout(() => console.log('fired'), 60_000);
      systemClock.setTimeout(() => console.log('end'), 1);`;
    const output = execFileSync(process.execPath, ['-e', script], {
      encoding: 'utf8',
      timeout: 30_000,
    });
    assert.equal(output, 'end\n');
  });
});
