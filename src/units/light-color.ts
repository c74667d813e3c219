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
