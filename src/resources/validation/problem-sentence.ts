import type { ProblemText, TranslateProblemText } from './problem-texts';

/** `describeProblem` formats it. Strings are in English. */
export interface BodyProblem {
  /** Such as `dimming.brightness` or `children[0].rid`; empty for the body itself. */
  path: string;
  /** Fits after "expected", such as "a number from 0 to 100". */
  expected: ProblemText | string;
  /** Undefined if a required member is missing. */
  received: unknown;
  /** Such as the nearest allowed name for a misspelt member. */
  suggestion?: string;
  /** The likely meaning of the input and what to do. */
  likelyCause?: ProblemText | string;
}

/** Holds a description of the received value, not the value. */
export interface DescribedProblem extends BodyProblem {
  received: ProblemText | string;
}

/** Enough for a type with its id. */
const maxEchoLength = 80;
const maxPathLength = 120;
const maxExpectationLength = 1_000;

/** One sentence of bounded length, with hidden characters escaped. */
export function formatProblem(
  { path, expected, received, suggestion, likelyCause }: DescribedProblem,
  translate: TranslateProblemText,
): string {
  // Texts may contain names from the bridge.
  const clean = (text: ProblemText | string): string =>
    escapeAndTruncate(translate(text), maxExpectationLength);
  const sentence = translate({
    kind: 'sentence',
    path: path === '' ? 'the body' : escapeAndTruncate(path, maxPathLength),
    expected: clean(expected),
    received: clean(received),
  });
  if (likelyCause !== undefined) return `${sentence} ${clean(likelyCause)}`;
  if (suggestion === undefined) return sentence;
  return `${sentence} ${translate({ kind: 'suggestion', suggestion: clean(suggestion) })}`;
}

export const quoteText = (text: string): string => `"${escapeAndTruncate(text, maxEchoLength)}"`;

const escapeAndTruncate = (text: string, maxLength: number): string =>
  escapeHiddenCharacters(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** Not removed, since hidden characters may be the problem. */
const escapeHiddenCharacters = (text: string): string =>
  replaceHiddenCharacters(text, (run) => Array.from(run, escapeSequence).join(''));

function escapeSequence(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? '';
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/**
 * Control, format (with bidirectional marks) and private use characters, lone surrogates, line and paragraph
 * separators. U+200C and U+200D are allowed: emoji and several scripts need them.
 */
const hiddenCharacters = /(?:(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}])+/gu;

/** These characters must not appear in logs or status texts. */
export const replaceHiddenCharacters = (text: string, replace: (run: string) => string): string =>
  text.replace(hiddenCharacters, replace);
