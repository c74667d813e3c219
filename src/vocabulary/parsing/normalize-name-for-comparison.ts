/** Outer spaces, case, and the encoding of accents do not count. */
export const normalizeNameForComparison = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase();
