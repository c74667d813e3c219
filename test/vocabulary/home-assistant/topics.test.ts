import assert from 'node:assert/strict';
import {
  getAnnouncedStateTopic,
  getCommandTopic,
  isTopicPrefix,
  parseTopic,
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
    assert.deepEqual(parseTopic(topic, topics), expected);
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
    [announcement, { kind: 'discovery', topic: announcement }],
    ['homeassistant/light/ecb5fafffe000002/x/config', { kind: 'other' }],
    ['homeassistant/light/x/config', { kind: 'other' }],
    ['home/lamps/ecb5fafffe000002/light/x/set', { kind: 'other' }],
    [`${ours}/light/x/state`, { kind: 'other' }],
    [`${ours}/set`, undefined],
    [`${ours}/light/set`, undefined],
    ['home/light/x/set', undefined],
    ['home/lampshade/ecb5fafffe000001/light/x/set', undefined],
  ];
  for (const [topic, expected] of received) {
    it(`are told apart: ${topic}`, () => {
      assert.deepEqual(parseTopic(topic, topics), expected);
    });
  }

  it('are none of Home Assistant where nothing is announced', () => {
    const silent = { ...topics, discoveryPrefix: '' };
    assert.equal(parseTopic('homeassistant/status', silent), undefined);
    assert.equal(parseTopic('/status', silent), undefined);
  });

  it('of a state are taken from an announcement only below the own bridge', () => {
    const state = `${ours}/light/x/state`;
    assert.equal(getAnnouncedStateTopic({ state_topic: state }, topics), state);
    assert.equal(getAnnouncedStateTopic({ state_topic: 'zigbee2mqtt/x' }, topics), undefined);
    assert.equal(getAnnouncedStateTopic('text', topics), undefined);
  });

  it('begin with what a topic may begin with', () => {
    for (const text of ['lighting-bridge', 'home/lamps', 'Zoë']) assert.ok(isTopicPrefix(text));
    for (const text of ['', '/home', 'home/', 'home//lamps', 'home/+', '#', 'my home'])
      assert.ok(!isTopicPrefix(text), text);
  });
});
