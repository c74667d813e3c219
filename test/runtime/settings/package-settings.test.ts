import assert from 'node:assert/strict';
import {
  getAllowedEditorHosts,
  getBridgeDiscoverySettings,
} from '../../../src/runtime/package-settings';

/** What becomes of `lightingBridge.discovery` in the settings file. */
const parse = (discovery: unknown): object =>
  getBridgeDiscoverySettings({ settings: { lightingBridge: { discovery } } });

describe('The settings of discovery', () => {
  it('are taken where they can be used', () => {
    const all = { serviceType: 'home-bridge', port: 5_354 };
    assert.deepEqual(parse({ ...all, other: 1 }), all);
    for (const port of [1, 65_535]) assert.deepEqual(parse({ port }), { port });
    for (const serviceType of ['a', 'hue', 'a-b-c', 'x'.repeat(15)]) {
      assert.deepEqual(parse({ serviceType }), { serviceType });
    }
  });

  it('are left out, each by itself, where they cannot', () => {
    for (const port of [0, -1, 65_536, 1.5, Number.NaN, '5353', null]) {
      assert.deepEqual(parse({ serviceType: 'hue', port }), { serviceType: 'hue' });
    }
    for (const serviceType of ['', '_hue', 'a.b', '-a', 'a-', 'a--b', 'a b', 'x'.repeat(16), 7]) {
      assert.deepEqual(parse({ serviceType, port: 5_353 }), { port: 5_353 });
    }
  });

  it('are none where the file has none', () => {
    for (const discovery of [undefined, null, 7, 'hue', []]) assert.deepEqual(parse(discovery), {});
  });
});

describe('The names under which the editor may be opened', () => {
  const parseHosts = (allowedHosts: unknown): readonly string[] =>
    getAllowedEditorHosts({ settings: { lightingBridge: { allowedHosts } } });

  it('are a list, or one', () => {
    assert.deepEqual(parseHosts([' Home.Example ', 'home.example:8443', 7]), [
      'home.example',
      'home.example:8443',
    ]);
    assert.deepEqual(parseHosts('home.example'), ['home.example']);
  });

  it('are none where the file has none', () => {
    for (const hosts of [undefined, null, 7, {}, []]) assert.deepEqual(parseHosts(hosts), []);
    assert.deepEqual(getAllowedEditorHosts({ settings: {} }), []);
  });
});
