import assert from 'node:assert/strict';
import type { ResourceType } from '../../src/resources/table';
import { parseSensorCommand } from '../../src/vocabulary/sensor';
import {
  sampleIndex,
  id,
  toTestName,
  expectSentence,
  expectValue,
  expectNeeds,
} from './support/sample-resources';

const motion = sampleIndex.get(id(15));
const sensitivity = (value: number) => ({ sensitivity: { sensitivity: value } });

const bodies: readonly [payload: unknown, body: object][] = [
  [true, { enabled: true }],
  [false, { enabled: false }],
  ['on', { enabled: true }],
  ['OFF', { enabled: false }],
  ['true', { enabled: true }],
  ['false', { enabled: false }],
  [{ enabled: 'false' }, { enabled: false }],
  ['toggle', { enabled: false }],
  [{ enabled: true }, { enabled: true }],
  [{ enabled: 'toggle' }, { enabled: false }],
  [
    { enabled: 'on', sensitivity: 2 },
    { enabled: true, ...sensitivity(2) },
  ],
  [{ sensitivity: 'low' }, sensitivity(0)],
  [{ sensitivity: 'medium' }, sensitivity(2)],
  [{ sensitivity: 'high' }, sensitivity(4)],
  [{ sensitivity: 'max' }, sensitivity(4)],
  [{ sensitivity: '3' }, sensitivity(3)],
  [sensitivity(1), sensitivity(1)],
  [
    { type: 'motion', enabled: false },
    { type: 'motion', enabled: false },
  ],
];

const refused: readonly [payload: unknown, rtype: ResourceType, sentence: RegExp][] = [
  [undefined, 'motion', /^payload: expected a value/],
  [1, 'motion', /^payload: expected true, false or "toggle", got 1/],
  ['maybe', 'motion', /^payload: expected true, false or "toggle"/],
  [{}, 'motion', /^payload: expected something to do, such as enabled, sensitivity/],
  [{ on: true }, 'motion', /Did you mean enabled\?$/],
  [{ sensitivty: 1 }, 'motion', /Did you mean sensitivity\?$/],
  [{ enabled: 1 }, 'motion', /^payload\.enabled/],
  [
    { sensitivity: 'very' },
    'motion',
    /^payload\.sensitivity: expected a whole number from 0 to 4, or one of "low", "medium", "high", "max", got "very"/,
  ],
  [{ sensitivity: 1.5 }, 'motion', /^payload\.sensitivity/],
  [{ sensitivity: -1 }, 'motion', /^payload\.sensitivity/],
  [{ sensitivity: { sensitivity: 'x' } }, 'motion', /^payload\.sensitivity\.sensitivity/],
  [
    { sensitivity: 1 },
    'temperature',
    /^payload\.sensitivity: expected nothing here, because this type of sensor has no sensitivity, got 1\.$/,
  ],
];

describe('A sensor command', () => {
  for (const [payload, body] of bodies) {
    it(`turns ${toTestName(payload)} into a body`, () => {
      assert.deepEqual(
        expectValue(parseSensorCommand(payload, 'motion', motion)).body.members,
        body,
      );
    });
  }

  for (const [payload, rtype, sentence] of refused) {
    it(`refuses ${toTestName(payload)} for ${rtype}`, () => {
      assert.match(expectSentence(parseSensorCommand(payload, rtype, motion)), sentence);
    });
  }

  for (const rtype of [
    'motion',
    'temperature',
    'light_level',
    'motion_area_configuration',
    'security_area_motion',
  ] as const) {
    it(`enables ${rtype}`, () => {
      assert.deepEqual(expectValue(parseSensorCommand(true, rtype, undefined)).body.members, {
        enabled: true,
      });
    });
  }

  it('takes the highest sensitivity that the sensor has', () => {
    const { body, warnings } = expectValue(
      parseSensorCommand({ sensitivity: 9 }, 'motion', motion),
    );
    assert.deepEqual(body.members, sensitivity(4));
    assert.deepEqual(warnings, ['payload.sensitivity: 9 became 4, the highest of this sensor.']);
  });

  it('asks for the state where it is needed', () => {
    for (const payload of ['toggle', { sensitivity: 'max' }]) {
      assert.equal(expectNeeds(parseSensorCommand(payload, 'motion', undefined)), 'state');
    }
  });
});
