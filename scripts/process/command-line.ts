/** The message says what is allowed. */
export class InvalidOptionError extends Error {}

/**
 * @param name for the error
 * @throws InvalidOptionError for no number or out of range
 */
export function parseNumberOption(
  name: string,
  text: string,
  { above, most, whole = false }: { above: number; most: number; whole?: boolean },
): number {
  const number = Number(text);
  const isInRange = text.trim() !== '' && number > above && number <= most;
  if (isInRange && (!whole || Number.isInteger(number))) return number;
  const kind = whole ? 'a whole number' : 'a number';
  throw new InvalidOptionError(
    `${name} takes ${kind} above ${above}, up to ${most}; got "${text}".`,
  );
}

/** Prints only the message of an invalid option. */
export function reportScriptFailure(error: unknown): void {
  process.exitCode = 1;
  const isOption =
    error instanceof InvalidOptionError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  console.error(isOption ? error.message : error);
}
