/**
 * Makes words from the network safe to show: no control characters, no reversal of the line, no
 * endless text.
 *
 * @param words whatever came
 * @param longest most characters to keep
 */
export const printable = (words: string, longest = 300): string => {
  const clean = words
    .slice(0, longest * 2)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean;
};
