import { messageLimits } from '../parsing/message-limits';
import { normalizeNameForComparison } from '../parsing/normalize-name-for-comparison';

/**
 * Returns what follows the name of a bridge and its colon, trimmed; empty where nothing does. Names are compared as those
 * of lamps are, with spaces around them left out, and may hold colons themselves.
 *
 * @param text such as `Attic:Office/Desk lamp`
 * @returns undefined for a text that does not begin with this name and a colon, and for one that is longer than an
 *   address may be: the time it takes grows with the square of the length
 */
export function findTextAfterBridgeName(text: string, bridgeName: string): string | undefined {
  if (text.length > messageLimits.maxAddressLength) return undefined;
  const name = normalizeNameForComparison(bridgeName);
  // Positions in the folded text would be others: letters such as "İ" are longer in lower case.
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    if (normalizeNameForComparison(text.slice(0, colon)) === name)
      return text.slice(colon + 1).trim();
  }
  return undefined;
}
