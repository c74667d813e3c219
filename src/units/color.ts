import { interpolate, roundTo } from './arithmetic';

/** A point of the CIE 1931 chromaticity diagram, from 0 to 1. */
export interface Xy {
  x: number;
  y: number;
}

/** From 0 to 255, gamma corrected for screens. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const rgbToHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** @param text `#ff8800`, `ff8800` or `#f80`, in any case; alpha is ignored: `#ff8800cc`, `ff8800cc`, `#f80c` */
export function parseHexColor(text: string): Rgb | undefined {
  const long = /^#[0-9a-f]{3,4}$/i.test(text) ? text.replace(/[0-9a-f]/gi, '$&$&') : text;
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(long);
  if (match === null) return undefined;
  const [, red = '', green = '', blue = ''] = match;
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}

const kelvinTimesMirek = 1_000_000;

/** Mirek is reciprocal megakelvin; rounded. */
export const kelvinToMirek = (kelvin: number): number => Math.round(kelvinTimesMirek / kelvin);

/** Rounded. */
export const mirekToKelvin = (mirek: number): number => Math.round(kelvinTimesMirek / mirek);

/** The triangle of colours that a lamp can show. */
export interface Gamut {
  red: Xy;
  green: Xy;
  blue: Xy;
}

/** By the `gamut_type` of a lamp. Sources: Hue developer documentation; A and C as lamps report them. */
export const gamutsByType = {
  A: { red: { x: 0.704, y: 0.296 }, green: { x: 0.2151, y: 0.7106 }, blue: { x: 0.138, y: 0.08 } },
  B: { red: { x: 0.675, y: 0.322 }, green: { x: 0.409, y: 0.518 }, blue: { x: 0.167, y: 0.04 } },
  C: {
    red: { x: 0.6915, y: 0.3083 },
    green: { x: 0.17, y: 0.7 },
    blue: { x: 0.1532, y: 0.0475 },
  },
} as const satisfies Readonly<Record<string, Gamut>>;

type Edge = readonly [from: Xy, to: Xy];

const listEdges = ({ red, green, blue }: Gamut): readonly Edge[] => [
  [red, green],
  [green, blue],
  [blue, red],
];

export const getXyDistance = (one: Xy, other: Xy): number =>
  Math.hypot(one.x - other.x, one.y - other.y);

/** Twice the area between edge and point; positive if the point is to the left of the edge. */
const crossProduct = ([from, to]: Edge, point: Xy): number =>
  (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);

const getSignedArea = ({ red, green, blue }: Gamut): number => crossProduct([red, green], blue) / 2;

/** Bridges report triangles without an area for lamps with an unknown gamut. */
const leastArea = 0.001;

export const isGamut = (gamut: Gamut): boolean => Math.abs(getSignedArea(gamut)) >= leastArea;

const measureDepth = (point: Xy, edge: Edge, gamut: Gamut): number =>
  (Math.sign(getSignedArea(gamut)) * crossProduct(edge, point)) / (getXyDistance(...edge) || 1);

/** To four places, as lamps do. */
const roundXy = ({ x, y }: Xy): Xy => ({ x: roundTo(x, 4), y: roundTo(y, 4) });

/** Returns `xy` itself inside the gamut, otherwise the nearest point on its edges. */
export function clampToGamut(xy: Xy, gamut: Gamut): Xy {
  const edges = listEdges(gamut);
  if (edges.every((edge) => measureDepth(xy, edge, gamut) >= 0)) return xy;
  const nearest = edges.map((edge) => getNearestPointOnEdge(xy, edge));
  return roundXy(takeNearest(xy, nearest));
}

/** Returns the nearest chromaticity that one of the lamps can show; `xy` itself without a gamut. */
export const clampToGamuts = (xy: Xy, gamuts: readonly Gamut[]): Xy =>
  takeNearest(
    xy,
    gamuts.map((gamut) => clampToGamut(xy, gamut)),
  );

/** Returns the first of the points that are nearest to `xy`; `xy` itself without a point. */
function takeNearest(xy: Xy, points: readonly Xy[]): Xy {
  const distances = points.map((point) => getXyDistance(point, xy));
  return points[distances.indexOf(Math.min(...distances))] ?? xy;
}

export function getNearestPointOnEdge(point: Xy, [from, to]: Edge): Xy {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return { x: from.x + share * dx, y: from.y + share * dy };
}

/** Lamps round to four places, in both directions. */
const edgeTolerance = 0.000_075;

/**
 * Moves colours inside the gamut away from its edges, so that `undoClamping` can recognise clamped colours.
 *
 * @param isPure true for a colour of maximum purity: it is inside near an edge only by chance
 */
function clampReversibly(xy: Xy, gamut: Gamut, isPure: boolean): Xy {
  const clamped = clampToGamut(xy, gamut);
  const isBeyond = getXyDistance(clamped, xy) > (isPure ? 0 : edgeTolerance);
  return isBeyond ? clamped : clampToGamut(xy, withoutRim(gamut));
}

/** The rim is narrower than a visible difference of colours. */
function withoutRim(gamut: Gamut): Gamut {
  const { red, green, blue } = gamut;
  const [redSide, greenSide, blueSide] = [
    getXyDistance(green, blue),
    getXyDistance(blue, red),
    getXyDistance(red, green),
  ];
  const perimeter = redSide + greenSide + blueSide;
  const center = {
    x: (redSide * red.x + greenSide * green.x + blueSide * blue.x) / perimeter,
    y: (redSide * red.y + greenSide * green.y + blueSide * blue.y) / perimeter,
  };
  const radius = (2 * Math.abs(getSignedArea(gamut))) / perimeter;
  const share = Math.max(0, 1 - (2 * edgeTolerance) / radius);
  const shrink = ({ x, y }: Xy): Xy => ({
    x: center.x + share * (x - center.x),
    y: center.y + share * (y - center.y),
  });
  return { red: shrink(red), green: shrink(green), blue: shrink(blue) };
}

interface ColorRange {
  /** Contains all colours. */
  readonly outer: Gamut;
  readonly white: Xy;
}

/**
 * Returns the purest colour that is clamped to a point on the edge; a pale colour where the edge passes near white, as
 * in gamut B, since white and pale colours are clamped there too.
 *
 * @returns `xy` itself inside the gamut, otherwise a point of the outer triangle if one is farther out
 */
function undoClamping(xy: Xy, gamut: Gamut, { outer, white }: ColorRange): Xy {
  const edges = listEdges(gamut);
  const depths = edges.map((edge) => measureDepth(xy, edge, gamut));
  const least = Math.min(...depths);
  if (least > edgeTolerance) return xy;
  for (const name of ['red', 'green', 'blue'] as const)
    if (getXyDistance(clampToGamut(xy, gamut), gamut[name]) <= 2 * edgeTolerance)
      return outer[name];
  const edge = edges[depths.indexOf(least)];
  const pure = edge && findFartherOut(xy, edge, gamut, outer);
  if (pure === undefined) return xy;
  const share = Math.min(
    1,
    Math.max(0, (getXyDistance(xy, white) - paleUpTo) / (pureFrom - paleUpTo)),
  );
  return { x: interpolate(xy.x, pure.x, share), y: interpolate(xy.y, pure.y, share) };
}

/** Distances from white: up to the first, a colour on an edge is read as pale; from the second, as pure. */
const [paleUpTo, pureFrom] = [0.02, 0.05] as const;

/** On the ray that leaves the edge at a right angle. */
function findFartherOut(xy: Xy, edge: Edge, gamut: Gamut, outer: Gamut): Xy | undefined {
  const [from, to] = edge;
  const start = getNearestPointOnEdge(xy, edge);
  const side = Math.sign(getSignedArea(gamut));
  const ray = { x: side * (to.y - from.y), y: side * (from.x - to.x) };
  const distances = listEdges(outer).flatMap(([a, b]) => {
    const along = { x: b.x - a.x, y: b.y - a.y };
    const determinant = ray.x * along.y - ray.y * along.x;
    const [dx, dy] = [a.x - start.x, a.y - start.y];
    const distance = (dx * along.y - dy * along.x) / determinant;
    const share = (dx * ray.y - dy * ray.x) / determinant;
    return distance > 0 && share >= 0 && share <= 1 ? [distance] : [];
  });
  const first = Math.min(...distances);
  return first === Infinity
    ? undefined
    : { x: start.x + first * ray.x, y: start.y + first * ray.y };
}

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
