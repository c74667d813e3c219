import assert from 'node:assert/strict';
import {
  cssColorNames,
  parseCssColorName,
  translateColorName,
  translatedColorNames,
  namedWhiteToKelvin,
  whiteNames,
  parseX11OnlyColor,
} from '../../src/units/color-names';
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
import type { Rgb, Xy } from '../../src/units/color';
import * as fc from 'fast-check';
import { publishedColors, publishedPaleColors, testedColors } from './support/published-colors';
import type { PublishedColor } from './support/published-colors';
import { parseBareValue } from '../../src/vocabulary/light/bare-value';

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

const names = ['A', 'B', 'C'] as const;

type GamutName = (typeof names)[number];

const say = (rgb: Rgb, name: GamutName): Xy => rgbToXy(rgb, { gamuts: [gamutsByType[name]] });

const read = (xy: Xy, name: GamutName): Rgb => xyToRgb(xy, { gamut: gamutsByType[name] });

function assertNear(actual: Xy, [x, y]: readonly [number, number], tolerance: number): void {
  const distance = Math.hypot(actual.x - x, actual.y - y);
  assert.ok(distance <= tolerance, `${JSON.stringify(actual)} instead of ${x}, ${y}`);
}

/** The colour at full brightness: what is read of a dark one. */
function toFullBrightness(rgb: Rgb): Rgb {
  const linear = rgb.map((channel) =>
    channel / 255 > 0.04045 ? ((channel / 255 + 0.055) / 1.055) ** 2.4 : channel / 255 / 12.92,
  );
  const strongest = Math.max(...linear);
  const [red = 0, green = 0, blue = 0] = linear.map((value) => {
    const share = value / strongest;
    const gamma = share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055;
    return Math.round(255 * gamma);
  });
  return [red, green, blue];
}

function assertSameColor(actual: Rgb, expected: Rgb, text: string): void {
  for (const [index, channel] of actual.entries())
    assert.ok(
      Math.abs(channel - (expected[index] ?? NaN)) <= 2,
      `${rgbToHex(actual)} instead of ${rgbToHex(expected)}: ${text}`,
    );
}

/** Half of the last place to which a colour is rounded. */
const halfStep = 0.000_05;

/** True if the colour is inside whatever it was before it was rounded: beside an edge it may be on either side. */
const isInside = (rgb: Rgb, name: GamutName): boolean => {
  const { x, y } = rgbToXy(rgb, { gamuts: [everything] });
  const corners = [-halfStep, halfStep].flatMap((dx) =>
    [-halfStep, halfStep].map((dy) => ({ x: x + dx, y: y + dy })),
  );
  return corners.every((corner) => clampToGamut(corner, gamutsByType[name]) === corner);
};

/** Larger than what can be said, so that nothing is clamped. */
const everything = {
  red: { x: 2, y: -0.5 },
  green: { x: -0.5, y: 2 },
  blue: { x: -0.5, y: -0.5 },
};

const anyColor = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .filter((rgb) => Math.max(...rgb) > 0);

const darkColor = fc
  .tuple(fc.nat(40), fc.nat(40), fc.nat(40))
  .filter((rgb) => Math.max(...rgb) > 0);

const pureColor = fc
  .tuple(fc.nat(255), fc.constantFrom(0, 1, 2), fc.constantFrom(0, 1, 2))
  .filter(([, one, other]) => one !== other)
  .map(([channel, one, other]): Rgb => {
    const value = (index: number): number => (index === one ? 255 : index === other ? channel : 0);
    return [value(0), value(1), value(2)];
  });

describe('Colours of lamps', () => {
  const checkPublished = (
    [title, rgb, a, b, c]: PublishedColor,
    tolerance: (name: GamutName) => number,
  ): void => {
    it(`are what the maker publishes: ${title}`, () => {
      for (const [name, pair] of [
        ['A', a],
        ['B', b],
        ['C', c],
      ] as const)
        assertNear(say(rgb, name), pair, tolerance(name));
    });
  };
  // Corners are rounded in that table, and red on gamut A is 0.005 beside the corner.
  for (const color of publishedColors)
    checkPublished(color, (name) =>
      name === 'A' && color[1][1] + color[1][2] === 0 ? 0.005 : 0.0025,
    );
  for (const color of publishedPaleColors) checkPublished(color, () => 0.0101);

  for (const [rgb, wide, a] of testedColors) {
    it(`are what tests of other packages say: ${rgb.join(', ')}`, () => {
      // Pure red, green and blue are the corners of the lamp; beside them nothing is.
      const [red = 0, green = 0, blue = 0] = rgb.map((channel) => Math.max(channel, 0.02));
      assertNear(rgbToXy([red, green, blue], { gamuts: [everything] }), wide, 0.0003);
      assertNear(say([red, green, blue], 'A'), a, 0.0003);
    });
  }

  it('are the corners of the lamp for red, green and blue, dark or not', () => {
    for (const name of names)
      for (const channel of [1, 128, 255]) {
        const { red, green, blue } = gamutsByType[name];
        assert.deepEqual(say([channel, 0, 0], name), red);
        assert.deepEqual(say([0, channel, 0], name), green);
        assert.deepEqual(say([0, 0, channel], name), blue);
      }
  });

  it('are white for each grey, and each grey is read as white', () => {
    for (const name of names) {
      for (let grey = 1; grey <= 255; grey += 1) {
        const white = say([grey, grey, grey], name);
        // D65 lies beside the edge of gamut B.
        assertNear(white, [0.3127, 0.329], name === 'B' ? 0.001 : 0);
        assertSameColor(read(white, name), [255, 255, 255], name);
      }
      assert.deepEqual(read({ x: 0.3127, y: 0.329 }, name), [255, 255, 255]);
    }
  });

  it('pass into white without a step', () => {
    for (const name of names)
      for (let channel = 0; channel < 255; channel += 1) {
        const [one, other] = [say([255, channel, 255], name), say([255, channel + 1, 255], name)];
        assert.ok(Math.hypot(one.x - other.x, one.y - other.y) < 0.005, `${name} ${channel}`);
      }
  });

  it('are read as the pure colour of a corner where they round to that corner', () => {
    const corner = say([0, 255, 0], 'C');
    assert.deepEqual(say([0, 207, 51], 'C'), corner);
    assert.deepEqual(read(corner, 'C'), [0, 255, 0]);
  });

  for (const name of names) {
    it(`are read as they were said, within 2 of 255, in gamut ${name}, dark ones at full brightness`, () => {
      fc.assert(
        fc.property(fc.oneof(anyColor, darkColor), (rgb) => {
          fc.pre(isInside(rgb, name));
          assertSameColor(read(say(rgb, name), name), toFullBrightness(rgb), rgb.join());
        }),
        { numRuns: 3_000 },
      );
    });

    it(`are read as they were said when they are pure and beyond gamut ${name}`, () => {
      fc.assert(
        fc.property(pureColor, (rgb) => {
          const shown = say(rgb, name);
          const back = read(shown, name);
          // Near a corner and, in gamut B, beside white, several colours are the same on the lamp.
          const isWhitish = Math.hypot(shown.x - 0.3127, shown.y - 0.329) < 0.05;
          const { x, y } = say(back, name);
          if (isNearCorner(shown, name) || isWhitish) assertNear(shown, [x, y], 0.012);
          else assertSameColor(back, rgb, rgb.join());
        }),
        { numRuns: 1_000 },
      );
    });

    it(`are the same for what is read, whatever a lamp of gamut ${name} shows`, () => {
      fc.assert(
        fc.property(fc.nat(1000), fc.nat(1000), (one, other) => {
          const [first, second] = one + other > 1000 ? [1000 - one, 1000 - other] : [one, other];
          const { red, green, blue } = gamutsByType[name];
          const [r, g] = [first / 1000, second / 1000];
          const mix = (axis: 'x' | 'y'): number =>
            Math.round((r * red[axis] + g * green[axis] + (1 - r - g) * blue[axis]) * 1e4) / 1e4;
          const shown = { x: mix('x'), y: mix('y') };
          const back = say(read(shown, name), name);
          // The blue of gamut B is purer than any that can be said.
          assertNear(back, [shown.x, shown.y], name === 'B' ? 0.02 : 0.006);
        }),
        { numRuns: 2_000 },
      );
    });
  }

  it('of CSS never lie outside of what a lamp shows', () => {
    for (const name of names)
      for (const title of cssColorNames) {
        const rgb = parseCssColorName(title);
        assert.ok(rgb !== undefined);
        if (title === 'black') continue;
        const xy = say(rgb, name);
        assertNear(clampToGamut(xy, gamutsByType[name]), [xy.x, xy.y], 0.0002);
      }
  });

  it('of a group lie within what one of its lamps shows, and each lamp shows nearly what it would by itself', () => {
    fc.assert(
      fc.property(anyColor, fc.subarray([...names], { minLength: 1 }), (rgb, group) => {
        const gamuts = group.map((name) => gamutsByType[name]);
        const sent = rgbToXy(rgb, { gamuts });
        const shown = group.map((name) => clampToGamut(sent, gamutsByType[name]));
        const least = Math.min(...shown.map((xy) => Math.hypot(xy.x - sent.x, xy.y - sent.y)));
        assert.ok(least < 0.0002, `${JSON.stringify(sent)} is beyond every lamp`);
        for (const [index, name] of group.entries()) {
          const { x, y } = say(rgb, name);
          const xy = shown[index];
          assert.ok(xy !== undefined);
          assertNear(xy, [x, y], 0.03);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('are those of gamut C where the gamut is not known', () => {
    assert.deepEqual(rgbToXy([255, 0, 0]), gamutsByType.C.red);
    assert.deepEqual(xyToRgb(gamutsByType.C.green), [0, 255, 0]);
  });
});

const isNearCorner = (xy: Xy, name: GamutName): boolean =>
  Object.values(gamutsByType[name]).some(
    ({ x, y }) => Math.hypot(xy.x - x, xy.y - y) < (name === 'B' ? 0.025 : 0.002),
  );

const englishNames = [...new Set(translatedColorNames.map(([, english]) => english))];

describe('Colour names in nine languages', () => {
  it('mean an English name each', () => {
    for (const name of englishNames) {
      assert.ok(cssColorNames.includes(name) || whiteNames.includes(name), name);
    }
    for (const [name, english] of translatedColorNames) {
      assert.equal(translateColorName(name), english, name);
      assert.equal(parseCssColorName(name)?.join(), parseCssColorName(english)?.join(), name);
      assert.equal(namedWhiteToKelvin(name), namedWhiteToKelvin(english), name);
    }
  });

  it('are never another English name, and no other notation of a colour', () => {
    for (const [name, english] of translatedColorNames) {
      const key = name
        .toLowerCase()
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f\s-]/g, '');
      if (cssColorNames.includes(key) || whiteNames.includes(key)) assert.equal(key, english);
      assert.equal(parseX11OnlyColor(key), undefined, name);
      assert.equal(parseHexColor(key), undefined, name);
    }
  });

  it('are understood without regard to case, accents, spaces and the word for colour', () => {
    assert.equal(translateColorName(' GRUN '), 'green');
    assert.equal(translateColorName('Weiss'), 'white');
    assert.equal(translateColorName('blanco calido'), 'warm');
    assert.equal(translateColorName('Темно-синий'), 'darkblue');
    assert.equal(translateColorName('红色'), 'red');
    assert.equal(translateColorName('金色'), 'gold');
    assert.equal(translateColorName('빨간색'), 'red');
    assert.equal(translateColorName('色'), undefined);
    assert.equal(translateColorName('constructor'), undefined);
  });

  it('are payloads of a light node, as colours and as whites', () => {
    const parse = (value: string): unknown => parseBareValue(value, 'msg.payload');
    assert.deepEqual(parse('türkis'), { ok: true, value: ['color', 'türkis'] });
    assert.deepEqual(parse('Warmweiß'), { ok: true, value: ['kelvin', 'Warmweiß'] });
    assert.deepEqual(parse('차가운 흰색'), { ok: true, value: ['kelvin', '차가운 흰색'] });
  });
});
