import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { BridgeClient } from '../../src/bridge';
import { connectionOf } from './connection-of';
import { lampId, listen, otherLampId, scriptedKey, startScriptedBridge } from './scripted-bridge';
import type { ScriptedBridge } from './scripted-bridge';
import { until } from '../support/until';

const on = { on: { on: true } };
const closed = { code: 'ERR_BRIDGE_CLOSED' };

/** Sockets and timers that keep this process alive at present. */
const handles = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((name) => name === 'TCPSocketWrap' || name === 'TLSWrap' || name === 'Timeout');

const timers = (): string[] => handles().filter((name) => name === 'Timeout');

/** What there is before a test begins; mocha sets its own timer once a test is under way. */
const baseline = async (look: () => string[]): Promise<string[]> => {
  await setImmediate();
  return look();
};

/** Makes sure that there is what there was: what was ended is gone after a few turns, without any timer. */
async function nothingBeyond(before: readonly string[]): Promise<void> {
  for (let turn = 0; turn < 100 && handles().length > before.length; turn += 1) {
    await setImmediate();
  }
  assert.deepEqual(handles(), before);
}

describe('Closing the client', () => {
  let bridge: ScriptedBridge;
  let client: BridgeClient;
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    client = bridge.client({ limits: { closeTimeout: 200 } });
  });
  afterEach(() => bridge.stop());

  async function closesInTime(): Promise<void> {
    const start = performance.now();
    await client.close();
    const took = performance.now() - start;
    assert.ok(took < 2_000, `${took} ms`);
  }

  it('leaves no sockets and no timers, and may be done twice', async () => {
    const before = await baseline(handles);
    await client.list('light');
    await Promise.all([client.close(), client.close()]);
    await bridge.vanish();
    await nothingBeyond(before);
    await assert.rejects(client.list('light'), closed);
    assert.equal(client.connection.kind, 'closed');
  });

  it('before anything was asked is nothing special', async () => {
    await closesInTime();
    await assert.rejects(client.update('light', lampId, on), closed);
    assert.equal(bridge.connections(), 0);
  });

  it('while connecting gives up, and nothing is sent', async () => {
    let bytes = 0;
    const greeted = new EventEmitter();
    const silent = createServer((socket) => {
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        greeted.emit('hello', socket);
      });
      socket.on('error', () => socket.destroy());
    });
    client = bridge.client({ port: await listen(silent) });
    const hello = once(greeted, 'hello');
    const refused = assert.rejects(client.list('light'), closed);
    await hello;
    const handshake = bytes;
    await closesInTime();
    await refused;
    // It closes once the client has ended its connection, with all that came over it.
    silent.close();
    await once(silent, 'close');
    assert.equal(bytes, handshake);
  });

  it('while the certificate waits to be taken gives up, and nothing is sent', async () => {
    const told = new EventEmitter();
    client = bridge.client({
      trust: {
        async onFirstUse() {
          told.emit('shown');
          await once(told, 'never');
        },
      },
    });
    const shown = once(told, 'shown');
    const refused = assert.rejects(client.list('light'), closed);
    await shown;
    await closesInTime();
    await refused;
    assert.equal(bridge.requests.length, 0);
  });

  it('lets an answer come that is about to', async () => {
    client = bridge.client({ limits: { closeTimeout: 60_000 } });
    const arrived = new EventEmitter();
    bridge.answerWith((_seen, response) => {
      arrived.once('closing', () => response.end('{"errors":[],"data":[]}'));
      arrived.emit('request');
    });
    const request = once(arrived, 'request');
    const asked = client.list('light');
    await request;
    const closing = closesInTime();
    arrived.emit('closing');
    await closing;
    assert.deepEqual((await asked).data, []);
  });

  it('gives up an answer that does not come, or stops half way', async () => {
    for (const half of [false, true]) {
      client = bridge.client({ limits: { closeTimeout: 100 } });
      bridge.answerWith((_seen, response) => {
        if (half) response.write('{"errors":');
      });
      const before = bridge.requests.length;
      const refused = assert.rejects(client.list('light'), closed);
      await until('the request', () => bridge.requests.length > before);
      await closesInTime();
      await refused;
    }
  });

  it('answers all that wait, and sends none of it', async () => {
    bridge.answerWith(() => undefined);
    const asked = [lampId, otherLampId, lampId, lampId].map((rid) =>
      assert.rejects(client.update('light', rid, on), closed),
    );
    await until('two requests', () => bridge.requests.length === 2);
    await closesInTime();
    await Promise.all(asked);
    await until('the end of all connections', () => bridge.openConnections() === 0);
    assert.equal(bridge.requests.length, 2);
    assert.equal(bridge.connections(), 2);
  });

  it('while the bridge asks for patience sends nothing afterwards', async () => {
    const before = await baseline(timers);
    bridge.answerWith((_seen, response) => {
      response.writeHead(503, { 'retry-after': '600' });
      response.end();
    });
    const refused = assert.rejects(client.update('light', lampId, on), closed);
    await connectionOf(client, ({ kind }) => kind === 'waiting');
    await closesInTime();
    await refused;
    assert.deepEqual(timers(), before, 'no timer is left that could send anything');
    await until('the end of all connections', () => bridge.openConnections() === 0);
    assert.equal(bridge.requests.length, 1);
  });

  it('two hundred times over leaves nothing behind', async () => {
    const before = await baseline(handles);
    const { host, port, fingerprint } = bridge;
    for (let round = 0; round < 200; round += 1) {
      const fleeting = new BridgeClient({
        host,
        port,
        key: scriptedKey,
        trust: { fingerprint },
        limits: { closeTimeout: 50 },
      });
      const asked = fleeting.list('light').catch(() => undefined);
      if (round % 2 === 0) await asked;
      await fleeting.close();
    }
    await bridge.vanish();
    await nothingBeyond(before);
  });
});
