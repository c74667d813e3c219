import assert from 'node:assert/strict';
import { parseSmartSceneSlotStart } from '../../src/vocabulary/smart-scene';

const times: readonly [text: string, hour: number, minute: number, second: number][] = [
  ['00:00', 0, 0, 0],
  ['7:05', 7, 5, 0],
  ['22:59', 22, 59, 0],
  ['23:00', 23, 0, 0],
  ['23:59', 23, 59, 0],
  ['23:59:59', 23, 59, 59],
  [' 6:30:01 ', 6, 30, 1],
];

describe('The start of a timeslot', () => {
  for (const [text, hour, minute, second] of times) {
    it(`is read from "${text}"`, () => {
      assert.deepEqual(parseSmartSceneSlotStart(text), {
        kind: 'time',
        time: { hour, minute, second },
      });
    });
  }

  it('may be sunrise or sunset, however they are written', () => {
    assert.deepEqual(parseSmartSceneSlotStart(' Sunset '), { kind: 'sunset' });
    assert.deepEqual(parseSmartSceneSlotStart('SUNRISE'), { kind: 'sunrise' });
  });

  for (const text of [
    '24:00',
    '7:60',
    '07:00:60',
    '7',
    '7:5',
    '-1:00',
    '07:00:00:00',
    'noon',
    '',
  ]) {
    it(`is not "${text}"`, () => assert.equal(parseSmartSceneSlotStart(text), undefined));
  }
});
