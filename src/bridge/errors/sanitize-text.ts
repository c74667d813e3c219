import { replaceHiddenCharacters } from '../../resources/validation/problem-sentence';

/**
 * Replaces control and bidirectional characters by spaces and limits the length.
 *
 * @param maxLength in characters
 */
export const sanitizeText = (text: string, maxLength = 300): string => {
  const clean = replaceHiddenCharacters(text.slice(0, maxLength * 2), () => ' ').trim();
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean;
};

/** Returns the message as a sentence with one full stop, without the class name. */
export function getErrorSentence(thrown: unknown): string {
  const message = sanitizeText(thrown instanceof Error ? thrown.message : String(thrown), 500);
  if (message === '') return 'No reason was given.';
  return /[.!?\u2026]$/.test(message) ? message : `${message}.`;
}
