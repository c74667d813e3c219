import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isBridgeError } from '../../../src/bridge';
import { BridgeConnection } from '../../../src/bridge/connection';
import {
  respondWith,
  scriptedKey,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';

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
