import assert from 'node:assert/strict';
import { findKeyHeader } from '../../src/bridge';
import { answer, obedient, scriptedKey, startScriptedBridge } from './scripted-bridge';
import type { ScriptedBridge } from './scripted-bridge';

describe('The header for the key', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  const find = (fingerprint = bridge.fingerprint): Promise<string> =>
    findKeyHeader({
      host: bridge.host,
      port: bridge.port,
      key: scriptedKey,
      trust: { fingerprint },
    });

  for (const header of ['home-application-key', 'hue-application-key']) {
    it(`is ${header} where the bridge takes the key in that alone`, async () => {
      bridge.answerWith((seen, response) => {
        const script = seen.headers[header] === scriptedKey ? obedient : answer(403);
        script(seen, response);
      });
      assert.equal(await find(), header);
    });
  }

  it('is the usual one where the bridge takes the key in none', async () => {
    bridge.answerWith(answer(403));
    assert.equal(await find(), 'home-application-key');
  });

  it('is not sought at an impostor', async () => {
    await assert.rejects(find('AB'.repeat(32)), { code: 'ERR_BRIDGE_UNTRUSTED' });
    assert.equal(bridge.requests.length, 0);
  });
});
