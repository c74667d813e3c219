import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { defaultLimits } from '../../src/bridge';
import { lampId, listen, startScriptedBridge } from './scripted-bridge';
import type { ScriptedBridge } from './scripted-bridge';

const { bodySize } = defaultLimits;

describe('The bounds of one request', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  it('bodySize: a body up to so many bytes is sent, a longer one is refused unsent', async () => {
    const empty = JSON.stringify({ configuration: { text: '' } }).length;
    const send = (size: number): Promise<unknown> =>
      bridge.client().update('behavior_instance', lampId, {
        // Of two bytes, and one character.
        configuration: { text: `é${'x'.repeat(size - empty - 2)}` },
      });
    await send(bodySize);
    assert.equal(Buffer.byteLength(bridge.requests[0]?.body ?? ''), bodySize);
    await assert.rejects(send(bodySize + 1), { code: 'ERR_BRIDGE_INVALID_COMMAND' });
    assert.equal(bridge.requests.length, 1);
  });

  it('answerSize: an answer up to so many bytes is read, a longer one is not', async () => {
    const answerSize = 100_000;
    const client = bridge.client({ limits: { answerSize, attempts: 1 } });
    for (const announced of [true, false]) {
      const list = (size: number): Promise<unknown> => {
        bridge.answerWith((_seen, response) => {
          const text = JSON.stringify({ errors: [], data: [] }).padEnd(size);
          if (announced) response.setHeader('content-length', size);
          response.write(text.slice(0, 10));
          response.end(text.slice(10));
        });
        return client.list('light');
      };
      await list(answerSize);
      await assert.rejects(list(answerSize + 1), { code: 'ERR_BRIDGE_MALFORMED_ANSWER' });
    }
  });

  it('connectTimeout: a connection that is not set up by then is given up', async () => {
    const silent = createServer((socket: Socket) => {
      socket.on('error', () => socket.destroy());
      socket.resume();
    });
    const client = bridge.client({
      port: await listen(silent),
      limits: { connectTimeout: 100, requestDeadline: 5_000, attempts: 1 },
    });
    await assert.rejects(client.list('light'), {
      message: /did not take the connection within 100 ms/,
    });
    await client.close();
    silent.close();
    await once(silent, 'close');
  });
});
