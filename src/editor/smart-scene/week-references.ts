import { idPattern } from '../../resources/values/id-pattern';
import type { ResourceListItem } from '../routes/admin-route-client';

const normalize = (name: string): string => name.trim().toLowerCase();

/**
 * Returns the name of a resource if it is unique among `siblings`, otherwise its id.
 *
 * @param siblings all candidates, including the resource itself
 */
export function toResourceNameOrId(
  { rid, name }: ResourceListItem,
  siblings: readonly ResourceListItem[],
): string {
  const isShared = siblings.some(
    (one) => one.rid !== rid && normalize(one.name) === normalize(name),
  );
  return isShared || name.trim() === '' || name.includes('/') || idPattern.test(name) ? rid : name;
}

/** Returns the resource with this id or name. */
export const findResourceByNameOrId = (
  reference: string,
  siblings: readonly ResourceListItem[],
): ResourceListItem | undefined =>
  siblings.find(({ rid }) => rid === reference) ??
  siblings.find(({ name }) => normalize(name) === normalize(reference));
