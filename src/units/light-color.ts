/** A point of the CIE 1931 chromaticity diagram; both coordinates between 0 and 1. */
export interface Xy {
  x: number;
  y: number;
}

/** Red, green and blue, each from 0 to 255, gamma corrected for screens. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const rgbToHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

const kelvinTimesMirek = 1_000_000;

/** Converts a colour temperature from kelvin to mirek (reciprocal megakelvin), rounded. */
export const kelvinToMirek = (kelvin: number): number => Math.round(kelvinTimesMirek / kelvin);

/** Converts a colour temperature from mirek (reciprocal megakelvin) to kelvin, rounded. */
export const mirekToKelvin = (mirek: number): number => Math.round(kelvinTimesMirek / mirek);
