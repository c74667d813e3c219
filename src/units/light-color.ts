/** A point of the CIE 1931 chromaticity diagram; both between 0 and 1. */
export interface Xy {
  x: number;
  y: number;
}

/** The triangle of colours a lamp can show. */
export interface Gamut {
  red: Xy;
  green: Xy;
  blue: Xy;
}

/** Red, green and blue in sRGB, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Gamuts by the `gamut_type` of a lamp (Hue developer documentation; A and C as lamps report them). */
export const gamutsByType: Readonly<Record<string, Gamut>> = {
  A: { red: { x: 0.704, y: 0.296 }, green: { x: 0.2151, y: 0.7106 }, blue: { x: 0.138, y: 0.08 } },
  B: { red: { x: 0.675, y: 0.322 }, green: { x: 0.409, y: 0.518 }, blue: { x: 0.167, y: 0.04 } },
  C: {
    red: { x: 0.6915, y: 0.3083 },
    green: { x: 0.17, y: 0.7 },
    blue: { x: 0.1532, y: 0.0475 },
  },
};

const whiteXy: Xy = { x: 0.3127, y: 0.329 };

const toLinear = (channel: number): number => {
  const share = channel / 255;
  return share > 0.04045 ? ((share + 0.055) / 1.055) ** 2.4 : share / 12.92;
};

const toChannel = (linear: number): number => {
  const share = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, share)));
};

/**
 * Chromaticity of an sRGB colour (IEC 61966-2-1, D65). Black has none and counts as white.
 *
 * @param rgb channels from 0 to 255
 * @returns chromaticity, rounded to four places as lamps report it
 */
export function rgbToXy([red, green, blue]: Rgb): Xy {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const bigX = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b;
  const bigY = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const bigZ = 0.0193339 * r + 0.119192 * g + 0.9503041 * b;
  const sum = bigX + bigY + bigZ;
  if (sum === 0) return whiteXy;
  return roundXy({ x: bigX / sum, y: bigY / sum });
}

/**
 * sRGB colour of a chromaticity at full brightness, for showing it on a screen.
 *
 * @param xy chromaticity; what sRGB cannot show is clipped
 * @returns channels from 0 to 255
 */
export function xyToRgb({ x, y }: Xy): Rgb {
  const height = y === 0 ? 1e-6 : y;
  const bigX = x / height;
  const bigZ = (1 - x - height) / height;
  const linear = [
    3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ,
    -0.969266 * bigX + 1.8760108 + 0.041556 * bigZ,
    0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ,
  ].map((channel) => Math.max(0, channel));
  const strongest = Math.max(...linear, 1e-6);
  const [red = 0, green = 0, blue = 0] = linear.map((channel) => toChannel(channel / strongest));
  return [red, green, blue];
}

/** Hex notation such as `#ff8800` of an sRGB colour. */
export const rgbToHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/**
 * Nearest chromaticity that a lamp can show.
 *
 * @param xy wanted chromaticity
 * @param gamut the lamp's own triangle
 * @returns `xy` itself when inside, otherwise the nearest point on the triangle's edges
 */
export function clampToGamut(xy: Xy, { red, green, blue }: Gamut): Xy {
  const edges: readonly (readonly [Xy, Xy])[] = [
    [red, green],
    [green, blue],
    [blue, red],
  ];
  const edgeSides = edges.map(([from, to]) => edgeSide(from, to, xy));
  if (edgeSides.every((value) => value >= 0) || edgeSides.every((value) => value <= 0)) return xy;
  const candidates = edges.map(([from, to]) => nearestOnEdge(from, to, xy));
  const nearest = candidates.reduce((best, point) =>
    distance(point, xy) < distance(best, xy) ? point : best,
  );
  return roundXy(nearest);
}

const edgeSide = (from: Xy, to: Xy, point: Xy): number =>
  (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);

const distance = (one: Xy, other: Xy): number => Math.hypot(one.x - other.x, one.y - other.y);

function nearestOnEdge(from: Xy, to: Xy, point: Xy): Xy {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return { x: from.x + share * dx, y: from.y + share * dy };
}

const roundXy = ({ x, y }: Xy): Xy => ({
  x: Math.round(x * 10_000) / 10_000,
  y: Math.round(y * 10_000) / 10_000,
});

const kelvinTimesMirek = 1_000_000;

/** Colour temperature in mirek (reciprocal megakelvin), rounded, of one in kelvin. */
export const kelvinToMirek = (kelvin: number): number => Math.round(kelvinTimesMirek / kelvin);

/** Colour temperature in kelvin, rounded, of one in mirek (reciprocal megakelvin). */
export const mirekToKelvin = (mirek: number): number => Math.round(kelvinTimesMirek / mirek);
