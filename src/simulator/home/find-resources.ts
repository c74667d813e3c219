import { getRidsOfReferences, getTextMember } from '../../resources';
import type { Resource, ResourceIdentifier } from '../../resources';
import type { SimulatedHome } from './simulated-home';

export const toReference = ({ id, type }: Resource): ResourceIdentifier => ({
  rid: id,
  rtype: type,
});

/** Omits dangling references. */
export const resolveReferences = (home: SimulatedHome, references: unknown): Resource[] =>
  getRidsOfReferences(references).flatMap((rid) => home.get(rid) ?? []);

export const findOwner = (home: SimulatedHome, resource: Resource): Resource | undefined =>
  home.get(getTextMember(resource, 'owner', 'rid') ?? '');
