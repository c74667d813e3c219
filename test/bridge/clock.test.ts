import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { getEventListeners, EventEmitter, once } from 'node:events';
import {
  callAfterDelay,
  sleep,
  systemClock,
  addJitter,
  ExponentialBackoff,
} from '../../src/bridge/clock';
import type { Clock } from '../../src/bridge/clock';
import { FakeClock, flushPromises } from './support/fake-clock';
import { createSocket } from 'node:dgram';
import { setImmediate as turn, setImmediate as nextTurn } from 'node:timers/promises';
import Bonjour from 'bonjour-service';
import { discoverBridges, pairWithBridge } from '../../src/bridge';
import { createLoopbackNetwork, freeUdpPort } from '../support/network/mdns';
import {
  respondWith,
  respondAsBridge,
  startScriptedBridge,
} from '../support/network/scripted-bridge';
import type { ResponseScript, ScriptedBridge } from '../support/network/scripted-bridge';
import { createHook } from 'node:async_hooks';
import { SharedDeadlineTimer } from '../../src/bridge/http';
import type { OperationWithDeadline } from '../../src/bridge/http';

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
    const clock = require.resolve('../../src/bridge/clock');
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

/** How long something may take here, in ms. */
const timeLimit = 1_000;

/** Blocks the event loop past the time limit: no timer and no socket is served. */
function blockEventLoop(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeLimit + 10);
}

/** Responds, and blocks the event loop before the client can read the response. */
const respondThenBlock =
  (script: ResponseScript): ResponseScript =>
  (seen, response) => {
    script(seen, response);
    blockEventLoop();
  };

/** The datagram by which a bridge announces itself. */
async function captureAnnouncement(name: string, port: number): Promise<Buffer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const received = new Promise<Buffer>((resolve) => {
    socket.once('message', resolve);
  });
  const announcer = new Bonjour(createLoopbackNetwork(socket.address().port).network);
  announcer.publish({ name, type: 'hue', port, host: `${name}.local`, probe: false });
  const datagram = await received;
  announcer.destroy();
  socket.close();
  return datagram;
}

describe('A process that was held up takes what has long arrived', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  it('for an answer in time', async () => {
    const client = bridge.client({ limits: { requestTimeout: timeLimit, maxAttempts: 1 } });
    bridge.setScript(respondThenBlock(respondAsBridge));
    const { status } = await client.list('light');
    assert.equal(status, 200);
  });

  it('for a connection that was taken in time', async () => {
    const handshakeBridge = await startScriptedBridge({
      tls: {
        ALPNCallback() {
          // The bridge has sent its part of the handshake by then.
          setImmediate(blockEventLoop);
          return 'http/1.1';
        },
      },
    });
    const client = handshakeBridge.client({
      limits: { connectTimeout: timeLimit, maxAttempts: 1 },
    });
    const { status } = await client.list('light');
    assert.equal(status, 200);
    await handshakeBridge.stop();
  });

  it('for an answer that a closing client waits for', async () => {
    const client = bridge.client({ limits: { closeTimeout: timeLimit } });
    const requestEvents = new EventEmitter();
    bridge.setScript((seen, response) => {
      requestEvents.once('closing', () => respondThenBlock(respondAsBridge)(seen, response));
      requestEvents.emit('request');
    });
    const request = once(requestEvents, 'request');
    const pending = client.list('light');
    await request;
    const closing = client.close();
    requestEvents.emit('closing');
    assert.equal((await pending).status, 200);
    await closing;
  });

  it('for an event stream that was opened in time', async () => {
    const client = bridge.client({
      limits: { requestTimeout: timeLimit, streamConnectedAfter: 1 },
    });
    const connectedByStream = new Promise<void>((resolve) => {
      client.onConnectionChange(({ mode }) => {
        if (mode === 'stream') resolve();
      });
    });
    let streams = 0;
    bridge.setScript((seen, response) => {
      if (!seen.path.startsWith('/eventstream')) return respondAsBridge(seen, response);
      streams += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hi\n\n');
      if (streams === 1) blockEventLoop();
    });
    client.watch({ rtype: 'light', interval: 60_000 });
    await connectedByStream;
    assert.equal(streams, 1);
  });

  it('for a key that the bridge gave in time', async () => {
    const { host, port } = bridge;
    bridge.setScript(
      respondThenBlock(respondWith(200, '[{"success":{"username":"the-new-key"}}]')),
    );
    const { key } = await pairWithBridge({ host, port, timeout: timeLimit });
    assert.equal(key, 'the-new-key');
  });

  it('for a bridge that announced itself in time', async () => {
    const port = await freeUdpPort();
    const early = await captureAnnouncement('early', 1);
    const late = await captureAnnouncement('late', 2);
    const sender = createSocket('udp4').on('error', () => {
      // Nobody listens yet.
    });
    sender.connect(port, '127.0.0.1');
    await once(sender, 'connect');
    const sendTimer = setInterval(() => sender.send(early), 10);
    const found = await discoverBridges({
      port,
      duration: timeLimit,
      onFound({ name }) {
        if (name !== 'early') return;
        clearInterval(sendTimer);
        setImmediate(() => {
          sender.send(late);
          blockEventLoop();
        });
      },
    });
    assert.deepEqual(
      found.map(({ name }) => name),
      ['early', 'late'],
    );
    sender.close();
  });
});

describe('A wait', () => {
  it('can be called off as long as it is not over, though its time is up', async () => {
    let fireTimer: () => void = () => undefined;
    const clock: Clock = {
      ...systemClock,
      setTimeout(callback, delay) {
        fireTimer = callback;
        return systemClock.setTimeout(callback, delay);
      },
    };
    const cancel = callAfterDelay(clock, 60_000, () => assert.fail('It was called off.'));
    fireTimer();
    cancel();
    await turn();
  });
});

/** Waits as the timer does: of two waits, the one that is due first ends first, however late both are. */
const delay = (duration: number): Promise<void> =>
  new Promise((resolve) => {
    callAfterDelay(systemClock, duration, () => resolve());
  });

/** Adds an operation that starts now. @returns it, and a promise that resolves once it has expired */
function startOperation(
  timer: SharedDeadlineTimer,
  onExpire: () => void = () => undefined,
): { operation: OperationWithDeadline; expired: Promise<void> } {
  let operation: OperationWithDeadline | undefined;
  const expired = new Promise<void>((resolve) => {
    operation = {
      startedAt: performance.now(),
      expire() {
        onExpire();
        resolve();
      },
    };
    timer.add(operation);
  });
  assert.ok(operation);
  return { operation, expired };
}

describe('A timeout that many operations share', () => {
  it('ends each that is not over in time, also those that begin after it ended one', async () => {
    const timer = new SharedDeadlineTimer(20);
    for (let round = 0; round < 3; round += 1) await startOperation(timer).expired;
    timer.close();
  });

  it('ends all that began together', async () => {
    const timer = new SharedDeadlineTimer(20);
    const operations = [1, 2, 3].map(() => startOperation(timer));
    await Promise.all(operations.map(({ expired }) => expired));
    timer.close();
  });

  it('ends each once, and none that was over in time', async () => {
    const timer = new SharedDeadlineTimer(40);
    let expirations = 0;
    const count = (): void => void (expirations += 1);
    const { operation } = startOperation(timer, () => assert.fail('It was over.'));
    timer.remove(operation);
    await startOperation(timer, count).expired;
    await startOperation(timer, count).expired;
    assert.equal(expirations, 2);
    timer.close();
  });

  it('leaves no timer behind once none is under way', async () => {
    const timers = new Set<number>();
    const hook = createHook({
      init: (id, type) => void (type === 'Timeout' && timers.add(id)),
      destroy: (id) => void timers.delete(id),
    }).enable();
    const timer = new SharedDeadlineTimer(60_000);
    const operations = [1, 2].map(() => startOperation(timer).operation);
    const own = [...timers];
    assert.equal(own.length, 1);
    for (const operation of operations) timer.remove(operation);
    await nextTurn();
    await nextTurn();
    hook.disable();
    // The runner sets timers of its own.
    assert.deepEqual(
      own.filter((id) => timers.has(id)),
      [],
    );
    timer.close();
  });

  it('counts from the start of each, not from the end of another', async () => {
    const timer = new SharedDeadlineTimer(400);
    const { operation } = startOperation(timer);
    await delay(200);
    const { expired } = startOperation(timer);
    const marker = delay(500).then(() => 'the marker');
    timer.remove(operation);
    assert.equal(
      await Promise.race([expired.then(() => 'the operation'), marker]),
      'the operation',
    );
    timer.close();
    await marker;
  });

  it('ends nothing any more once it is closed', async () => {
    const timer = new SharedDeadlineTimer(10);
    startOperation(timer, () => assert.fail('It was closed.'));
    timer.close();
    await delay(30);
  });
});

/** A clock whose random numbers are given. */
function createClock(random: number): FakeClock {
  const clock = new FakeClock();
  clock.random = () => random;
  return clock;
}

const takeDelays = (backoff: ExponentialBackoff, count: number): number[] =>
  Array.from({ length: count }, () => backoff.nextDelay());

describe('A backoff', () => {
  it('doubles from its first delay to its bound, and stays there', () => {
    const backoff = new ExponentialBackoff(100, 1_000, createClock(0.5));
    assert.deepEqual(takeDelays(backoff, 6), [100, 200, 400, 800, 1_000, 1_000]);
  });

  it('stays at its bound however often it is asked', () => {
    const backoff = new ExponentialBackoff(100, 1_000, createClock(0.5));
    assert.equal(takeDelays(backoff, 5_000).at(-1), 1_000);
  });

  it('begins anew after a success', () => {
    const backoff = new ExponentialBackoff(100, 1_000, createClock(0.5));
    takeDelays(backoff, 4);
    backoff.reset();
    assert.deepEqual(takeDelays(backoff, 2), [100, 200]);
  });

  it('is up to a fifth shorter or longer by chance', () => {
    assert.equal(addJitter(1_000, createClock(0)), 800);
    assert.equal(Math.round(addJitter(1_000, createClock(1))), 1_200);
    const delays = takeDelays(new ExponentialBackoff(100, 400, createClock(0)), 4);
    assert.deepEqual(delays, [80, 160, 320, 320]);
  });
});
