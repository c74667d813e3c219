import assert from 'node:assert/strict';
import { detectKeyHeaderName } from '../../../src/bridge';
import {
  respondWith,
  respondAsBridge,
  scriptedKey,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';

describe('The header for the key', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  const detectHeader = (
    fingerprint = bridge.fingerprint,
    first: { keyHeader?: string } = {},
  ): Promise<string> =>
    detectKeyHeaderName({
      host: bridge.host,
      port: bridge.port,
      key: scriptedKey,
      trust: { fingerprint },
      ...first,
    });

  for (const header of ['home-application-key', 'hue-application-key']) {
    it(`is ${header} where the bridge takes the key in that alone`, async () => {
      bridge.setScript((seen, response) => {
        const script = seen.headers[header] === scriptedKey ? respondAsBridge : respondWith(403);
        script(seen, response);
      });
      assert.equal(await detectHeader(), header);
      await waitUntil('the end of its connections', () => bridge.openConnections() === 0, {
        timeout: 3_000,
      });
    });
  }

  it('is the usual one where the bridge takes the key in none', async () => {
    bridge.setScript(respondWith(403));
    assert.equal(await detectHeader(), 'home-application-key');
  });

  it('is tried first in the one that is set', async () => {
    bridge.setScript((seen, response) => {
      const script = seen.headers['x-key'] === scriptedKey ? respondAsBridge : respondWith(403);
      script(seen, response);
    });
    assert.equal(await detectHeader(bridge.fingerprint, { keyHeader: 'x-key' }), 'x-key');
    assert.equal(bridge.requests.length, 1);
  });

  it('is not sought at an impostor', async () => {
    await assert.rejects(detectHeader('AB'.repeat(32)), { code: 'ERR_BRIDGE_UNTRUSTED' });
    assert.equal(bridge.requests.length, 0);
  });
});
