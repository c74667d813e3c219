import { kindOf } from './resource-tree';
import type { ListedResource } from './bridge-routes';

/** Text as it is compared: without accents and apostrophes, in lower case. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();

const kindText = ({ rtype }: ListedResource): string => plain(`${kindOf(rtype)} ${rtype}`);

/**
 * Finds what a person means by words of a name, a room or a kind, or by the beginning of an id.
 *
 * @param resources what is on offer; a word that all of their kinds have in common tells none of them apart
 * @param query what was typed
 * @returns the resources that have all of its words; all of them while there is no word
 */
export function resourcesMeant(
  resources: readonly ListedResource[],
  query: string,
): readonly ListedResource[] {
  const kinds = [...new Set(resources.map(kindText))];
  const words = plain(query)
    .split(/[\s/]+/)
    .filter((word) => word !== '')
    .map((word) => ({ word, ofKind: !kinds.every((kind) => kind.includes(word)) }));
  return resources.filter((resource) => {
    const names = plain(`${resource.name} ${resource.room?.name ?? ''}`);
    return words.every(
      ({ word, ofKind }) =>
        names.includes(word) ||
        resource.rid.startsWith(word) ||
        (ofKind && kindText(resource).includes(word)),
    );
  });
}
