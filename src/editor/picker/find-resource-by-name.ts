import type { ResourceListItem } from '../admin-route-client';

/**
 * Finds a resource by its name, ignoring case.
 *
 * @param resources resources to search
 * @param text name or `Room/Name`
 * @returns undefined when no resource, or more than one, has this name
 */
export function findResourceByName(
  resources: readonly ResourceListItem[],
  text: string,
): ResourceListItem | undefined {
  const normalizedText = text.trim().toLowerCase();
  const matching = resources.filter(({ name, room }) =>
    [name, `${room?.name ?? ''}/${name}`].some((one) => one.toLowerCase() === normalizedText),
  );
  return matching.length === 1 ? matching[0] : undefined;
}
