/**
 * Control, format (with bidirectional marks) and private use characters, lone surrogates, line and paragraph
 * separators. U+200C and U+200D are allowed: emoji and several scripts need them.
 */
const hiddenCharacters = /(?:(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}])+/gu;

/** These characters must not appear in logs or status texts. */
export const replaceHiddenCharacters = (text: string, replace: (run: string) => string): string =>
  text.replace(hiddenCharacters, replace);
