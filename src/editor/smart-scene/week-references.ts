import { idPattern } from '../../resources/values/id-pattern';
import type { ResourceListItem } from '../routes/admin-route-client';

const normalize = (name: string): string => name.trim().toLowerCase();

/**
 * What stands for a resource in a command: its name where that is enough to find it, otherwise its id.
 *
 * @param siblings resources among which it is looked up, itself among them
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

/** Finds the resource that a name or id stands for. */
export const findResourceByNameOrId = (
  reference: string,
  siblings: readonly ResourceListItem[],
): ResourceListItem | undefined =>
  siblings.find(({ rid }) => rid === reference) ??
  siblings.find(({ name }) => normalize(name) === normalize(reference));
