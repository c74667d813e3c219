import { replaceHidden } from '../../resources/hidden-characters';

/**
 * Makes words from the network safe to show: no hidden characters, no reversal of the line, no
 * endless text.
 *
 * @param words whatever came
 * @param longest most characters to keep
 */
export const printable = (words: string, longest = 300): string => {
  const clean = replaceHidden(words.slice(0, longest * 2), () => ' ').trim();
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean;
};
