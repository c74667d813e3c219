import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { defaultLimits } from '../../../src/bridge';
import {
  lampId,
  listenOnLoopback,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';

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
