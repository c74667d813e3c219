import {
  clampReversibly,
  clampToGamuts,
  gamutsByType,
  roundXy,
  takeNearest,
  undoClamping,
} from './gamut';
import type { Gamut } from './gamut';
import type { Rgb, Xy } from './light-color';

/**
 * Meaning of red, green and blue: the colours of the lamp, as in the app of the maker, or those of a screen (sRGB).
 */
export const colorSpaceNames = ['lamp', 'srgb'] as const;

export type ColorSpace = (typeof colorSpaceNames)[number];

/** Linear light of red, green and blue, or CIE XYZ. */
type Triple = readonly [number, number, number];

export type Matrix = readonly [Triple, Triple, Triple];

interface RgbConversion {
  readonly toXyz: Matrix;
  readonly fromXyz: Matrix;
}

/** IEC 61966-2-1, D65. */
export const srgbConversion: RgbConversion = {
  toXyz: [
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.072175],
    [0.0193339, 0.119192, 0.9503041],
  ],
  fromXyz: [
    [3.2404542, -1.5371385, -0.4985314],
    [-0.969266, 1.8760108, 0.041556],
    [0.0556434, -0.2040259, 1.0572252],
  ],
};

/** "Wide RGB D65" of the Hue developer documentation, "Color conversion formulas: RGB to XY and back". */
export const wideRgbConversion: RgbConversion = {
  toXyz: [
    [0.664511, 0.154324, 0.162028],
    [0.283881, 0.668433, 0.047685],
    [0.000088, 0.07231, 0.986039],
  ],
  fromXyz: [
    [1.656492, -0.354851, -0.255038],
    [-0.707196, 1.655397, 0.036152],
    [0.051713, -0.121364, 1.01153],
  ],
};

/** D65, the white of sRGB (CIE 15). */
const whiteXy: Xy = { x: 0.3127, y: 0.329 };

export function multiplyMatrix([first, second, third]: Matrix, [a, b, c]: Triple): Triple {
  const multiply = ([x, y, z]: Triple): number => x * a + y * b + z * c;
  return [multiply(first), multiply(second), multiply(third)];
}

export const mapTriple = (
  triple: Triple,
  map: (value: number, index: 0 | 1 | 2) => number,
): Triple => [map(triple[0], 0), map(triple[1], 1), map(triple[2], 2)];

/** At luminance 1. */
function toXyz({ x, y }: Xy): Triple {
  const height = y === 0 ? 1e-6 : y;
  return [x / height, 1, (1 - x - height) / height];
}

function toXy([x, y, z]: Triple): Xy {
  const sum = x + y + z;
  return sum === 0 ? whiteXy : { x: x / sum, y: y / sum };
}

/** @param channel from 0 to 255 */
export const toLinear = (channel: number): number => {
  const share = channel / 255;
  return share > 0.04045 ? ((share + 0.055) / 1.055) ** 2.4 : share / 12.92;
};

/** Inverse of `toLinear`, but from 0 to 1. */
export const toGamma = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;

const toChannel = (linear: number): number =>
  Math.round(255 * Math.min(1, Math.max(0, toGamma(linear))));

/**
 * For D65 in the wide conversion: equal shares give a pinkish white (0.3227, 0.3290). A colour gets more of these
 * shares the closer it is to grey; pure colours keep their published values.
 */
const whiteShares = multiplyMatrix(wideRgbConversion.fromXyz, toXyz(whiteXy));

const getWhiteness = (linear: Triple): number =>
  Math.max(...linear) === 0 ? 0 : (Math.min(...linear) / Math.max(...linear)) ** 4;

const addWhite = (linear: Triple, whiteness: number): Triple =>
  mapTriple(linear, (value, index) => value * (1 + (whiteShares[index] - 1) * whiteness));

/** Inverse of `addWhite`. Each round at least halves the error of the whiteness. */
function removeWhite(whitened: Triple): Triple {
  let linear = whitened;
  for (let round = 0; round < 12; round += 1) {
    const whiteness = getWhiteness(linear);
    linear = mapTriple(
      whitened,
      (value, index) => value / (1 + (whiteShares[index] - 1) * whiteness),
    );
  }
  return linear;
}

/** Pure red, green and blue in the wide conversion. No lamp can show them. */
const wideCorners: Gamut = {
  red: toXy(multiplyMatrix(wideRgbConversion.toXyz, [1, 0, 0])),
  green: toXy(multiplyMatrix(wideRgbConversion.toXyz, [0, 1, 0])),
  blue: toXy(multiplyMatrix(wideRgbConversion.toXyz, [0, 0, 1])),
};

const wideRange = { outer: wideCorners, white: whiteXy };

interface RgbToXyOptions {
  /** `lamp` if missing. */
  space?: ColorSpace | undefined;
  /** Several for a group. Without any, sRGB is not clamped, and `lamp` is clamped to C. */
  gamuts?: readonly Gamut[] | undefined;
}

/**
 * Ignores the brightness: a darker shade is the same colour, and black counts as white.
 *
 * @returns chromaticity within one of the gamuts, rounded to four places as lamps report it
 */
export function rgbToXy(rgb: Rgb, { space = 'lamp', gamuts = [] }: RgbToXyOptions = {}): Xy {
  const linear = mapTriple(rgb, toLinear);
  if (space === 'srgb')
    return roundXy(clampToGamuts(toXy(multiplyMatrix(srgbConversion.toXyz, linear)), gamuts));
  const own = gamuts.length === 0 ? [gamutsByType.C] : gamuts;
  const pure = getPureName(rgb);
  if (pure !== undefined) {
    const corners = own.map((gamut) => gamut[pure]);
    return roundXy(takeNearest(wideCorners[pure], corners));
  }
  const xy = toXy(multiplyMatrix(wideRgbConversion.toXyz, addWhite(linear, getWhiteness(linear))));
  const isPure = Math.min(...rgb) === 0;
  const shown = own.map((gamut) => clampReversibly(xy, gamut, isPure));
  return roundXy(takeNearest(xy, shown));
}

function getPureName([red, green, blue]: Rgb): keyof Gamut | undefined {
  if (green === 0 && blue === 0) return red === 0 ? undefined : 'red';
  if (red !== 0) return undefined;
  if (blue === 0) return 'green';
  return green === 0 ? 'blue' : undefined;
}

export interface XyToRgbOptions {
  space?: ColorSpace | undefined;
  /** C if missing. Not used in sRGB. */
  gamut?: Gamut | undefined;
}

/**
 * Inverse of `rgbToXy`, at full brightness. A point on the edge of the gamut is read as the purest colour that the lamp
 * shows there.
 *
 * @param xy clipped to sRGB in the space `srgb`
 */
export function xyToRgb(
  xy: Xy,
  { space = 'lamp', gamut = gamutsByType.C }: XyToRgbOptions = {},
): Rgb {
  if (space === 'srgb') return toRgb(fromXy(xy, srgbConversion));
  return toRgb(removeWhite(fromXy(undoClamping(xy, gamut, wideRange), wideRgbConversion)));
}

const fromXy = (xy: Xy, { fromXyz }: RgbConversion): Triple =>
  mapTriple(multiplyMatrix(fromXyz, toXyz(xy)), (value) => Math.max(0, value));

const toRgb = (linear: Triple): Rgb => {
  const strongest = Math.max(...linear, 1e-6);
  return mapTriple(linear, (value) => toChannel(value / strongest));
};

/** In sRGB, at full brightness. */
export const mirekToRgb = (mirek: number): Rgb => xyToRgb(mirekToXy(mirek), { space: 'srgb' });

const minKelvin = 1_667;
const maxKelvin = 25_000;

/**
 * Source: the cubic spline of Kim et al., "Design of advanced colour temperature control system for HDTV applications"
 * (Journal of the Korean Physical Society, 2002).
 *
 * @param mirek limited to 40 … 599, the range of the spline
 */
export function mirekToXy(mirek: number): Xy {
  const kelvin = Math.min(maxKelvin, Math.max(minKelvin, 1_000_000 / mirek));
  const x = chromaticityX(kelvin);
  return { x, y: chromaticityY(kelvin, x) };
}

const cubic = (value: number, [a, b, c, d]: readonly [number, number, number, number]): number =>
  ((a * value + b) * value + c) * value + d;

const chromaticityX = (kelvin: number): number =>
  cubic(
    1_000 / kelvin,
    kelvin <= 4_000
      ? [-0.2661239, -0.234358, 0.8776956, 0.17991]
      : [-3.0258469, 2.1070379, 0.2226347, 0.24039],
  );

function chromaticityY(kelvin: number, x: number): number {
  if (kelvin <= 2_222) return cubic(x, [-1.1063814, -1.3481102, 2.18555832, -0.20219683]);
  if (kelvin <= 4_000) return cubic(x, [-0.9549476, -1.37418593, 2.09137015, -0.16748867]);
  return cubic(x, [3.081758, -5.8733867, 3.75112997, -0.37001483]);
}

/**
 * @param hue degrees, in any turn of the circle
 * @param saturation from 0 to 1
 * @param value from 0 to 1
 * @returns not rounded
 */
export function hsvToRgb(hue: number, saturation: number, value: number): Rgb {
  const channel = (offset: number): number => {
    const sector = (offset + normalizeHue(hue) / 60) % 6;
    const fall = Math.max(0, Math.min(sector, 4 - sector, 1));
    return 255 * (value - value * saturation * fall);
  };
  return [channel(5), channel(3), channel(1)];
}

/**
 * CSS Color Module Level 4, section 7.
 *
 * @param hue degrees, in any turn of the circle
 * @param saturation from 0 to 1
 * @param lightness from 0 to 1
 * @returns not rounded
 */
export function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const value = lightness + saturation * Math.min(lightness, 1 - lightness);
  return hsvToRgb(hue, value === 0 ? 0 : 2 * (1 - lightness / value), value);
}

/** @returns hue in degrees from 0 to below 360 (0 for grey), saturation and value from 0 to 1 */
export function rgbToHsv(rgb: Rgb): { hue: number; saturation: number; value: number } {
  const [red, green, blue] = rgb;
  const highest = Math.max(...rgb);
  const range = highest - Math.min(...rgb);
  const saturation = highest === 0 ? 0 : range / highest;
  if (range === 0) return { hue: 0, saturation, value: highest / 255 };
  const sector =
    highest === red
      ? (green - blue) / range
      : highest === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { hue: normalizeHue(sector * 60), saturation, value: highest / 255 };
}

/**
 * CSS Color Module Level 4, section 7.
 *
 * @returns hue in degrees from 0 to below 360, saturation and lightness from 0 to 1
 */
export function rgbToHsl(rgb: Rgb): { hue: number; saturation: number; lightness: number } {
  const { hue, saturation, value } = rgbToHsv(rgb);
  const lightness = value * (1 - saturation / 2);
  const range = Math.min(lightness, 1 - lightness);
  return { hue, saturation: range === 0 ? 0 : (value - lightness) / range, lightness };
}

/** From 0 to below 360 degrees. */
export const normalizeHue = (hue: number): number => ((hue % 360) + 360) % 360;
