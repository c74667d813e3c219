import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { rgbToXy, xyToRgb, rgbToHex, clampToGamut, gamutsByType } from '../../src/units/color';
import { cssColorNames, parseCssColorName } from '../../src/units/color-names';
import type { Rgb, Xy } from '../../src/units/color';
import { publishedColors, publishedPaleColors, testedColors } from './support/published-colors';
import type { PublishedColor } from './support/published-colors';

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
