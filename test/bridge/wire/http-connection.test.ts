import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ServerResponse } from 'node:http';
import {
  lampId,
  respondAsBridge,
  scriptedKey,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';

const body = JSON.stringify({ errors: [], data: [] });
const room = { id: lampId, type: 'room', metadata: { name: 'Küche' } };

/** Writes a response as it is, past the server's own formatting. */
const writeRaw = (response: ServerResponse, text: string): void =>
  void response.socket?.write(text);

describe('The connection of requests', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge({ tls: { keepAliveTimeout: 0 } })));
  afterEach(() => bridge.stop());

  it('takes a body in UTF-8 as it is, and one that ends with the connection', async () => {
    const client = bridge.client();
    bridge.setScript((_seen, response) => {
      writeRaw(response, `HTTP/1.0 200 OK\r\n\r\n${JSON.stringify({ errors: [], data: [room] })}`);
      response.socket?.end();
    });
    assert.deepEqual((await client.list('room')).data, [room]);
  });

  it('sends the address as the host, and no more headers than a bridge needs', async () => {
    await bridge.client().list('light');
    const [seen] = bridge.requests;
    assert.deepEqual(seen?.rawHeaders, [
      'host',
      `127.0.0.1:${bridge.port}`,
      'connection',
      'keep-alive',
      'home-application-key',
      scriptedKey,
      'accept',
      'application/json',
    ]);
  });

  it('is closed before a bridge closes it that keeps it for a short time only', async () => {
    for (const keepAlive of ['timeout=1', 'max=5, timeout=2']) {
      const before = bridge.connections();
      bridge.setScript((seen, response) => {
        response.setHeader('keep-alive', keepAlive);
        respondAsBridge(seen, response);
      });
      const client = bridge.client();
      await client.list('light');
      await client.list('light');
      assert.equal(bridge.connections() - before, 2);
    }
  });

  it('carries nothing more after bytes that nobody asked for', async () => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
    const client = bridge.client();
    bridge.setScript((_seen, response) => writeRaw(response, `${head}${body}${head}`));
    await client.list('light');
    await client.list('light');
    assert.equal(bridge.connections(), 2);

    bridge.setScript((_seen, response) => {
      writeRaw(response, head + body);
      setImmediate(() => writeRaw(response, 'and another thing'));
    });
    await client.list('light');
    await waitUntil('the end of the connection', () => bridge.openConnections() === 0);
  });

  it('is closed after an answer that is no HTTP, and the next request has another one', async () => {
    const client = bridge.client({ limits: { maxAttempts: 1 } });
    bridge.setScript((_seen, response) => writeRaw(response, 'HTTP/1.1 200 OK\r\nserver\r\n\r\n'));
    await assert.rejects(client.list('light'), {
      code: 'ERR_BRIDGE_MALFORMED_ANSWER',
      message: /is not HTTP/,
    });
    bridge.setScript(respondAsBridge);
    await client.list('light');
    assert.equal(bridge.connections(), 2);
  });

  it('does not keep a program running that has its answer', async () => {
    const options = {
      host: bridge.host,
      port: bridge.port,
      key: scriptedKey,
      trust: { fingerprint: bridge.fingerprint },
    };
    const script = `
      const { BridgeClient } = require(${JSON.stringify(require.resolve('../../../src/bridge'))});
      void new BridgeClient(${JSON.stringify(options)}).list('light').then(() => console.log('answered'));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
      timeout: 20_000,
    });
    assert.equal(stdout, 'answered\n');
  });
});
