import assert from 'node:assert/strict';
import { cssColorNames, parseCssColorName } from '../../src/units/color-names';
import {
  parseHexColor,
  rgbToHex,
  hslToRgb,
  hsvToRgb,
  mirekToXy,
  rgbToXy,
  xyToRgb,
  clampToGamut,
  gamutsByType,
} from '../../src/units/color';
import type { Rgb } from '../../src/units/color';

/** Chromaticities of sRGB with D65 white (IEC 61966-2-1). */
const chromaticities: readonly [rgb: Rgb, x: number, y: number][] = [
  [[255, 0, 0], 0.64, 0.33],
  [[0, 255, 0], 0.3, 0.6],
  [[0, 0, 255], 0.15, 0.06],
  [[255, 255, 255], 0.3127, 0.329],
  [[128, 128, 128], 0.3127, 0.329],
  [[255, 128, 0], 0.543, 0.407],
];

/**
 * Points of the Planckian locus: integrals of Planck's law with the CIE 1931 colour matching functions (Wyszecki and
 * Stiles, Color Science, 1982; 2856 K is CIE illuminant A).
 */
const blackBodies: readonly [kelvin: number, x: number, y: number][] = [
  [2_000, 0.5267, 0.4133],
  [2_500, 0.477, 0.4137],
  [2_856, 0.4476, 0.4074],
  [4_000, 0.3805, 0.3768],
  [5_000, 0.3451, 0.3516],
  [6_500, 0.3135, 0.3237],
  [10_000, 0.2807, 0.2884],
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
    it(`of rgb(${rgb.join(', ')}) lie at ${x}, ${y} in sRGB`, () => {
      const seen = rgbToXy(rgb, { space: 'srgb' });
      assert.ok(
        Math.abs(seen.x - x) < 0.0002 && Math.abs(seen.y - y) < 0.0002,
        JSON.stringify(seen),
      );
    });
  }

  it('come back from their chromaticity in sRGB', () => {
    for (const hex of ['#ff0000', '#00ff00', '#0000ff', '#ffffff', '#ff8800']) {
      const rgb = parseHexColor(hex);
      assert.ok(rgb !== undefined);
      const back = xyToRgb(rgbToXy(rgb, { space: 'srgb' }), { space: 'srgb' });
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

  it('are read from hex of three and six digits, and one or two more for alpha, which is ignored', () => {
    assert.deepEqual(parseHexColor('#F80'), [255, 136, 0]);
    for (const text of ['ff8800', '#f80c', '#ff8800cc', 'ff8800cc'])
      assert.deepEqual(parseHexColor(text), [255, 136, 0], text);
    for (const text of [
      '',
      '#',
      'f80',
      'f80c',
      '#ff880',
      '#ff88000',
      '#gg0000',
      '##ff8800',
      'ff88 0',
    ]) {
      assert.equal(parseHexColor(text), undefined, text);
    }
  });

  it('have the 148 names of CSS', () => {
    assert.equal(cssColorNames.length, 148);
    assert.deepEqual([...cssColorNames], [...cssColorNames].toSorted());
    for (const name of cssColorNames) assert.ok(parseCssColorName(name) !== undefined, name);
    assert.deepEqual(parseCssColorName('RebeccaPurple'), [102, 51, 153]);
    assert.deepEqual(parseCssColorName('light golden rod yellow'), [250, 250, 210]);
    assert.equal(parseCssColorName('constructor'), undefined);
  });

  it('have the gamuts that the makers of the lamps publish', () => {
    const corners = (name: keyof typeof gamutsByType): number[] => {
      const gamut = gamutsByType[name];
      return [gamut.red, gamut.green, gamut.blue].flatMap(({ x, y }) => [x, y]);
    };
    assert.deepEqual(corners('A'), [0.704, 0.296, 0.2151, 0.7106, 0.138, 0.08]);
    assert.deepEqual(corners('B'), [0.675, 0.322, 0.409, 0.518, 0.167, 0.04]);
    assert.deepEqual(corners('C'), [0.6915, 0.3083, 0.17, 0.7, 0.1532, 0.0475]);
    assert.deepEqual(Object.keys(gamutsByType), ['A', 'B', 'C']);
  });

  for (const [kelvin, x, y] of blackBodies) {
    it(`of a black body of ${kelvin} K lie at ${x}, ${y}`, () => {
      const seen = mirekToXy(1_000_000 / kelvin);
      assert.ok(
        Math.abs(seen.x - x) < 0.0006 && Math.abs(seen.y - y) < 0.0006,
        JSON.stringify(seen),
      );
    });
  }

  it('of a black body end where the published curve ends', () => {
    assert.deepEqual(mirekToXy(1), mirekToXy(40));
    assert.deepEqual(mirekToXy(1_000), mirekToXy(1_000_000 / 1_667));
    assert.notDeepEqual(mirekToXy(41), mirekToXy(40));
    assert.notDeepEqual(mirekToXy(599), mirekToXy(600));
  });

  it('of a black body run without a step where the pieces of the curve meet', () => {
    for (const kelvin of [2_222, 4_000]) {
      const [below, above] = [mirekToXy(1_000_000 / kelvin), mirekToXy(1_000_000 / (kelvin + 1))];
      assert.ok(Math.hypot(below.x - above.x, below.y - above.y) < 0.0005, String(kelvin));
    }
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
