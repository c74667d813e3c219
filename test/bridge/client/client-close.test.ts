import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { BridgeClient } from '../../../src/bridge';
import { defaultLimits } from '../../../src/bridge/limits';
import { waitForConnection } from '../support/wait-for-connection';
import {
  lampId,
  listenOnLoopback,
  otherLampId,
  scriptedKey,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';

const on = { on: { on: true } };
const closed = { code: 'ERR_BRIDGE_CLOSED' };

/** Sockets and timers that keep this process alive at present. */
const listHandles = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((name) => name === 'TCPSocketWrap' || name === 'TLSWrap' || name === 'Timeout');

const listTimers = (): string[] => listHandles().filter((name) => name === 'Timeout');

/** Handles before a test begins; mocha sets its own timer once a test runs. */
const baseline = async (list: () => string[]): Promise<string[]> => {
  await setImmediate();
  return list();
};

/** Waits a few turns of the event loop, and checks that the same handles are open as before. */
async function assertHandles(before: readonly string[]): Promise<void> {
  for (let round = 0; round < 100 && listHandles().length > before.length; round += 1) {
    await setImmediate();
  }
  assert.deepEqual(listHandles(), before);
}

describe('Closing the client', () => {
  let bridge: ScriptedBridge;
  let client: BridgeClient;
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    client = bridge.client({ limits: { closeTimeout: 200 } });
  });
  afterEach(() => bridge.stop());

  async function closeWithinLimit(): Promise<void> {
    const start = performance.now();
    await client.close();
    const took = performance.now() - start;
    assert.ok(took < defaultLimits.connectTimeout - 500, `${took} ms`);
  }

  it('leaves no sockets and no timers, and may be done twice', async () => {
    const before = await baseline(listHandles);
    await client.list('light');
    await Promise.all([client.close(), client.close()]);
    await bridge.stopListening();
    await assertHandles(before);
    await assert.rejects(client.list('light'), closed);
    assert.equal(client.connectionState.kind, 'closed');
  });

  it('before anything was asked is nothing special', async () => {
    await closeWithinLimit();
    await assert.rejects(client.update('light', lampId, on), closed);
    assert.equal(bridge.connections(), 0);
  });

  it('while connecting gives up, and nothing is sent', async () => {
    let bytes = 0;
    const socketEvents = new EventEmitter();
    const silent = createServer((socket) => {
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        socketEvents.emit('hello', socket);
      });
      socket.on('error', () => socket.destroy());
    });
    client = bridge.client({ port: await listenOnLoopback(silent) });
    const clientHello = once(socketEvents, 'hello');
    const refused = assert.rejects(client.list('light'), closed);
    await clientHello;
    const handshake = bytes;
    await closeWithinLimit();
    await refused;
    // It closes once the client has ended its connection, with all that came over it.
    silent.close();
    await once(silent, 'close');
    assert.equal(bytes, handshake);
  });

  it('while the certificate waits to be taken gives up, and nothing is sent', async () => {
    const promptEvents = new EventEmitter();
    client = bridge.client({
      trust: {
        async onFirstUse() {
          promptEvents.emit('shown');
          await once(promptEvents, 'never');
        },
      },
    });
    const certificateShown = once(promptEvents, 'shown');
    const refused = assert.rejects(client.list('light'), closed);
    await certificateShown;
    await closeWithinLimit();
    await refused;
    assert.equal(bridge.requests.length, 0);
  });

  it('lets an answer come that is about to', async () => {
    client = bridge.client({ limits: { closeTimeout: 60_000 } });
    const requestEvents = new EventEmitter();
    bridge.setScript((_seen, response) => {
      requestEvents.once('closing', () => response.end('{"errors":[],"data":[]}'));
      requestEvents.emit('request');
    });
    const request = once(requestEvents, 'request');
    const pending = client.list('light');
    await request;
    const closing = closeWithinLimit();
    requestEvents.emit('closing');
    await closing;
    assert.deepEqual((await pending).data, []);
  });

  it('gives up an answer that does not come, or stops half way', async () => {
    for (const half of [false, true]) {
      client = bridge.client({ limits: { closeTimeout: 100 } });
      bridge.setScript((_seen, response) => {
        if (half) response.write('{"errors":');
      });
      const before = bridge.requests.length;
      const refused = assert.rejects(client.list('light'), closed);
      await waitUntil('the request', () => bridge.requests.length > before);
      await closeWithinLimit();
      await refused;
    }
  });

  it('answers all that wait, and sends none of it', async () => {
    bridge.setScript(() => undefined);
    const pending = [lampId, otherLampId, lampId, lampId].map((rid) =>
      assert.rejects(client.update('light', rid, on), closed),
    );
    // The bridge may also be asked whether it is there.
    const countWrites = (): number =>
      bridge.requests.filter(({ method }) => method === 'PUT').length;
    await waitUntil('two writes', () => countWrites() === 2);
    await closeWithinLimit();
    await Promise.all(pending);
    await waitUntil('the end of all connections', () => bridge.openConnections() === 0);
    assert.equal(countWrites(), 2);
  });

  it('ends a read of the whole home that waits or is under way as closed', async () => {
    client = bridge.client({ limits: { closeTimeout: 100 } });
    bridge.setScript(() => undefined);
    const underWay = assert.rejects(client.stateCache.refresh(), closed);
    await waitUntil('the request', () => bridge.requests.length === 1);
    const waiting = [client.stateCache.refetch(), client.stateCache.refreshType('scene')];
    const refused = waiting.map((read) => assert.rejects(read, closed));
    await closeWithinLimit();
    await Promise.all([underWay, ...refused]);
  });

  it('answers a read that waits for a bridge that is away as closed', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server);
    server.close();
    await once(server, 'close');
    client = bridge.client({ port });
    await assert.rejects(client.list('light'), { code: 'ERR_BRIDGE_UNREACHABLE' });
    const waiting = assert.rejects(client.list('light'), closed);
    await closeWithinLimit();
    await waiting;
  });

  it('while the bridge asks for patience sends nothing afterwards', async () => {
    const before = await baseline(listTimers);
    bridge.setScript((_seen, response) => {
      response.writeHead(503, { 'retry-after': '600' });
      response.end();
    });
    const refused = assert.rejects(client.update('light', lampId, on), closed);
    await waitForConnection(client, ({ kind }) => kind === 'waiting');
    await closeWithinLimit();
    await refused;
    assert.deepEqual(listTimers(), before, 'no timer is left that could send anything');
    await waitUntil('the end of all connections', () => bridge.openConnections() === 0);
    assert.equal(bridge.requests.length, 1);
  });

  it('two hundred times over leaves nothing behind', async () => {
    const before = await baseline(listHandles);
    const { host, port, fingerprint } = bridge;
    for (let round = 0; round < 200; round += 1) {
      const shortLivedClient = new BridgeClient({
        host,
        port,
        key: scriptedKey,
        trust: { fingerprint },
        limits: { closeTimeout: 50 },
      });
      const pending = shortLivedClient.list('light').catch(() => undefined);
      if (round % 2 === 0) await pending;
      await shortLivedClient.close();
    }
    await bridge.stopListening();
    await assertHandles(before);
  });
});
