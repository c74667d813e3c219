import { sanitizeText } from '../../bridge/errors/sanitize-text';
import { compareNames } from '../../resources/values/compare-names';

/** Maximum number of names in a sentence, and maximum characters of each name. */
const maxListedNames = 8;
const maxNameLength = 60;

/** Returns sorted names for a sentence, with bounded length; the last may be `3 more`. */
export function listNames(names: readonly string[]): string[] {
  const distinct = [...new Set(names)].toSorted(compareNames);
  const listed = distinct.slice(0, maxListedNames).map((name) => sanitizeText(name, maxNameLength));
  const more = distinct.length - listed.length;
  return more > 0 ? [...listed, `${more} more`] : listed;
}

/** Returns a sorted list of names for a sentence, such as `Attic, Garden or House`, with bounded length. */
export function joinNames(names: readonly string[], conjunction: 'and' | 'or'): string {
  const listed = listNames(names);
  const last = listed.pop() ?? '';
  if (listed.length === 0) return last;
  return `${listed.join(', ')} ${listed.length === maxListedNames ? 'and' : conjunction} ${last}`;
}
