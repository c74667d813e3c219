import assert from 'node:assert/strict';
import { checkSettings } from '../../src/runtime/bridge-settings';
import type { BridgeDef, BridgeSettings } from '../../src/runtime/bridge-settings';

const read = (def: object, key = 'a-key'): BridgeSettings => {
  const sound: BridgeDef = { id: 'a', type: 'bridge-config', name: '', z: '', host: '192.0.2.7' };
  return checkSettings({ ...sound, ...def }, { key });
};

describe('The settings of a bridge', () => {
  it('may have spaces around them', () => {
    const { host, port, key } = read({ host: ' 192.0.2.8 ', port: ' 8443\n' }, '\ta-key\n');
    assert.deepEqual([host, port, key], ['192.0.2.8', 8443, 'a-key']);
  });

  it('say which environment variable is not set where the key should come from one', () => {
    assert.throws(() => read({}, '${BRIDGE_KEY}'), {
      code: 'ERR_BRIDGE_NOT_CONFIGURED',
      message: /BRIDGE_KEY, which is not set/,
    });
  });

  it('may be numbers, as the properties of subflows are; none of them is passed over', () => {
    const { port, bridgeId, fingerprint } = read({ port: 8443, bridgeId: 17, fingerprint: 4 });
    assert.deepEqual([port, bridgeId, fingerprint], [8443, '17', '4']);
  });
});
