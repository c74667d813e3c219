import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { BridgeConnection } from '../../../src/bridge/connection';
import { systemClock } from '../../../src/bridge/clock';
import { buildUpdateRequest } from '../../../src/bridge/request';
import {
  respondWith,
  lampId,
  listenOnLoopback,
  respondAsBridge,
  otherLampId,
  scriptedKey,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';

const on = { on: { on: true } };

/** Runs something. @returns how long it took, in ms */
async function measureDuration(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

describe('Trouble on the wire', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  it('a head and then silence end at the deadline', async () => {
    bridge.setScript((_seen, response) => {
      response.writeHead(200);
      response.flushHeaders();
    });
    const client = bridge.client({ limits: { requestTimeout: 400 } });
    const took = await measureDuration(() =>
      assert.rejects(client.list('light'), { code: 'ERR_BRIDGE_TIMEOUT' }),
    );
    assert.ok(took >= 395, `${took} ms`);
  });

  it('keepAliveTimeout: a kept connection that nobody uses is closed, whatever the bridge offers', async () => {
    for (const keepAliveHeader of ['timeout=3600', undefined]) {
      const keepAliveBridge = await startScriptedBridge({ tls: { keepAliveTimeout: 0 } });
      keepAliveBridge.setScript((seen, response) => {
        if (keepAliveHeader !== undefined) response.setHeader('keep-alive', keepAliveHeader);
        respondAsBridge(seen, response);
      });
      const client = keepAliveBridge.client({ limits: { keepAliveTimeout: 100 } });
      await client.list('light');
      assert.equal(keepAliveBridge.openConnections(), 1);
      await waitUntil('the end of the connection', () => keepAliveBridge.openConnections() === 0);
      await client.list('light');
      assert.equal(keepAliveBridge.connections(), 2);
      await keepAliveBridge.stop();
    }
  });

  it('an answer that drips byte by byte ends at the deadline too', async () => {
    bridge.setScript((_seen, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    });
    const client = bridge.client({ limits: { requestTimeout: 400 } });
    const took = await measureDuration(() =>
      assert.rejects(client.list('light'), { code: 'ERR_BRIDGE_TIMEOUT' }),
    );
    assert.ok(took >= 395, `${took} ms`);
  });

  it('an answer of 100 MB is cut off at the limit, and memory stays', async () => {
    let written = 0;
    const chunk = Buffer.alloc(65_536, 'x');
    bridge.setScript((_seen, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (written < 100_000_000 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const client = bridge.client();
    const before = process.memoryUsage();
    await assert.rejects(client.list('light'), {
      code: 'ERR_BRIDGE_MALFORMED_ANSWER',
      message: /larger than 16777216 bytes/,
    });
    const after = process.memoryUsage();
    const growth = after.heapUsed + after.external - before.heapUsed - before.external;
    assert.ok(growth < 50_000_000, `${growth} bytes`);
    assert.ok(written < 30_000_000, `${written} bytes were taken`);
  });

  it('an answer whose length is announced as too large is not even read', async () => {
    bridge.setScript((_seen, response) => {
      response.writeHead(200, { 'content-length': '100000000' });
      response.flushHeaders();
    });
    await assert.rejects(bridge.client().list('light'), { code: 'ERR_BRIDGE_MALFORMED_ANSWER' });
  });

  it('a reset before or during the answer is repeated where that is safe', async () => {
    for (const cut of ['before', 'during'] as const) {
      let count = 0;
      bridge.setScript((seen, response) => {
        if (seen.method === 'PUT') count += 1;
        if (count > 1 || seen.method !== 'PUT') return respondAsBridge(seen, response);
        if (cut === 'during') response.write('{"errors":');
        setImmediate(() => response.socket?.destroy());
      });
      await bridge.client().update('light', lampId, on);
      assert.equal(count, 2);
    }
  });

  it('a reset never makes anything be created twice', async () => {
    for (const cut of ['before', 'during'] as const) {
      const countCreations = (): number =>
        bridge.requests.filter(({ method }) => method === 'POST').length;
      const before = countCreations();
      bridge.setScript((_seen, response) => {
        if (cut === 'during') response.write('{"errors":');
        setImmediate(() => response.socket?.destroy());
      });
      await assert.rejects(bridge.client().create('geofence_client', { name: 'Phone' }), {
        code: 'ERR_BRIDGE_UNREACHABLE',
        message: /look before you repeat/,
      });
      assert.equal(countCreations(), before + 1);
    }
  });

  it('a deletion whose answer was lost is no error when the resource is then gone', async () => {
    let count = 0;
    bridge.setScript((seen, response) => {
      if (seen.method === 'DELETE') count += 1;
      if (count === 1 && seen.method === 'DELETE') response.socket?.destroy();
      else respondWith(404, { errors: [{ description: 'Not Found' }] })(seen, response);
    });
    const removal = await bridge.client().remove('room', lampId);
    assert.deepEqual(removal.data, { rid: lampId, rtype: 'room' });
    assert.equal(removal.warnings.length, 1);
  });

  it('a bridge that closes the connection after every answer is served all the same', async () => {
    for (const withCloseHeader of [true, false]) {
      bridge.setScript((seen, response) => {
        if (withCloseHeader) response.setHeader('connection', 'close');
        response.once('finish', () => response.socket?.end());
        respondAsBridge(seen, response);
      });
      const client = bridge.client({ limits: { lampsPerSecond: 1_000 } });
      for (let count = 0; count < 20; count += 1) {
        await client.update('light', count % 2 === 0 ? lampId : otherLampId, on);
      }
    }
  });

  it('an answer that is no HTTP is malformed', async () => {
    bridge.setScript((_seen, response) => void response.socket?.write('SSH-2.0-dropbear\r\n\r\n'));
    await assert.rejects(bridge.client().list('light'), { code: 'ERR_BRIDGE_MALFORMED_ANSWER' });
  });

  it('a proxy in the environment is not used', async () => {
    const proxy = createServer(() => assert.fail('the proxy was used'));
    const port = await listenOnLoopback(proxy);
    const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = `http://127.0.0.1:${port}`;
    try {
      await bridge.client().list('light');
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      proxy.close();
    }
  });

  it('a dead bridge does not slow another one down', async () => {
    const dead = bridge.client({ port: 9, limits: { maxAttempts: 1_000 } });
    const pendingCommands = Array.from({ length: 200 }, () => dead.update('light', lampId, on));
    const settled = Promise.allSettled(pendingCommands);
    const client = bridge.client();
    for (let count = 0; count < 2; count += 1) await client.list('light');
    assert.ok(dead.connectionState.queued > 0, 'the commands to the dead bridge still wait');
    await dead.close();
    const codes = (await settled).map((one) => one.status);
    assert.deepEqual(new Set(codes), new Set(['rejected']));
  });

  it('is reported by the state of the connection, and so is its end', async () => {
    const client = bridge.client({ limits: { initialBackoff: 10 } });
    const kinds: string[] = [client.connectionState.kind];
    const unsubscribe = client.onConnectionChange(({ kind }) => kinds.push(kind));
    await client.list('light');
    bridge.setScript(respondWith(429, '', { 'retry-after': '0' }));
    await assert.rejects(client.list('light'), { code: 'ERR_BRIDGE_TOO_MANY_REQUESTS' });
    bridge.setScript(respondAsBridge);
    await client.list('light');
    await bridge.stop();
    assert.equal(client.connectionState.kind, 'closed');
    unsubscribe();
    assert.deepEqual(kinds, ['idle', 'connected', 'waiting', 'connected', 'closed']);
    bridge = await startScriptedBridge();
  });

  it('warns of a bridge that is away once, however often it is tried', async () => {
    const warnings: string[] = [];
    const client = bridge.client({
      port: 9,
      limits: { maxAttempts: 2, initialBackoff: 1 },
      onWarning: (warning) => warnings.push(warning),
    });
    for (let count = 0; count < 3; count += 1) {
      await assert.rejects(client.list('light'), { code: 'ERR_BRIDGE_UNREACHABLE' });
    }
    assert.equal(client.connectionState.kind, 'away');
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /nothing listens at 127\.0\.0\.1:9/);
  });

  it('the next attempt may follow a failed connection in the same moment', async () => {
    const connection = new BridgeConnection({
      host: '127.0.0.1',
      port: 9,
      key: scriptedKey,
      trust: { fingerprint: bridge.fingerprint },
      limits: { maxAttempts: 4, lampsPerSecond: 1_000_000, probeInterval: 100 },
      clock: { ...systemClock, random: () => 0 },
    });
    const request = buildUpdateRequest('light', lampId, {
      text: JSON.stringify(on),
      members: on,
      nonIdempotent: false,
    });
    await assert.rejects(connection.queue.submit(request, {}), { code: 'ERR_BRIDGE_UNREACHABLE' });
    await connection.close();
  });

  it('a request given up is aborted', async () => {
    bridge.setScript(() => undefined);
    const client = bridge.client();
    const controller = new AbortController();
    const pending = client.list('light', { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await assert.rejects(pending, { code: 'ERR_BRIDGE_ABORTED' });
  });
});

describe('Settings that cannot be used', () => {
  it('are reported when the client is made', async () => {
    const bridge = await startScriptedBridge();
    const wrong = [
      { host: '' },
      { host: 'http://bridge' },
      { host: 'user@bridge' },
      { host: 'bridge/path' },
      { host: 'a b' },
      { port: 0 },
      { port: 70_000 },
      { key: '' },
      { key: 'two words' },
      { key: 'line\r\nbreak' },
      { keyHeader: 'host' },
      { keyHeader: 'a b' },
      { trust: { fingerprint: 'AB:CD' } },
    ];
    for (const settings of wrong) {
      assert.throws(() => bridge.client(settings), { code: 'ERR_BRIDGE_NOT_CONFIGURED' });
    }
    await bridge.stop();
  });
});
