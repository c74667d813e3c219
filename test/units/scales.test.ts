import assert from 'node:assert/strict';
import { parseDuration } from '../../src/units/duration';
import { lightLevelToLux } from '../../src/units/lux';
import { kelvinToMirek, mirekToKelvin } from '../../src/units/light-color';

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

const durations: readonly [text: string, ms: number | undefined][] = [
  ['400', 400],
  ['500ms', 500],
  ['2s', 2000],
  ['2 sec', 2000],
  ['1.5min', 90_000],
  ['3m', 180_000],
  ['1H', 3_600_000],
  [' 10 s ', 10_000],
  ['', undefined],
  ['s', undefined],
  ['-1s', undefined],
  ['1d', undefined],
  ['1e3', undefined],
  ['1 s 5', undefined],
  ['constructor', undefined],
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

  for (const [text, ms] of durations) {
    it(`read "${text}" as ${ms ?? 'no length of time'}`, () => {
      assert.equal(parseDuration(text), ms);
    });
  }
});
