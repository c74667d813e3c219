import { sanitizeText } from '../../bridge/errors/sanitize-text';
import { compareNames } from '../../resources/values/compare-names';

/** Maximum number of names in a sentence, and maximum characters of each name. */
const maxListedNames = 8;
const maxNameLength = 60;

/** Returns sorted names for a sentence, with bounded length, and the number of further names. */
export function listNames(names: readonly string[]): { listed: string[]; more: number } {
  const distinct = [...new Set(names)].toSorted(compareNames);
  const listed = distinct.slice(0, maxListedNames).map((name) => sanitizeText(name, maxNameLength));
  return { listed, more: distinct.length - listed.length };
}

/** Returns a sorted list of names for a sentence, such as `Attic, Garden or House`, with bounded length. */
export function joinNames(names: readonly string[], conjunction: 'and' | 'or'): string {
  const { listed, more } = listNames(names);
  if (more > 0) return `${listed.join(', ')} and ${more} more`;
  const last = listed.pop() ?? '';
  return listed.length === 0 ? last : `${listed.join(', ')} ${conjunction} ${last}`;
}
