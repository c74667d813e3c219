import { getResourceTypeLabel } from '../labels/translate';
import { getTreeBranchLabel } from './resource-tree';
import type { ResourceListItem } from '../routes/admin-route-client';

/** Normalizes a text for comparison: no accents, no apostrophes, lower case. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();

const toSearchableType = ({ rtype }: ResourceListItem): string =>
  normalizeText(`${getResourceTypeLabel(rtype)} ${rtype}`);

/**
 * Searches resources by words of their name, room or type, or by the beginning of their id or
 * heading. Looser than `findListedResourceByText`, since the user picks from the shown rows:
 * ignores accents, matches parts of words.
 *
 * @param resources a word that all of their types contain is not matched with types
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
