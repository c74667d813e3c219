import assert from 'node:assert/strict';
import { lightLevelToLux } from '../../src/resources/types/sensors';
import { kelvinToMirek, mirekToKelvin } from '../../src/units/color';
import {
  addDurationUnit,
  describeDuration,
  formatParsableDuration,
  parseDuration,
} from '../../src/units/duration';
import {
  getBrightnessForTimeOfDay,
  getMirekForTimeOfDay,
} from '../../src/units/light-for-time-of-day';

const whites: readonly [kelvin: number, mirek: number][] = [
  [2000, 500],
  [2200, 455],
  [2700, 370],
  [4000, 250],
  [6500, 154],
  [6536, 153],
  [20_000, 50],
];

const levels: readonly [lightLevel: number, lux: number][] = [
  [0, 0],
  [1, 1],
  [9141, 8.204],
  [16_000, 39.8],
  [20_000, 99.98],
  [30_001, 1000],
];

describe('Scales', () => {
  for (const [kelvin, mirek] of whites) {
    it(`put ${kelvin} K at ${mirek} mirek`, () => assert.equal(kelvinToMirek(kelvin), mirek));
  }

  it('go back from mirek to kelvin', () => {
    assert.equal(mirekToKelvin(153), 6536);
    assert.equal(mirekToKelvin(500), 2000);
  });

  for (const [level, lux] of levels) {
    it(`put light level ${level} at ${lux} lux`, () => {
      assert.ok(Math.abs(lightLevelToLux(level) - lux) < 0.01);
    });
  }
});

const read: readonly [text: string, ms: number | undefined][] = [
  ['400', 400],
  ['500ms', 500],
  ['2s', 2_000],
  ['2 sec', 2_000],
  ['90 seconds', 90_000],
  ['1 second', 1_000],
  ['1.5min', 90_000],
  ['3m', 180_000],
  ['20 minutes', 1_200_000],
  ['20 Mins', 1_200_000],
  ['1H', 3_600_000],
  ['2 hrs', 7_200_000],
  ['1 hour 30 minutes', 5_400_000],
  ['1 hour and 30 minutes', 5_400_000],
  ['1 hour, 30 min', 5_400_000],
  ['1h30m', 5_400_000],
  ['1h 30min 10s', 5_410_000],
  ['2 days', 172_800_000],
  ['250 milliseconds', 250],
  ['  10   s ', 10_000],
  ['1 minute\t30 seconds', 90_000],
  ['', undefined],
  ['s', undefined],
  ['-1s', undefined],
  ['1 week', undefined],
  ['1e3', undefined],
  ['1 s 5', undefined],
  ['1h30', undefined],
  ['30 minutes 1 hour', undefined],
  ['1 hour 1 hour', undefined],
  ['1 hour and', undefined],
  ['1 hour, and 2 minutes', undefined],
  ['2 sandwiches', undefined],
  ['constructor', undefined],
  ['5 constructor', undefined],
  [`1h ${' '.repeat(60)}`, undefined],
];

describe('A duration', () => {
  for (const [duration, text] of [
    [0, '0ms'],
    [150, '150ms'],
    [1_000, '1s'],
    [2_500, '2.5s'],
    [2_550, '2550ms'],
    [60_000, '1min'],
    [90_000, '1.5min'],
    [6_000_000, '100min'],
    [43_200_000, '12h'],
    [86_400_000, '24h'],
    [604_800_000, '7 days'],
  ] as const) {
    it(`of ${duration} ms is written ${text}, and read again`, () => {
      assert.equal(formatParsableDuration(duration), text);
      assert.equal(parseDuration(text), duration);
    });
  }

  for (const [duration, text] of [
    [0, '0 s'],
    [4, '0.004 s'],
    [300, '0.3 s'],
    [1_234, '1.23 s'],
    [10_000, '10 s'],
    [60_000, '1 min'],
    [90_000, '1.5 min'],
    [7_200_000, '2 h'],
  ] as const) {
    it(`of ${duration} ms is ${text} in a sentence`, () => {
      assert.equal(describeDuration(duration), text);
    });
  }

  for (const [text, ms] of read) {
    it(`${JSON.stringify(text)} is read as ${ms === undefined ? 'no time' : `${ms} ms`}`, () => {
      assert.equal(parseDuration(text), ms);
    });
  }

  it('that is a bare number gets the unit that the number counts, and nothing else does', () => {
    assert.equal(addDurationUnit(' 2.5 ', 1_000), '2.5s');
    assert.equal(addDurationUnit('400', 1), '400ms');
    assert.equal(addDurationUnit('90 seconds', 1_000), undefined);
    assert.equal(addDurationUnit('', 1_000), undefined);
  });
});

/** What HueMagic 5.0.1 sends for "auto" at a local time, by the formulas of its source (`color.js`, `hue-light.js`). */
const sent = [
  { hour: 0, mirek: 500, brightness: 20 },
  { hour: 5, mirek: 452, brightness: 24 },
  { hour: 8, mirek: 312, brightness: 94 },
  { hour: 12, mirek: 212, brightness: 100 },
  { hour: 14, mirek: 199, brightness: 100 },
  { hour: 18, mirek: 249, brightness: 100 },
  { hour: 21, mirek: 352, brightness: 74 },
  { hour: 23, mirek: 452, brightness: 24 },
] as const;

describe('The light of the time of day', () => {
  for (const { hour, mirek, brightness } of sent) {
    it(`is what flows of HueMagic expect at ${hour}:00`, () => {
      const time = new Date(2_026, 0, 15, hour);
      assert.ok(Math.abs(getMirekForTimeOfDay(time) - mirek) <= 1);
      assert.ok(Math.abs(getBrightnessForTimeOfDay(time) - brightness) <= 1);
    });
  }
});
