import { isObject, getNestedMember } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import type { SimulatedHome } from '../home/simulated-home';
import { SimulatorHttpError } from '../server/http';
import type { SimulationContext } from './resource-write-handler';

/**
 * @param path of the reference in the body
 * @throws SimulatorHttpError 400
 */
export function assertReferenceExists(home: SimulatedHome, path: string, reference: unknown): void {
  const rid = getNestedMember(reference, 'rid');
  const rtype = getNestedMember(reference, 'rtype');
  if (typeof rid !== 'string' || typeof rtype !== 'string') return;
  if (home.get(rid)?.type === rtype) return;
  throw new SimulatorHttpError(
    400,
    `invalid reference in body at (.${path}): there is no ${rtype} ${rid}`,
  );
}

const referenceListMembers = ['children', 'services', 'linked_services', 'motion_sensors'] as const;

/** Also removes the references to them. */
export function cascadeRemoval({ home }: Pick<SimulationContext, 'home'>, removed: Resource): void {
  for (const resource of home.all()) {
    const parentRids = [
      getNestedMember(resource, 'owner', 'rid'),
      getNestedMember(resource, 'group', 'rid'),
    ];
    if (parentRids.includes(removed.id) && home.remove(resource.id))
      cascadeRemoval({ home }, resource);
  }
  for (const resource of home.all()) removeReferences(home, resource, removed.id);
}

function removeReferences(home: SimulatedHome, resource: Resource, rid: string): void {
  for (const name of referenceListMembers) {
    const list = resource[name];
    if (!Array.isArray(list)) continue;
    const remaining = list.filter((entry: unknown) => !isObject(entry) || entry['rid'] !== rid);
    if (remaining.length < list.length) home.change(resource.id, { [name]: remaining });
  }
}
