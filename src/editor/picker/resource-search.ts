import { getTreeBranchLabel, getResourceTypeLabel } from './resource-tree';
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
 * Searches resources by words of their name, room or type, or by the beginning of their id or of the heading they stand
 * under. It is looser than finding a
 * resource by its name (`findListedResourceByText`): accents are ignored and parts of words match, since a person picks from
 * what is shown.
 *
 * @param resources resources to search; a word that all of their types contain is not matched with types
 * @param query text of the search box
 * @returns the resources that match every word; all resources when there is no word
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
