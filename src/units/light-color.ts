/** A point of the CIE 1931 chromaticity diagram; both between 0 and 1. */
export interface Xy {
  x: number;
  y: number;
}

/** Red, green and blue, each from 0 to 255, as screens take them: gamma corrected. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Hex notation such as `#ff8800` of an sRGB colour. */
export const rgbToHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

const kelvinTimesMirek = 1_000_000;

/** Colour temperature in mirek (reciprocal megakelvin), rounded, of one in kelvin. */
export const kelvinToMirek = (kelvin: number): number => Math.round(kelvinTimesMirek / kelvin);

/** Colour temperature in kelvin, rounded, of one in mirek (reciprocal megakelvin). */
export const mirekToKelvin = (mirek: number): number => Math.round(kelvinTimesMirek / mirek);
