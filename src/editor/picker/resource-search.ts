import { getResourceTypeLabel } from '../labels/translate';
import { getTreeBranchLabel } from './resource-tree';
import type { ResourceListItem } from '../routes/admin-route-client';

/** Removes accents and apostrophes; lower case. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();

const toSearchableType = ({ rtype }: ResourceListItem): string =>
  normalizeText(`${getResourceTypeLabel(rtype)} ${rtype}`);

/**
 * Looser than `findListedResourceByText`, since the user picks from the rows: ignores accents, matches parts of words
 * of name, room or type, and the beginning of ids and headings.
 *
 * @param resources a word in all of their types is not matched with types
 * @returns resources that match every word; all for an empty query
 */
export function searchResources(
  resources: readonly ResourceListItem[],
  query: string,
): readonly ResourceListItem[] {
  const searchableTypes = [...new Set(resources.map(toSearchableType))];
  const words = normalizeText(query)
    .split(/[\s/]+/)
    .filter((word) => word !== '')
    .map((word) => ({
      word,
      isTypeSpecific: !searchableTypes.every((searchableType) => searchableType.includes(word)),
    }));
  return resources.filter((resource) => {
    const names = normalizeText(`${resource.name} ${resource.room?.name ?? ''}`);
    const heading = normalizeText(getTreeBranchLabel(resource));
    if (heading.startsWith(normalizeText(query.trim()))) return true;
    return words.every(
      ({ word, isTypeSpecific }) =>
        names.includes(word) ||
        resource.rid.startsWith(word) ||
        (isTypeSpecific && toSearchableType(resource).includes(word)),
    );
  });
}
