/**
 * Removes differences that do not count: outer spaces, upper and lower case, the encoding of
 * accents.
 */
export const normalizeNameForComparison = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase();
