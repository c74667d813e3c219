import assert from 'node:assert/strict';
import { cssColorNames, parseCssColor } from '../../src/units/css-colors';
import { parseHexColor } from '../../src/units/hex-color';
import { hslToRgb, hsvToRgb } from '../../src/units/hsv';
import { clampToGamut, gamutsByType, rgbToHex, rgbToXy, xyToRgb } from '../../src/units/xy';
import type { Rgb } from '../../src/units/xy';

/** Chromaticities of sRGB with D65 white (IEC 61966-2-1). */
const chromaticities: readonly [rgb: Rgb, x: number, y: number][] = [
  [[255, 0, 0], 0.64, 0.33],
  [[0, 255, 0], 0.3, 0.6],
  [[0, 0, 255], 0.15, 0.06],
  [[255, 255, 255], 0.3127, 0.329],
  [[128, 128, 128], 0.3127, 0.329],
  [[255, 128, 0], 0.543, 0.407],
];

const hues: readonly [hue: number, hex: string][] = [
  [0, '#ff0000'],
  [32, '#ff8800'],
  [60, '#ffff00'],
  [120, '#00ff00'],
  [180, '#00ffff'],
  [240, '#0000ff'],
  [300, '#ff00ff'],
  [360, '#ff0000'],
  [-120, '#0000ff'],
  [480, '#00ff00'],
];

describe('Colours', () => {
  for (const [rgb, x, y] of chromaticities) {
    it(`of rgb(${rgb.join(', ')}) lie at ${x}, ${y}`, () => {
      const seen = rgbToXy(rgb);
      assert.ok(
        Math.abs(seen.x - x) < 0.0002 && Math.abs(seen.y - y) < 0.0002,
        JSON.stringify(seen),
      );
    });
  }

  it('come back from their chromaticity', () => {
    for (const hex of ['#ff0000', '#00ff00', '#0000ff', '#ffffff', '#ff8800']) {
      const rgb = parseHexColor(hex);
      assert.ok(rgb !== undefined);
      const back = xyToRgb(rgbToXy(rgb));
      for (const [index, channel] of back.entries()) {
        assert.ok(Math.abs(channel - (rgb[index] ?? NaN)) <= 2, `${hex} became ${rgbToHex(back)}`);
      }
    }
  });

  for (const [hue, hex] of hues) {
    it(`of hue ${hue} are ${hex} at full saturation`, () => {
      assert.equal(rgbToHex(hsvToRgb(hue, 1, 1)), hex);
      assert.equal(rgbToHex(hslToRgb(hue, 1, 0.5)), hex);
    });
  }

  it('fade to white and to black', () => {
    assert.equal(rgbToHex(hsvToRgb(32, 0, 1)), '#ffffff');
    assert.equal(rgbToHex(hsvToRgb(32, 1, 0)), '#000000');
    assert.equal(rgbToHex(hslToRgb(32, 1, 1)), '#ffffff');
    assert.equal(rgbToHex(hslToRgb(32, 1, 0)), '#000000');
    assert.equal(rgbToHex(hslToRgb(0, 0.5, 0.75)), '#df9f9f');
  });

  it('are read from hex of three and six digits', () => {
    assert.deepEqual(parseHexColor('#F80'), [255, 136, 0]);
    assert.deepEqual(parseHexColor('ff8800'), [255, 136, 0]);
    for (const text of ['', '#', 'f80', '#ff88', '#ff88000', '#gg0000', '##ff8800', 'ff88 0']) {
      assert.equal(parseHexColor(text), undefined, text);
    }
  });

  it('have the 148 names of CSS', () => {
    assert.equal(cssColorNames.length, 148);
    assert.deepEqual([...cssColorNames], [...cssColorNames].toSorted());
    for (const name of cssColorNames) assert.ok(parseCssColor(name) !== undefined, name);
    assert.deepEqual(parseCssColor('RebeccaPurple'), [102, 51, 153]);
    assert.deepEqual(parseCssColor('light golden rod yellow'), [250, 250, 210]);
    assert.equal(parseCssColor('constructor'), undefined);
  });

  it('keep their place inside a gamut and go to its edge from outside', () => {
    const { C } = gamutsByType;
    assert.ok(C !== undefined);
    assert.deepEqual(clampToGamut({ x: 0.4, y: 0.4 }, C), { x: 0.4, y: 0.4 });
    assert.deepEqual(clampToGamut({ x: 0.9, y: 0.1 }, C), C.red);
    assert.deepEqual(clampToGamut({ x: 0, y: 1 }, C), C.green);
    assert.deepEqual(clampToGamut({ x: 0, y: 0 }, C), C.blue);
  });
});
