const kelvinTimesMirek = 1_000_000;

/** Colour temperature in mirek (reciprocal megakelvin), rounded, of one in kelvin. */
export const kelvinToMirek = (kelvin: number): number => Math.round(kelvinTimesMirek / kelvin);

/** Colour temperature in kelvin, rounded, of one in mirek (reciprocal megakelvin). */
export const mirekToKelvin = (mirek: number): number => Math.round(kelvinTimesMirek / mirek);
