import {
  mapTriple,
  multiplyMatrix,
  srgbConversion,
  toGamma,
  toLinear,
  wideRgbConversion,
  clampToGamut,
} from '../../../units/color';
import type { Matrix, Rgb, Xy, Gamut } from '../../../units/color';
import { parseCssColorName, parseX11OnlyColor } from '../../../units/color-names';

/** Conversion of colours in HueMagic: the matrix "Wide RGB D65" with the white of sRGB. */
const toXyzMatrix: Matrix = [
  [0.649926, 0.103455, 0.197109],
  [0.234327, 0.743075, 0.022598],
  [0, 0.053077, 1.035763],
];

/**
 * @param gamut missing for a group, whose lamps each show the nearest colour
 * @returns 0, 0 for black
 */
export function rgbToHueMagicXy(rgb: Rgb, gamut: Gamut | undefined): Xy {
  const [x, y, z] = multiplyMatrix(toXyzMatrix, mapTriple(rgb, toLinear));
  const sum = x + y + z;
  if (sum === 0) return { x: 0, y: 0 };
  const xy = { x: x / sum, y: y / sum };
  return gamut === undefined ? xy : clampToGamut(xy, gamut);
}

/**
 * @param brightness percent; scales the channels
 * @returns whole channels
 */
export function xyToHueMagicRgb({ x, y }: Xy, brightness: number): Rgb {
  const luminance = brightness / 100;
  const scale = y === 0 ? 0 : luminance / y;
  const linear = multiplyMatrix(wideRgbConversion.fromXyz, [
    scale * x,
    luminance,
    scale * (1 - x - y),
  ]);
  const shares = mapTriple(linear, (channel) => Math.max(0, toGamma(channel)));
  const most = Math.max(1, ...shares);
  return mapTriple(shares, (share) => Math.floor((share / most) * 255));
}

/** @param share of the first colour, from 0 to 1 */
export const mixRgb = (first: Rgb, second: Rgb, share: number): Rgb =>
  mapTriple(first, (channel, index) => Math.trunc(channel * share + second[index] * (1 - share)));

/** CSS and X11 lack these colours or define them differently. Numbers of six hex digits. */
const furtherColors: ReadonlyMap<string, number> = new Map([
  ['indian red', 0xb0171f],
  ['orange', 0xff8000],
  ['paleturquoise', 0xaeeeee],
  ['springgreen 1', 0x00ee76],
  ['springgreen 2', 0x00cd66],
  ['springgreen 3', 0x008b45],
  ['gray 42', 0x696969],
  ['banana', 0xe3cf57],
  ['brick', 0x9c661f],
  ['burntsienna', 0x8a360f],
  ['burntumber', 0x8a3324],
  ['cadmiumorange', 0xff6103],
  ['cadmiumyellow', 0xff9912],
  ['carrot', 0xed9121],
  ['cobalt', 0x3d59ab],
  ['cobaltgreen', 0x3d9140],
  ['coldgrey', 0x808a87],
  ['eggshell', 0xfce6c9],
  ['emeraldgreen', 0x00c957],
  ['flesh', 0xff7d40],
  ['ivoryblack', 0x292421],
  ['manganeseblue', 0x03a89e],
  ['melon', 0xe3a869],
  ['mint', 0xbdfcc9],
  ['peacock', 0x33a1c9],
  ['raspberry', 0x872657],
  ['rawsienna', 0xc76114],
  ['sapgreen', 0x308014],
  ['sepia', 0x5e2612],
  ['turquoiseblue', 0x00c78c],
  ['warmgrey', 0x808069],
]);

/** In mirek. */
export const hueMagicWhites: ReadonlyMap<unknown, number> = new Map([
  ['cold', 153],
  ['normal', 240],
  ['warm', 400],
  ['hot', 500],
]);

export const asksForRandomColor = (name: string): boolean => /random|any|whatever/.test(name);

/** Also accepts `furtherColors`, and texts such as `random`. */
export function readHueMagicColorName(name: string): Rgb | undefined {
  if (asksForRandomColor(name)) return toRgb(Math.floor(Math.random() * 0xff_ff_ff));
  const text = name.trim().toLowerCase();
  const further = furtherColors.get(text);
  return further === undefined
    ? (parseCssColorName(text) ?? parseX11OnlyColor(text))
    : toRgb(further);
}

const toRgb = (number: number): Rgb => [number >> 16, (number >> 8) & 255, number & 255];

/** In the order of HueMagic. */
const basicColors = [
  ['black', 0x000000],
  ['blue', 0x0000ff],
  ['cyan', 0x00ffff],
  ['green', 0x008000],
  ['teal', 0x008080],
  ['turquoise', 0x40e0d0],
  ['indigo', 0x4b0082],
  ['gray', 0x808080],
  ['purple', 0x800080],
  ['brown', 0xa52a2a],
  ['tan', 0xd2b48c],
  ['violet', 0xee82ee],
  ['beige', 0xf5f5dc],
  ['fuchsia', 0xff00ff],
  ['gold', 0xffd700],
  ['orange', 0xffa500],
  ['pink', 0xffc0cb],
  ['red', 0xff0000],
  ['white', 0xffffff],
  ['yellow', 0xffff00],
] as const;

/** Nearest in the CIELAB space. */
export function nameBasicColor(rgb: Rgb): string {
  const lab = toLab(rgb);
  let nearest = { name: 'black', distance: Infinity };
  for (const [name, number] of basicColors) {
    const [l, a, b] = toLab(toRgb(number));
    const distance = Math.hypot(l - lab[0], a - lab[1], b - lab[2]);
    if (distance < nearest.distance) nearest = { name, distance };
  }
  return nearest.name;
}

const xyzOfD65 = [0.95047, 1, 1.08883] as const;

/** L, a and b (CIE 1976, D65) of sRGB. */
function toLab(rgb: Rgb): Rgb {
  const xyz = multiplyMatrix(srgbConversion.toXyz, mapTriple(rgb, toLinear));
  const [x, y, z] = mapTriple(xyz, (value, index) => toLabShare(value / xyzOfD65[index]));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const toLabShare = (value: number): number =>
  value > 0.008856452 ? Math.cbrt(value) : value / 0.128418549 + 4 / 29;
