import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import Bonjour from 'bonjour-service';
import { discoverBridges, pairWithBridge } from '../../../src/bridge';
import { callAfterDelay, systemClock } from '../../../src/bridge/clock';
import type { Clock } from '../../../src/bridge/clock';
import { createLoopbackNetwork, freeUdpPort } from '../../support/network/mdns-announcer';
import {
  respondWith,
  respondAsBridge,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ResponseScript, ScriptedBridge } from '../../support/network/scripted-bridge';

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
