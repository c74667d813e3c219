import assert from 'node:assert/strict';
import { parseStatusSettings } from '../../src/runtime/nodes/status';
import { parseButtonSettings } from '../../src/runtime/nodes/button';
import { parseDaylightSettings } from '../../src/runtime/nodes/daylight';
import { parsePollSettings } from '../../src/runtime/nodes/poll-settings';
import { parseSensorSettings } from '../../src/runtime/nodes/sensor-readings';
import { parseSunSettings } from '../../src/runtime/nodes/sun';
import {
  getAllowedEditorHosts,
  getBridgeDiscoverySettings,
} from '../../src/runtime/package-settings';
import { parseInterval } from '../../src/runtime/numeric-settings';
import {
  isSettingUnset,
  parseNonEmptyText,
  parseUntrimmedText,
} from '../../src/runtime/stored-settings';
import { parseBrightnessLimits } from '../../src/runtime/nodes/light';
import { parseMqttPublishingSettings } from '../../src/runtime/nodes/mqtt-home';
import type { MqttNodeDef, MqttPublishingSettings } from '../../src/runtime/nodes/mqtt-home';

const bare = { id: 'node', type: 'node', name: '', z: '' };

const parsers = {
  button: (changes: object) => parseButtonSettings({ ...bare, ...changes }),
  daylight: (changes: object) => parseDaylightSettings({ ...changes }),
  poll: (changes: object) => parsePollSettings({ ...bare, rtype: 'light', ...changes }),
  sensor: (changes: object) => parseSensorSettings({ ...bare, ...changes }),
  status: (changes: object) => parseStatusSettings({ ...bare, ...changes }),
  sun: (changes: object) => parseSunSettings({ ...bare, ...changes }),
} as const;

type NodeName = keyof typeof parsers;

/** Settings that a node takes, at their bounds. */
const taken: readonly (readonly [NodeName, object])[] = [
  ['daylight', { dayKelvin: '1000', nightKelvin: '20000' }],
  ['daylight', { dayBrightness: '1', nightBrightness: '100' }],
  ['daylight', { latitude: '-90', longitude: '-180' }],
  ['daylight', { latitude: '90', longitude: '180' }],
  ['daylight', { resumeAfter: '1ms' }],
  ['daylight', { resumeAfter: '7 days' }],
  ['sensor', { endAfter: '0' }],
  ['sensor', { endAfter: '24h' }],
  ['sun', { toType: 'sunrise', to: '0' }],
];

/** Settings that a node refuses, just beyond their bounds, by the name of the wrong one. */
const refused: readonly (readonly [NodeName, object, string])[] = [
  ['daylight', { follow: 'moon' }, 'follow'],
  ['daylight', { dayKelvin: '999' }, 'dayKelvin'],
  ['daylight', { nightKelvin: '20001' }, 'nightKelvin'],
  ['daylight', { dayBrightness: '0.9' }, 'dayBrightness'],
  ['daylight', { nightBrightness: '100.1' }, 'nightBrightness'],
  ['daylight', { latitude: '90.1', longitude: '0' }, 'latitude'],
  ['daylight', { latitude: '0', longitude: '-180.1' }, 'longitude'],
  ['daylight', { latitude: '0' }, 'longitude'],
  ['daylight', { longitude: '0' }, 'latitude'],
  ['daylight', { resumeAfter: '0ms' }, 'resumeAfter'],
  ['daylight', { resumeAfter: '604800001' }, 'resumeAfter'],
  ['poll', { split: 'yes-no', yesWhen: 'above', yesValue: '' }, 'yesValue'],
  ['poll', { colorSpace: 'cmyk' }, 'colorSpace'],
  ['sensor', { endAfter: '86400001' }, 'endAfter'],
  ['sensor', { whileReading: 'lux', whileValue: 'dark' }, 'whileValue'],
  ['sensor', { whileTime: 'evening' }, 'whileTime'],
  ['sun', { emit: 'never' }, 'emit'],
  ['sun', { fromType: 'time', from: '23:00' }, 'to'],
  ['sun', { fromType: 'time', from: 'late' }, 'from'],
];

describe('The settings of a node in a hand-written flow', () => {
  /** What a node does where its flow lacks the settings, as a hand-written one may. */
  const defaults: Readonly<Record<NodeName, object>> = {
    button: {
      outputs: { rules: undefined },
      doubleWithin: undefined,
      output: 'press',
      interval: 1_000,
    },
    daylight: {
      curve: { kind: 'sun', night: { kelvin: 2_200 }, day: { kelvin: 5_000 }, place: undefined },
      resumeAfter: Infinity,
      scene: undefined,
      sendsChanges: false,
    },
    poll: {
      rtype: 'light',
      colorSpace: undefined,
      connectionMessages: false,
      interval: 5_000,
      emit: 'change',
      mayBeOwner: false,
      output: 'value',
      format: 'plain',
      properties: [],
      smallestChange: 0,
      room: '',
      origin: 'any',
      emitAtStart: false,
      isMoment: false,
      unreachableIsOff: false,
      isSplit: false,
      rule: { comparison: 'true' },
      onlyReadings: false,
    },
    sensor: {
      emit: 'change',
      emitAtStart: false,
      endAfter: 0,
      interval: 5_000,
      onlyReadings: false,
    },
    status: { emit: 'change', output: 'status', emitAtStart: true, interval: 30_000 },
    sun: {
      sun: {
        kind: 'period',
        period: { from: { kind: 'sunset', offset: 0 }, to: { kind: 'time', minute: 23 * 60 } },
        emitAtStart: true,
      },
      place: undefined,
    },
  };

  for (const [node, settings] of Object.entries(defaults)) {
    it(`are those of an older flow where they are missing: ${node}`, () => {
      const parser = Object.entries(parsers).find(([name]) => name === node)?.[1];
      assert.deepEqual(parser?.({}), settings);
    });
  }

  for (const [node, changes] of taken) {
    it(`may be ${JSON.stringify(changes)}: ${node}`, () => {
      assert.doesNotThrow(() => parsers[node](changes));
    });
  }

  for (const [node, changes, setting] of refused) {
    it(`are not ${JSON.stringify(changes)}: ${node}`, () => {
      assert.throws(() => parsers[node](changes), {
        code: 'ERR_BRIDGE_INVALID_COMMAND',
        message: new RegExp(`^setting ${setting}: expected `),
      });
    });
  }

  it('end nothing of a number, which has no end', () => {
    assert.equal(parsers.sensor({ rtype: 'motion', endAfter: '5min' }).endAfter, 300_000);
    assert.equal(parsers.sensor({ rtype: 'temperature', endAfter: '5min' }).endAfter, 0);
  });

  it('send no press at the start', () => {
    assert.equal(parsers.poll({ emitAtStart: true }).emitAtStart, true);
    const press = parsers.poll({ rtype: 'button', emitAtStart: true });
    assert.deepEqual([press.isMoment, press.emitAtStart], [true, false]);
  });
});

describe('The settings of discovery', () => {
  /** What becomes of `lightingBridge.discovery` in the settings file. */
  const parse = (discovery: unknown): object =>
    getBridgeDiscoverySettings({ settings: { lightingBridge: { discovery } } });

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

describe('The interval of polls', () => {
  const cases: readonly [unknown, number][] = [
    ['5', 5_000],
    [' 2.5 ', 2_500],
    [60, 60_000],
    ['0.2', 1_000],
    ['1', 1_000],
    ['5s', 5_000],
    ['1.5 min', 90_000],
    ['500ms', 1_000],
    ['24h', 86_400_000],
    ['20 minutes', 1_200_000],
    ['1 hour 30 minutes', 5_400_000],
    ['86400', 86_400_000],
    ['0', 7_000],
    [0, 7_000],
    ['', 7_000],
    [undefined, 7_000],
    [{}, 7_000],
  ];
  for (const [setting, interval] of cases) {
    it(`is ${interval} ms for the setting ${JSON.stringify(setting)}`, () => {
      assert.equal(parseInterval(setting, 7_000), interval);
    });
  }

  for (const setting of [
    '2 days',
    '999999999999 days',
    '2 weeks',
    '86401',
    '-3',
    'soon',
    Infinity,
  ]) {
    it(`is refused for the setting ${setting}`, () => {
      assert.throws(() => parseInterval(setting, 7_000), {
        code: 'ERR_BRIDGE_INVALID_COMMAND',
        message: /^setting interval: expected a time from 1s to 24h, such as 5s, got /,
      });
    });
  }
});

describe('A setting of a hand-written flow', () => {
  it('is unset when it is missing, null or an empty text, and for nothing else', () => {
    for (const value of [undefined, null, '']) assert.ok(isSettingUnset(value), String(value));
    for (const value of [' ', 0, false, [], {}])
      assert.ok(!isSettingUnset(value), JSON.stringify(value));
  });

  it('is a choice between yes and no only where it is a boolean', () => {
    const emitsAtStart = (value: unknown): boolean =>
      parseStatusSettings({ id: '', type: '', name: '', z: '', emitAtStart: value }).emitAtStart;
    const sendsChanges = (value: unknown): boolean =>
      parseDaylightSettings({ changes: value }).sendsChanges;
    for (const choice of [true, false]) {
      assert.equal(emitsAtStart(choice), choice);
      assert.equal(sendsChanges(choice), choice);
    }
    for (const value of ['true', 1, 0, null, undefined]) {
      assert.equal(emitsAtStart(value), true, String(value));
      assert.equal(sendsChanges(value), false, String(value));
    }
  });

  it('is a text, or a number as its digits', () => {
    const values = ['  a ', '', 0, 4.5, true, null];
    assert.deepEqual(values.map(parseUntrimmedText), [
      '  a ',
      '',
      '0',
      '4.5',
      undefined,
      undefined,
    ]);
    const trimmed = ['a', undefined, '0', '4.5', undefined, undefined];
    assert.deepEqual(values.map(parseNonEmptyText), trimmed);
  });
});

describe('The limits of brightness of a light node', () => {
  it('are percentages, and none where nothing is set', () => {
    assert.deepEqual(parseBrightnessLimits({ minBrightness: '10', maxBrightness: '60%' }), {
      minimum: 10,
      maximum: 60,
    });
    assert.deepEqual(parseBrightnessLimits({ minBrightness: '', maxBrightness: 50 }), {
      maximum: 50,
    });
    assert.equal(parseBrightnessLimits({}), undefined);
  });

  it('are refused with a sentence where they make no sense', () => {
    assert.throws(
      () => parseBrightnessLimits({ maxBrightness: '101' }),
      /maxBrightness: expected a number from 0 to 100, got "101"/,
    );
    assert.throws(
      () => parseBrightnessLimits({ minBrightness: 50, maxBrightness: 40 }),
      /minBrightness: expected at most the highest brightness, 40, got 50/,
    );
  });
});

describe('The settings of an MQTT node', () => {
  const parse = (settings: Partial<MqttNodeDef>): MqttPublishingSettings =>
    parseMqttPublishingSettings({ id: '1', type: 'bridge-mqtt', name: '', z: '', ...settings });

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
