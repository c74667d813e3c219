import assert from 'node:assert/strict';
import {
  findAnnouncedStateTopic,
  getCommandTopic,
  isEmptyRetainedPayload,
  isTopicPrefix,
  parseMqttTopic,
} from '../../../src/vocabulary/home-assistant/topics';
import type { TopicSettings } from '../../../src/vocabulary/home-assistant/topics';
import { colorLamp } from '../support/sample-resources';

const topics: TopicSettings = {
  prefix: 'home/lamps',
  discoveryPrefix: 'homeassistant',
  bridgeId: 'ecb5fafffe000001',
};
const ours = 'home/lamps/ecb5fafffe000001';
const announcement = 'homeassistant/light/ecb5fafffe000001/x/config';

describe('The topics of a home', () => {
  it('name a command by the id that its announcement says', () => {
    const topic = getCommandTopic(topics, colorLamp);
    const expected = { kind: 'command', rtype: 'light', address: colorLamp.id };
    assert.deepEqual(parseMqttTopic(topic, topics), expected);
  });

  const received: readonly (readonly [topic: string, expected: object | undefined])[] = [
    [`${ours}/light/Desk lamp/set`, { kind: 'command', rtype: 'light', address: 'Desk lamp' }],
    [
      `${ours}/light/Office/Desk lamp/set`,
      { kind: 'command', rtype: 'light', address: 'Office/Desk lamp' },
    ],
    ['home/lamps/ECB5FAFFFE000001/scene/x/set', { kind: 'command', rtype: 'scene', address: 'x' }],
    ['home/lamps/status', { kind: 'status' }],
    ['homeassistant/status', { kind: 'status' }],
    ['homeassistant/status/light', { kind: 'other' }],
    ['homeassistant/light', { kind: 'other' }],
    [announcement, { kind: 'discovery', topic: announcement }],
    ['homeassistant/light/ecb5fafffe000002/x/config', { kind: 'other' }],
    ['homeassistant/light/x/config', { kind: 'other' }],
    ['homeassistant/light/ecb5fafffe000001/#/config', { kind: 'other' }],
    ['home/lamps/ecb5fafffe000002/light/x/set', { kind: 'other' }],
    [`${ours}/light/x/state`, { kind: 'other' }],
    [`${ours}/set`, undefined],
    [`${ours}/light/set`, undefined],
    ['home/light/x/set', undefined],
    ['home/lampshade/ecb5fafffe000001/light/x/set', undefined],
  ];
  for (const [topic, expected] of received) {
    it(`are distinguished: ${topic}`, () => {
      assert.deepEqual(parseMqttTopic(topic, topics), expected);
    });
  }

  it('are none of Home Assistant where nothing is announced', () => {
    const silent = { ...topics, discoveryPrefix: '' };
    assert.equal(parseMqttTopic('homeassistant/status', silent), undefined);
    assert.equal(parseMqttTopic('/status', silent), undefined);
  });

  it('of a state are taken from an announcement only for the id that is announced', () => {
    const find = (state_topic: string): string | undefined =>
      findAnnouncedStateTopic(announcement, { state_topic }, topics);
    assert.equal(find(`${ours}/light/x/state`), `${ours}/light/x/state`);
    const others = [
      'zigbee2mqtt/x',
      `${ours}/light/y/state`,
      `${ours}/light/x/set`,
      `${ours}/light/x/state/more`,
      `${ours}/+/x/state`,
      `${ours}/status`,
      `${ours}/#`,
    ];
    for (const other of others) assert.equal(find(other), undefined, other);
    assert.equal(findAnnouncedStateTopic(announcement, 'text', topics), undefined);
  });

  it('hold nothing where the payload is empty', () => {
    for (const empty of ['', null, undefined]) assert.ok(isEmptyRetainedPayload(empty));
    for (const kept of ['0', {}, [], 0, false, Buffer.from('0')])
      assert.ok(!isEmptyRetainedPayload(kept));
  });

  it('begin with what a topic may begin with', () => {
    for (const text of ['lighting-bridge', 'home/lamps', 'Zoë']) assert.ok(isTopicPrefix(text));
    for (const text of ['', '/home', 'home/', 'home//lamps', 'home/+', '#', 'my home'])
      assert.ok(!isTopicPrefix(text), text);
  });
});
