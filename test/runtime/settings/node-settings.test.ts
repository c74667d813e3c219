import assert from 'node:assert/strict';
import { parseStatusSettings } from '../../../src/runtime/nodes/status';
import { parseButtonSettings } from '../../../src/runtime/nodes/button';
import { parseDaylightSettings } from '../../../src/runtime/nodes/daylight';
import { parsePollSettings } from '../../../src/runtime/nodes/poll';
import { parseSensorSettings } from '../../../src/runtime/nodes/sensor-readings';
import { parseSunSettings } from '../../../src/runtime/nodes/sun';

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
  sensor: { emit: 'change', emitAtStart: false, endAfter: 0, interval: 5_000, onlyReadings: false },
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
