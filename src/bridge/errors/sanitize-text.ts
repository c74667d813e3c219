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

/**
 * The message of anything that was thrown, as a sentence inside a warning.
 *
 * @returns the message without the name of its class, with one full stop at its end
 */
export function getErrorSentence(thrown: unknown): string {
  const message = sanitizeText(thrown instanceof Error ? thrown.message : String(thrown), 500);
  if (message === '') return 'No reason was given.';
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}
