import { sanitizeText } from '../../bridge/errors';
import { compareNames } from '../../resources/values/compare-names';

/** Names in a sentence, and characters of each name. */
const maxListedNames = 8;
const maxNameLength = 60;

/** Sorts and bounds names; `more` counts the others. */
export function listNames(names: readonly string[]): { listed: string[]; more: number } {
  const distinct = [...new Set(names)].toSorted(compareNames);
  const listed = distinct.slice(0, maxListedNames).map((name) => sanitizeText(name, maxNameLength));
  return { listed, more: distinct.length - listed.length };
}

/** Sorts and bounds names: `Attic, Garden or House`. */
export function joinNames(names: readonly string[], conjunction: 'and' | 'or'): string {
  const { listed, more } = listNames(names);
  if (more > 0) return `${listed.join(', ')} and ${more} more`;
  const last = listed.pop() ?? '';
  return listed.length === 0 ? last : `${listed.join(', ')} ${conjunction} ${last}`;
}
