import { replaceHiddenCharacters } from '../../resources/validation/hidden-characters';

/**
 * Makes text from the network safe to display: removes control and bidirectional characters and
 * limits the length.
 *
 * @param text untrusted text
 * @param maxLength most characters to keep
 */
export const sanitizeText = (text: string, maxLength = 300): string => {
  const clean = replaceHiddenCharacters(text.slice(0, maxLength * 2), () => ' ').trim();
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean;
};
