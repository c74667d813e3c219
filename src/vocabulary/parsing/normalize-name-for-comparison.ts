/** A name without what makes no difference between names: spaces around it, upper and lower case, how letters with accents are encoded. */
export const normalizeNameForComparison = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase();
