import { getNestedMember } from '../../resources';
import { getRidsOfReferences } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import type { SimulatedHome } from './simulated-home';

/** Returns the resources of a list of references, without dangling references. */
export const resolveReferences = (home: SimulatedHome, references: unknown): Resource[] =>
  getRidsOfReferences(references).flatMap((rid) => home.get(rid) ?? []);

export function findOwner(home: SimulatedHome, resource: Resource): Resource | undefined {
  const rid = getNestedMember(resource, 'owner', 'rid');
  return typeof rid === 'string' ? home.get(rid) : undefined;
}
