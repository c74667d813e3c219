/** A point of the CIE 1931 chromaticity diagram, from 0 to 1. */
export interface Xy {
  x: number;
  y: number;
}

/** From 0 to 255, gamma corrected for screens. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const rgbToHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

const kelvinTimesMirek = 1_000_000;

/** Mirek is reciprocal megakelvin; rounded. */
export const kelvinToMirek = (kelvin: number): number => Math.round(kelvinTimesMirek / kelvin);

/** Rounded. */
export const mirekToKelvin = (mirek: number): number => Math.round(kelvinTimesMirek / mirek);
