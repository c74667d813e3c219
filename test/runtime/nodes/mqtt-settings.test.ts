import assert from 'node:assert/strict';
import { parseMqttPublishingSettings } from '../../../src/runtime/nodes/mqtt-home';
import type { MqttNodeDef, MqttPublishingSettings } from '../../../src/runtime/nodes/mqtt-home';

const parse = (settings: Partial<MqttNodeDef>): MqttPublishingSettings =>
  parseMqttPublishingSettings({ id: '1', type: 'bridge-mqtt', name: '', z: '', ...settings });

describe('The settings of an MQTT node', () => {
  it('are those of a new node where an older flow lacks them', () => {
    const defaults = {
      prefix: 'lighting-bridge',
      discoveryPrefix: 'homeassistant',
      interval: 5_000,
    };
    assert.deepEqual(parse({}), defaults);
    assert.deepEqual(parse({ prefix: null, discoveryPrefix: null, interval: null }), defaults);
    assert.deepEqual(parse({ prefix: '', interval: '' }), defaults);
  });

  it('announce nothing where the prefix of announcements is empty', () => {
    assert.equal(parse({ discoveryPrefix: '' }).discoveryPrefix, '');
  });

  it('are taken as they are entered', () => {
    assert.deepEqual(parse({ prefix: 'home/lamps', discoveryPrefix: 'ha', interval: '30s' }), {
      prefix: 'home/lamps',
      discoveryPrefix: 'ha',
      interval: 30_000,
    });
  });

  for (const name of ['prefix', 'discoveryPrefix'] as const) {
    it(`are refused with a sentence for a ${name} that no topic can begin with`, () => {
      for (const value of ['a/#', '+', 'a//b', '/a', 'a/', 'a b', 5])
        assert.throws(() => parse({ [name]: value }), {
          code: 'ERR_BRIDGE_INVALID_COMMAND',
          message: /expected the first part of a topic without \+ and #, such as lighting-bridge/,
        });
    });
  }
});
