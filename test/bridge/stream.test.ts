import assert from 'node:assert/strict';
import { isBridgeError } from '../../src/bridge';
import { Link } from '../../src/bridge/link/link';
import { answer, scriptedKey, startScriptedBridge } from './scripted-bridge';
import type { ScriptedBridge } from './scripted-bridge';
import { until } from '../support/until';

describe('The connection of the event stream', () => {
  let bridge: ScriptedBridge;
  let link: Link;
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    const { host, port, fingerprint } = bridge;
    link = new Link({ host, port, key: scriptedKey, trust: { fingerprint } });
  });
  afterEach(async () => {
    await link.close();
    await bridge.stop();
  });

  it('carries the key, and what comes as it comes', async () => {
    bridge.answerWith((_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hi\n\n');
      setTimeout(() => response.end('data: []\n\n'), 50);
    });
    const stream = await link.stream(new AbortController().signal);
    assert.equal(stream.status, 200);
    assert.equal(stream.contentType, 'text/event-stream');
    const chunks: string[] = [];
    for await (const chunk of stream.body) chunks.push(Buffer.from(chunk).toString());
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
      bridge.answerWith((_seen, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(bytes.subarray(0, cut), () => response.end(bytes.subarray(cut)));
      });
      const { body } = await link.stream(new AbortController().signal);
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      assert.equal(
        Buffer.concat(chunks).toString(),
        text.replace(escaped, '…').replace(scriptedKey, '…').replace(scriptedKey, '…'),
      );
    }
  });

  it('ends quietly when nobody reads an answer and it is given up', async () => {
    for (const status of [200, 404, 429]) {
      bridge.answerWith((_seen, response) => {
        response.writeHead(status);
        response.write('something');
      });
      const given = new AbortController();
      const stream = await link.stream(given.signal);
      assert.equal(stream.status, status);
      given.abort();
      await until('the end of its connection', () => bridge.openConnections() === 0);
    }
  });

  it('tells how long to wait', async () => {
    bridge.answerWith(answer(429, '', { 'retry-after': '7' }));
    const stream = await link.stream(new AbortController().signal);
    assert.equal(stream.retryAfter, 7_000);
  });

  it('says why it ended when the connection is lost', async () => {
    bridge.answerWith((_seen, response) => {
      response.writeHead(200);
      response.write('x');
      setTimeout(() => response.socket?.destroy(), 30);
    });
    const stream = await link.stream(new AbortController().signal);
    await assert.rejects(
      async () => {
        for await (const chunk of stream.body) assert.equal(Buffer.from(chunk).toString(), 'x');
      },
      { code: 'ERR_BRIDGE_UNREACHABLE' },
    );
  });

  it('gives up a bridge that takes the connection and says nothing', async () => {
    const { host, port, fingerprint } = bridge;
    bridge.answerWith(() => undefined);
    const hasty = new Link({
      host,
      port,
      key: scriptedKey,
      trust: { fingerprint },
      limits: { requestDeadline: 150 },
    });
    await assert.rejects(hasty.stream(new AbortController().signal), {
      code: 'ERR_BRIDGE_TIMEOUT',
    });
    await hasty.close();
  });

  it('is refused to an impostor, and ended with the client', async () => {
    const { host, port } = bridge;
    const trust = { fingerprint: 'AB'.repeat(32) };
    const wary = new Link({ host, port, key: scriptedKey, trust });
    await assert.rejects(wary.stream(new AbortController().signal), {
      code: 'ERR_BRIDGE_UNTRUSTED',
    });
    await wary.close();
    bridge.answerWith((_seen, response) => void response.writeHead(200).write('x\n'));
    const stream = await link.stream(new AbortController().signal);
    const read = (async () => {
      for await (const chunk of stream.body) if (chunk.length > 0) void link.close();
    })();
    await assert.rejects(
      read,
      (error) => isBridgeError(error) && error.code === 'ERR_BRIDGE_CLOSED',
    );
    await assert.rejects(link.stream(new AbortController().signal), { code: 'ERR_BRIDGE_CLOSED' });
  });
});
