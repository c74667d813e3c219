import { messageLimits } from '../parsing/message-limits';

/** Outer spaces, the number of spaces between words, case, and the encoding of accents do not count. */
export const normalizeNameForComparison = (text: string): string =>
  text.trim().replaceAll(/\s+/g, ' ').normalize('NFC').toLowerCase();

/**
 * Returns the trimmed text after the name of a bridge and a colon. Names may contain colons.
 *
 * @param text such as `Attic:Office/Desk lamp`
 * @returns undefined without this name, and for a text longer than an address: the time grows with the square of the
 *   length
 */
export function findTextAfterBridgeName(text: string, bridgeName: string): string | undefined {
  if (text.length > messageLimits.maxAddressLength) return undefined;
  const name = normalizeNameForComparison(bridgeName);
  // Search the original text: letters such as "İ" become longer in the folded text.
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    if (normalizeNameForComparison(text.slice(0, colon)) === name)
      return text.slice(colon + 1).trim();
  }
  return undefined;
}
