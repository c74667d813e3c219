import assert from 'node:assert/strict';
import { parseBridgeSettings } from '../../../src/runtime/bridge/open-bridge';
import type { BridgeConfigNodeDef, BridgeSettings } from '../../../src/runtime/bridge/open-bridge';

const parseSettings = (def: object, key = 'a-key'): BridgeSettings => {
  const validSettings: BridgeConfigNodeDef = {
    id: 'a',
    type: 'bridge-config',
    name: '',
    z: '',
    host: '192.0.2.7',
  };
  return parseBridgeSettings({ ...validSettings, ...def }, { key });
};

describe('The settings of a bridge', () => {
  it('may have spaces around them', () => {
    const { host, port, key } = parseSettings(
      { host: ' 192.0.2.8 ', port: ' 8443\n' },
      '\ta-key\n',
    );
    assert.deepEqual([host, port, key], ['192.0.2.8', 8443, 'a-key']);
  });

  it('say which environment variable is not set where the key should come from one', () => {
    assert.throws(() => parseSettings({}, '${BRIDGE_KEY}'), {
      code: 'ERR_BRIDGE_NOT_CONFIGURED',
      message: /BRIDGE_KEY, which is not set/,
    });
  });

  it('may be numbers, as the properties of subflows are; none of them is passed over', () => {
    const { port, bridgeId, fingerprint } = parseSettings({
      port: 8443,
      bridgeId: 17,
      fingerprint: 4,
    });
    assert.deepEqual([port, bridgeId, fingerprint], [8443, '17', '4']);
  });

  it('take a rate from 0.1 to 1000, and leave the usual one where there is none', () => {
    const { limits } = parseSettings({
      lampsPerSecond: ' 0.1 ',
      groupsPerSecond: 1000,
      othersPerSecond: '',
    });
    assert.deepEqual(limits, { lampsPerSecond: 0.1, groupsPerSecond: 1000 });
  });

  for (const rate of ['0', '0.05', '-1', '1001', 'fast', 'Infinity']) {
    it(`refuse ${rate} as a rate, and say which one it is and what it may be`, () => {
      assert.throws(() => parseSettings({ groupsPerSecond: rate }), {
        code: 'ERR_BRIDGE_NOT_CONFIGURED',
        message: /^“Group commands\/s” .* from 0\.1 to 1000\. Leave it empty/,
      });
    });
  }
});
