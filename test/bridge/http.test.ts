import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { defaultLimits } from '../../src/bridge/limits';
import { abortedFailure } from '../../src/bridge/transport-failure';
import type { TransportFailure } from '../../src/bridge/transport-failure';
import { CertificateVerifier } from '../../src/bridge/tls';
import type { TrustOptions } from '../../src/bridge/tls';
import { HttpTransport } from '../../src/bridge/http';
import type { HttpRequestAttempt, HttpResponse } from '../../src/bridge/http';
import {
  respondAsBridge,
  startScriptedBridge,
  respondWith,
  scriptedKey,
  lampId,
  otherLampId,
} from '../support/network/scripted-bridge';
import { listenOnLoopback } from '../support/network/sockets';
import type { ScriptedBridge } from '../support/network/scripted-bridge';
import { waitUntil } from '../support/wait-until';
import { setTimeout as pause } from 'node:timers/promises';
import { isBridgeError } from '../../src/bridge';
import { BridgeConnection } from '../../src/bridge/connection';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { systemClock } from '../../src/bridge/clock';
import { buildUpdateRequest } from '../../src/bridge/request';

type Outcome = { status: number } | { code: string };

const closedOutcome = { code: 'ERR_BRIDGE_CLOSED' };

const toOutcome = (result: HttpResponse | TransportFailure): Outcome =>
  'status' in result ? { status: result.status } : { code: result.code };

describe('The transport', () => {
  let bridge: ScriptedBridge;
  let transport: HttpTransport;
  const createTransport = (trust: TrustOptions = { fingerprint: bridge.fingerprint }) =>
    new HttpTransport({
      address: { host: bridge.host, port: bridge.port },
      trust: new CertificateVerifier(trust, (warning) => assert.fail(warning)),
      limits: { ...defaultLimits, requestTimeout: 5_000 },
    });
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    transport = createTransport();
  });
  afterEach(async () => {
    await transport.close();
    await bridge.stop();
  });

  /** Sends a read. @returns the attempt, and its outcomes as they come: there must be one */
  function send(path = '/read'): {
    attempt: HttpRequestAttempt;
    outcomes: Outcome[];
    settled: Promise<unknown>;
  } {
    const outcomes: Outcome[] = [];
    const events = new EventEmitter();
    const settled = once(events, 'settled');
    const settle = (result: HttpResponse | TransportFailure): void => {
      outcomes.push(toOutcome(result));
      events.emit('settled');
    };
    const attempt = transport.send({ method: 'GET', path }, settle);
    return { attempt, outcomes, settled };
  }

  async function sendAndWait(path?: string): Promise<Outcome | undefined> {
    const { outcomes, settled } = send(path);
    await settled;
    return outcomes[0];
  }

  const paths = (): string[] => bridge.requests.map(({ path }) => path);

  for (const close of ['close', 'closeGracefully'] as const) {
    it(`refuses at once what it is given after ${close}, whether or not it was used before`, async () => {
      await transport[close]();
      assert.deepEqual(await sendAndWait(), closedOutcome);
      transport = createTransport();
      assert.deepEqual(await sendAndWait('/before'), { status: 200 });
      await transport[close]();
      assert.deepEqual(await sendAndWait('/after'), closedOutcome);
      await waitUntil('the end of its connections', () => bridge.openConnections() === 0);
      assert.deepEqual(paths(), ['/before']);
    });

    it(`opens no event stream after ${close}`, async () => {
      await transport[close]();
      await assert.rejects(transport.openEventStream(new AbortController().signal), closedOutcome);
      assert.equal(bridge.connections(), 0);
    });

    it(`ends an open event stream with ${close}`, async () => {
      bridge.setScript((_seen, response) => void response.writeHead(200).write('x\n'));
      const { readBody } = await transport.openEventStream(new AbortController().signal);
      const reading = readBody((chunk) => assert.equal(Buffer.from(chunk).toString(), 'x\n'));
      await Promise.all([assert.rejects(reading, closedOutcome), transport[close]()]);
    });
  }

  it('refuses what it was given in the moment in which it is destroyed', async () => {
    const { outcomes, settled } = send();
    const closing = transport.close();
    await settled;
    await closing;
    assert.deepEqual(outcomes, [closedOutcome]);
    assert.equal(bridge.requests.length, 0);
  });

  it('sends what it was given in the moment in which it is closed gracefully', async () => {
    const { outcomes, settled } = send();
    const closing = transport.closeGracefully();
    await settled;
    await closing;
    assert.deepEqual(outcomes, [{ status: 200 }]);
  });

  it('lets answers come that are under way when it is closed gracefully', async () => {
    const held = new EventEmitter();
    bridge.setScript((seen, response) => {
      held.once('answer', () => respondAsBridge(seen, response));
    });
    const pending = ['/one', '/two'].map((path) => send(path));
    await waitUntil('both requests', () => bridge.requests.length === 2);
    const closing = transport.closeGracefully();
    held.emit('answer');
    await closing;
    for (const { outcomes } of pending) assert.deepEqual(outcomes, [{ status: 200 }]);
    await waitUntil('the end of its connections', () => bridge.openConnections() === 0);
  });

  it('ends what is under way, once, when it is destroyed', async () => {
    bridge.setScript(() => undefined);
    const pending = ['/one', '/two'].map((path) => send(path));
    await waitUntil('both requests', () => bridge.requests.length === 2);
    await transport.close();
    await Promise.all(pending.map(({ settled }) => settled));
    for (const { outcomes } of pending) assert.deepEqual(outcomes, [closedOutcome]);
  });

  it('does not send what was given up before there was a connection', async () => {
    const acceptance = new EventEmitter();
    let asked = 0;
    transport = createTransport({
      async onFirstUse() {
        asked += 1;
        await once(acceptance, 'yes');
      },
    });
    const early = send('/never');
    early.attempt.cancel(abortedFailure);
    const connecting = send('/given-up');
    await waitUntil('the question', () => asked === 1);
    assert.equal(connecting.attempt.sent, false);
    connecting.attempt.cancel(abortedFailure);
    const wanted = send('/wanted');
    acceptance.emit('yes');
    await wanted.settled;
    assert.deepEqual(wanted.outcomes, [{ status: 200 }]);
    assert.equal(wanted.attempt.sent, true);
    assert.deepEqual(paths(), ['/wanted']);
    for (const { outcomes } of [early, connecting]) {
      assert.deepEqual(outcomes, [{ code: 'ERR_BRIDGE_ABORTED' }]);
    }
  });

  it('ends the connection of what was given up while its answer was awaited', async () => {
    const bridgeEvents = new EventEmitter();
    bridge.setScript((_seen, response) => {
      response.once('close', () => bridgeEvents.emit('end'));
      bridgeEvents.emit('request');
    });
    const requested = once(bridgeEvents, 'request');
    const { attempt, outcomes } = send();
    await requested;
    const ended = once(bridgeEvents, 'end');
    attempt.cancel(abortedFailure);
    assert.deepEqual(outcomes, [{ code: 'ERR_BRIDGE_ABORTED' }]);
    await ended;
  });

  it('keeps no more connections than requests that were under way at once', async () => {
    await Promise.all([sendAndWait('/one'), sendAndWait('/two')]);
    await Promise.all([sendAndWait('/three'), sendAndWait('/four')]);
    assert.equal(bridge.connections(), 2);
  });

  it('sends at once what is given beside a request that is not answered', async () => {
    bridge.setScript((seen, response) => {
      if (seen.path !== '/silent') respondAsBridge(seen, response);
    });
    send('/silent');
    await waitUntil('the first request', () => bridge.requests.length === 1);
    assert.deepEqual(await sendAndWait('/other'), { status: 200 });
  });
});

describe('The connection of the event stream', () => {
  let bridge: ScriptedBridge;
  let connection: BridgeConnection;
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    const { host, port, fingerprint } = bridge;
    connection = new BridgeConnection({ host, port, key: scriptedKey, trust: { fingerprint } });
  });
  afterEach(async () => {
    await connection.close();
    await bridge.stop();
  });

  it('carries the key, and what comes as it comes', async () => {
    bridge.setScript((_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hi\n\n');
      setTimeout(() => response.end('data: []\n\n'), 50);
    });
    const stream = await connection.openEventStream(new AbortController().signal);
    assert.equal(stream.status, 200);
    assert.equal(stream.contentType, 'text/event-stream');
    const chunks: string[] = [];
    await stream.readBody((chunk) => void chunks.push(Buffer.from(chunk).toString()));
    assert.deepEqual(chunks, [': hi\n\n', 'data: []\n\n']);
    const [seen] = bridge.requests;
    assert.equal(seen?.path, '/eventstream/clip/v2');
    assert.equal(seen.headers['home-application-key'], scriptedKey);
    assert.equal(seen.headers.accept, 'text/event-stream');
  });

  it('carries no key to us, wherever the bridge cuts it', async () => {
    const escaped = Array.from(
      scriptedKey,
      (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
    ).join('');
    const text = `data: "${scriptedKey}" ${scriptedKey.slice(0, 5)}\n\n${escaped}:${scriptedKey}ü`;
    const bytes = Buffer.from(text);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      bridge.setScript((_seen, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(bytes.subarray(0, cut), () => response.end(bytes.subarray(cut)));
      });
      const { readBody } = await connection.openEventStream(new AbortController().signal);
      const chunks: Uint8Array[] = [];
      await readBody((chunk) => void chunks.push(chunk));
      assert.equal(
        Buffer.concat(chunks).toString(),
        text.replace(escaped, '…').replace(scriptedKey, '…').replace(scriptedKey, '…'),
      );
    }
  });

  it('ends quietly when nobody reads an answer and it is given up', async () => {
    for (const status of [200, 404, 429]) {
      bridge.setScript((_seen, response) => {
        response.writeHead(status);
        response.write('something');
      });
      const controller = new AbortController();
      const stream = await connection.openEventStream(controller.signal);
      assert.equal(stream.status, status);
      controller.abort();
      await waitUntil('the end of its connection', () => bridge.openConnections() === 0);
    }
  });

  it('is not opened for what was given up before', async () => {
    await assert.rejects(connection.openEventStream(AbortSignal.abort()), {
      code: 'ERR_BRIDGE_CLOSED',
    });
    assert.deepEqual(bridge.requests, []);
  });

  it('says how long to wait', async () => {
    bridge.setScript(respondWith(429, '', { 'retry-after': '7' }));
    const stream = await connection.openEventStream(new AbortController().signal);
    assert.equal(stream.retryAfter, 7_000);
  });

  it('says why it ended when the connection is lost', async () => {
    bridge.setScript((_seen, response) => {
      response.writeHead(200);
      response.write('x');
      setTimeout(() => response.socket?.destroy(), 30);
    });
    const stream = await connection.openEventStream(new AbortController().signal);
    await assert.rejects(
      stream.readBody((chunk) => assert.equal(Buffer.from(chunk).toString(), 'x')),
      { code: 'ERR_BRIDGE_UNREACHABLE' },
    );
  });

  it('says that nobody takes the connection, not that it was lost', async () => {
    await bridge.stopListening();
    await assert.rejects(
      connection.openEventStream(new AbortController().signal),
      (error) =>
        isBridgeError(error) &&
        error.cause.reason === 'ECONNREFUSED' &&
        !error.message.includes('lost'),
    );
  });

  it('says that the connection was lost when the bridge ends it before it answers', async () => {
    bridge.setScript((_seen, response) => void response.socket?.destroy());
    await assert.rejects(
      connection.openEventStream(new AbortController().signal),
      (error) =>
        isBridgeError(error) && error.message.includes('was lost before the whole answer came'),
    );
  });

  it('ends its connection with what its reader throws, and reads nothing more', async () => {
    bridge.setScript((_seen, response) => {
      response.writeHead(200);
      response.write('1\n');
      setTimeout(() => response.write('2\n'), 20);
      setTimeout(() => response.write('3\n'), 40);
    });
    for (const unreadable of [1, 2]) {
      const stream = await connection.openEventStream(new AbortController().signal);
      const failure = new Error('it cannot be read');
      let reads = 0;
      const read = stream.readBody(() => {
        reads += 1;
        if (reads === unreadable) throw failure;
      });
      await assert.rejects(read, failure);
      await waitUntil('the end of its connection', () => bridge.openConnections() === 0);
      assert.equal(reads, unreadable);
    }
  });

  it('holds back what comes before it is read', async () => {
    bridge.setScript((_seen, response) => {
      response.writeHead(200);
      response.write('first ');
      setTimeout(() => response.end('second'), 20);
    });
    const stream = await connection.openEventStream(new AbortController().signal);
    await pause(60);
    const chunks: string[] = [];
    await stream.readBody((chunk) => void chunks.push(Buffer.from(chunk).toString()));
    assert.equal(chunks.join(''), 'first second');
  });

  it('gives up a bridge that takes the connection and says nothing', async () => {
    const { host, port, fingerprint } = bridge;
    bridge.setScript(() => undefined);
    const impatientConnection = new BridgeConnection({
      host,
      port,
      key: scriptedKey,
      trust: { fingerprint },
      limits: { requestTimeout: 150 },
    });
    await assert.rejects(impatientConnection.openEventStream(new AbortController().signal), {
      code: 'ERR_BRIDGE_TIMEOUT',
    });
    await impatientConnection.close();
  });

  it('is refused to an impostor, and ended with the client', async () => {
    const { host, port } = bridge;
    const trust = { fingerprint: 'AB'.repeat(32) };
    const pinnedConnection = new BridgeConnection({ host, port, key: scriptedKey, trust });
    await assert.rejects(pinnedConnection.openEventStream(new AbortController().signal), {
      code: 'ERR_BRIDGE_UNTRUSTED',
    });
    await pinnedConnection.close();
    bridge.setScript((_seen, response) => void response.writeHead(200).write('x\n'));
    const stream = await connection.openEventStream(new AbortController().signal);
    const read = stream.readBody(() => void connection.close());
    await assert.rejects(
      read,
      (error) => isBridgeError(error) && error.code === 'ERR_BRIDGE_CLOSED',
    );
    await assert.rejects(connection.openEventStream(new AbortController().signal), {
      code: 'ERR_BRIDGE_CLOSED',
    });
  });
});

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

const { maxRequestBodySize } = defaultLimits;

describe('The bounds of one request', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  it('maxRequestBodySize: a body up to so many bytes is sent, a longer one is refused unsent', async () => {
    const overhead = JSON.stringify({ configuration: { text: '' } }).length;
    const send = (size: number): Promise<unknown> =>
      bridge.client().update('behavior_instance', lampId, {
        // Of two bytes, and one character.
        configuration: { text: `é${'x'.repeat(size - overhead - 2)}` },
      });
    await send(maxRequestBodySize);
    assert.equal(Buffer.byteLength(bridge.requests[0]?.body ?? ''), maxRequestBodySize);
    await assert.rejects(send(maxRequestBodySize + 1), { code: 'ERR_BRIDGE_INVALID_COMMAND' });
    assert.equal(bridge.requests.length, 1);
  });

  it('maxResponseSize: an answer up to so many bytes is read, a longer one is not', async () => {
    const maxResponseSize = 100_000;
    const client = bridge.client({ limits: { maxResponseSize, maxAttempts: 1 } });
    for (const withContentLength of [true, false]) {
      const list = (size: number): Promise<unknown> => {
        bridge.setScript((_seen, response) => {
          const text = JSON.stringify({ errors: [], data: [] }).padEnd(size);
          if (withContentLength) response.setHeader('content-length', size);
          response.write(text.slice(0, 10));
          response.end(text.slice(10));
        });
        return client.list('light');
      };
      await list(maxResponseSize);
      await assert.rejects(list(maxResponseSize + 1), { code: 'ERR_BRIDGE_MALFORMED_ANSWER' });
    }
  });

  it('connectTimeout: a connection that is not set up by then is given up', async () => {
    const silentServer = createServer((socket: Socket) => {
      socket.on('error', () => socket.destroy());
      socket.resume();
    });
    const client = bridge.client({
      port: await listenOnLoopback(silentServer),
      limits: { connectTimeout: 100, requestTimeout: 5_000, maxAttempts: 1 },
    });
    await assert.rejects(client.list('light'), {
      message: /did not take the connection within 0\.1 s/,
    });
    await client.close();
    silentServer.close();
    await once(silentServer, 'close');
  });
});
