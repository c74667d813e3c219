/** A name without what does not tell names apart: spaces around it, upper and lower case, how letters with accents are encoded. */
export const foldCase = (text: string): string => text.trim().normalize('NFC').toLowerCase();
