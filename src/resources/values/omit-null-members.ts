import { isObject } from './member-access';

/**
 * Removes the members of a resource that are null, as read or in an event. Some bridges send null for what the resource
 * lacks, such as `color` of a plug. A null within a member stays: `mirek` is null while a lamp shows a colour.
 *
 * @returns `value` itself if it is no object or has no such member
 */
export function omitNullMembers(value: unknown): unknown {
  if (!isObject(value) || !Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
