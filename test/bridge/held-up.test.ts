import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import Bonjour from 'bonjour-service';
import { discoverBridges, pair } from '../../src/bridge';
import { afterWait, systemClock } from '../../src/bridge/time/clock';
import type { Clock } from '../../src/bridge/time/clock';
import { announceTo, freeUdpPort } from '../support/announcing';
import { answer, obedient, startScriptedBridge } from './scripted-bridge';
import type { Script, ScriptedBridge } from './scripted-bridge';

/** How long something may take here, in ms. */
const bound = 1_000;

/** Holds the whole process up past the bound: no timer and no socket is served. */
function holdUp(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, bound + 10);
}

/** Answers, and holds the process up before anybody can read that. */
const answeredUnread =
  (script: Script): Script =>
  (seen, response) => {
    script(seen, response);
    holdUp();
  };

/** The datagram by which a bridge announces itself. */
async function announcementOf(name: string, port: number): Promise<Buffer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const heard = new Promise<Buffer>((resolve) => {
    socket.once('message', resolve);
  });
  const speaker = new Bonjour(announceTo(socket.address().port).network);
  speaker.publish({ name, type: 'hue', port, host: `${name}.local`, probe: false });
  const datagram = await heard;
  speaker.destroy();
  socket.close();
  return datagram;
}

describe('A process that was held up takes what has long arrived', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  it('for an answer in time', async () => {
    const client = bridge.client({ limits: { requestDeadline: bound, attempts: 1 } });
    bridge.answerWith(answeredUnread(obedient));
    const { status } = await client.list('light');
    assert.equal(status, 200);
  });

  it('for a connection that was taken in time', async () => {
    const quick = await startScriptedBridge({
      tls: {
        ALPNCallback() {
          // The bridge has sent its part of the handshake by then.
          setImmediate(holdUp);
          return 'http/1.1';
        },
      },
    });
    const client = quick.client({ limits: { connectTimeout: bound, attempts: 1 } });
    const { status } = await client.list('light');
    assert.equal(status, 200);
    await quick.stop();
  });

  it('for an answer that a closing client waits for', async () => {
    const client = bridge.client({ limits: { closeTimeout: bound } });
    const arrived = new EventEmitter();
    bridge.answerWith((seen, response) => {
      arrived.once('closing', () => answeredUnread(obedient)(seen, response));
      arrived.emit('request');
    });
    const request = once(arrived, 'request');
    const asked = client.list('light');
    await request;
    const closing = client.close();
    arrived.emit('closing');
    assert.equal((await asked).status, 200);
    await closing;
  });

  it('for an event stream that was opened in time', async () => {
    const client = bridge.client({ limits: { requestDeadline: bound, streamProof: 1 } });
    const live = new Promise<void>((resolve) => {
      client.onConnection(({ mode }) => {
        if (mode === 'stream') resolve();
      });
    });
    let streams = 0;
    bridge.answerWith((seen, response) => {
      if (!seen.path.startsWith('/eventstream')) return obedient(seen, response);
      streams += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hi\n\n');
      if (streams === 1) holdUp();
    });
    client.watch({ rtype: 'light', interval: 60_000 });
    await live;
    assert.equal(streams, 1);
  });

  it('for a key that the bridge gave in time', async () => {
    const { host, port } = bridge;
    bridge.answerWith(answeredUnread(answer(200, '[{"success":{"username":"the-new-key"}}]')));
    const { key } = await pair({ host, port, deadline: bound });
    assert.equal(key, 'the-new-key');
  });

  it('for a bridge that announced itself in time', async () => {
    const port = await freeUdpPort();
    const early = await announcementOf('early', 1);
    const late = await announcementOf('late', 2);
    const sender = createSocket('udp4').on('error', () => {
      // Nobody listens yet.
    });
    sender.connect(port, '127.0.0.1');
    await once(sender, 'connect');
    const again = setInterval(() => sender.send(early), 10);
    const found = await discoverBridges({
      port,
      duration: bound,
      onFound({ name }) {
        if (name !== 'early') return;
        clearInterval(again);
        setImmediate(() => {
          sender.send(late);
          holdUp();
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
    let ring: () => void = () => undefined;
    const clock: Clock = {
      ...systemClock,
      setTimeout(callback, delay) {
        ring = callback;
        return systemClock.setTimeout(callback, delay);
      },
    };
    const callOff = afterWait(clock, 60_000, () => assert.fail('It was called off.'));
    ring();
    callOff();
    await turn();
  });
});
