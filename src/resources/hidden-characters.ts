/**
 * Control characters, marks that turn a line round, other invisible ones, and halves of pairs. Not the two joiners,
 * which emoji and several scripts are written with.
 */
const hidden = /(?:(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}])+/gu;

/** Replaces each run of characters that no log or status line may repeat, as Unicode classes them. */
export const replaceHidden = (text: string, replace: (run: string) => string): string =>
  text.replace(hidden, replace);
