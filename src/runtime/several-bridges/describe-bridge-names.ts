import { sanitizeText } from '../../bridge/errors/sanitize-text';
import { compareNames } from '../../vocabulary/lookup/compare-names';

/** Most names in a sentence, and most characters of each. */
const maxListedNames = 8;
const maxNameLength = 60;

/** Lists names of bridges in a sentence, sorted, such as `Attic or House`; its length is bounded whatever the names are. */
export function describeBridgeNames(names: readonly string[]): string {
  const distinct = [...new Set(names)].toSorted(compareNames);
  const listed = distinct.slice(0, maxListedNames).map((name) => sanitizeText(name, maxNameLength));
  const more = distinct.length - listed.length;
  return `${listed.join(' or ')}${more > 0 ? ` and ${more} more` : ''}`;
}
