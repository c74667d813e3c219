/** What a person wrote on the command line and cannot be meant; its sentence says what can. */
export class WrongOption extends Error {}

/**
 * Reads a number of the command line.
 *
 * @param name of the option, for the sentence
 * @throws WrongOption when it is no number or out of range
 */
export function numberOption(
  name: string,
  text: string,
  { above, most, whole = false }: { above: number; most: number; whole?: boolean },
): number {
  const number = Number(text);
  const fits = text.trim() !== '' && number > above && number <= most;
  if (fits && (!whole || Number.isInteger(number))) return number;
  const kind = whole ? 'a whole number' : 'a number';
  throw new WrongOption(`${name} takes ${kind} above ${above}, up to ${most}; got "${text}".`);
}

/** Ends a script that failed: with the sentence alone where a person can mend the command line. */
export function failScript(error: unknown): void {
  process.exitCode = 1;
  const isOption =
    error instanceof WrongOption ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  console.error(isOption ? error.message : error);
}
