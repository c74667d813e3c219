import assert from 'node:assert/strict';
import { lightLevelToLux } from '../../src/resources/types/sensors';
import { kelvinToMirek, mirekToKelvin } from '../../src/units/color';

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
