import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import type { Home } from '../home';
import { Refusal } from '../refusal';
import type { House } from './behaviour';

/**
 * Refuses a reference to something that is not there.
 *
 * @param path where it stands in the body
 * @throws Refusal 400
 */
export function refuseDangling(home: Home, path: string, reference: unknown): void {
  const rid = member(reference, 'rid');
  const rtype = member(reference, 'rtype');
  if (typeof rid !== 'string' || typeof rtype !== 'string') return;
  if (home.get(rid)?.type === rtype) return;
  throw new Refusal(400, `invalid reference in body at (.${path}): there is no ${rtype} ${rid}`);
}

/** Members that list references. */
const listMembers = ['children', 'services', 'linked_services', 'motion_sensors'] as const;

/** Takes away what a resource leaves behind: what belongs to it, and references to it. */
export function clearAway({ home }: Pick<House, 'home'>, gone: Resource): void {
  for (const resource of home.all()) {
    const belongs = [member(resource, 'owner', 'rid'), member(resource, 'group', 'rid')];
    if (belongs.includes(gone.id) && home.remove(resource.id)) clearAway({ home }, resource);
  }
  for (const resource of home.all()) dropReferences(home, resource, gone.id);
}

function dropReferences(home: Home, resource: Resource, rid: string): void {
  for (const name of listMembers) {
    const list = resource[name];
    if (!Array.isArray(list)) continue;
    const left = list.filter((entry: unknown) => !isObject(entry) || entry['rid'] !== rid);
    if (left.length < list.length) home.change(resource.id, { [name]: left });
  }
}
