import type { BodyProblem } from './validate-write-body';
import { replaceHiddenCharacters } from './hidden-characters';

/** Longest excerpt of a received text in a sentence, in characters: a type and its id are shown whole. */
const maxEchoLength = 80;
const maxPathLength = 120;
const maxExpectationLength = 1_000;

/**
 * Formats a problem as one sentence of bounded length, with hidden characters escaped.
 *
 * @param receivedText description of what was received
 */
export function formatProblem(
  { path, expected, suggestion, likelyCause }: BodyProblem,
  receivedText: string,
): string {
  // Expectations may list names that come from the bridge, so they are escaped too.
  const location = path === '' ? 'the body' : escapeAndTruncate(path, maxPathLength);
  const sentence = `${location}: expected ${escapeAndTruncate(expected, maxExpectationLength)}, got ${receivedText}.`;
  if (likelyCause !== undefined)
    return `${sentence} ${escapeAndTruncate(likelyCause, maxExpectationLength)}`;
  if (suggestion === undefined) return sentence;
  return `${sentence} Did you mean ${escapeAndTruncate(suggestion, maxExpectationLength)}?`;
}

/** Describes a text briefly, in quotes. */
export const quoteText = (text: string): string => `"${escapeAndTruncate(text, maxEchoLength)}"`;

const escapeAndTruncate = (text: string, maxLength: number): string =>
  escapeHiddenCharacters(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** Escapes hidden characters instead of dropping them, since they may be the problem. */
const escapeHiddenCharacters = (text: string): string =>
  replaceHiddenCharacters(text, (run) => Array.from(run, escapeSequence).join(''));

function escapeSequence(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? '';
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
