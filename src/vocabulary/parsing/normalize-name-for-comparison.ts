/** Outer spaces, the number of spaces between words, case, and the encoding of accents do not count. */
export const normalizeNameForComparison = (text: string): string =>
  text.trim().replaceAll(/\s+/g, ' ').normalize('NFC').toLowerCase();
