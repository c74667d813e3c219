import { sanitizeText } from './sanitize-text';

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
