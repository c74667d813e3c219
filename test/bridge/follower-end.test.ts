import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { Follower } from '../../src/bridge/finding/follower';
import { defaultLimits } from '../../src/bridge/limits';
import { systemClock } from '../../src/bridge/time/clock';
import { TrustKeeper } from '../../src/bridge/trust/trust';
import { FakeClock, settle } from './fake-clock';
import { listen } from './scripted-bridge';

describe('A search for a bridge that is given up', () => {
  it('has ended when the follower has, though the bridge went away once more meanwhile', async () => {
    const socket = new EventEmitter();
    const clock = new FakeClock();
    let searches = 0;
    const follower = new Follower({
      home: { host: '127.0.0.1', port: 1 },
      current: () => ({ host: '127.0.0.1', port: 1 }),
      trust: new TrustKeeper({ fingerprint: 'AB:'.repeat(32) }, (warning) => assert.fail(warning)),
      limits: defaultLimits,
      clock,
      bridgeId: undefined,
      async discover() {
        searches += 1;
        await once(socket, 'close');
        return [];
      },
      move: () => assert.fail('Nobody was found.'),
      warn: (warning) => assert.fail(warning),
    });
    follower.heed('away');
    await clock.pass(2 * defaultLimits.firstSearch);
    assert.equal(searches, 1);
    follower.heed('connected');
    follower.heed('away');
    let closed = false;
    const closing = follower.close().then(() => (closed = true));
    await settle();
    assert.equal(closed, false);
    socket.emit('close');
    await closing;
    assert.equal(searches, 1);
  });

  it('waits for nobody who takes a connection and says nothing', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    const met = once(silent, 'connection');
    const port = await listen(silent, 0);
    const follower = new Follower({
      home: { host: '127.0.0.1', port },
      current: () => ({ host: '127.0.0.1', port: 1 }),
      trust: new TrustKeeper({ fingerprint: 'AB:'.repeat(32) }, (warning) => assert.fail(warning)),
      limits: { ...defaultLimits, firstSearch: 1, connectTimeout: 3_600_000 },
      clock: systemClock,
      bridgeId: undefined,
      discover: () => Promise.resolve([]),
      move: () => assert.fail('Nobody was found.'),
      warn: (warning) => assert.fail(warning),
    });
    follower.heed('away');
    await met;
    const [socket = assert.fail('Nobody came.')] = sockets;
    const gone = once(socket, 'close');
    await follower.close();
    socket.resume();
    await gone;
    silent.close();
  });
});
