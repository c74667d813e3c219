/*
 * Parsers for settings: a hand-written flow file may hold anything, and properties of subflows come as numbers,
 * booleans and objects.
 */

/** A text unchanged, also an empty one; a number as its digits. Undefined for everything else. */
export function parseRawText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** A text, trimmed; a number as its digits. Undefined for an empty text and everything else. */
export function parseNonEmptyText(value: unknown): string | undefined {
  const text = parseRawText(value)?.trim();
  return text === '' ? undefined : text;
}

/** A boolean; the fallback for everything else. */
export const parseBoolean = (value: unknown, fallback: boolean): boolean =>
  typeof value === 'boolean' ? value : fallback;

/** True for a setting that is missing, null or an empty text. */
export const isUnset = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';
