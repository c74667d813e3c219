import { groupTypes, isObject, member } from '../../resources';
import type { Resource } from '../../resources';

/** @returns the `rid`s of a list of references such as `children`; what is no reference is left out */
export function referencedRids(references: unknown): string[] {
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference: unknown) => {
    const rid = isObject(reference) ? reference['rid'] : undefined;
    return typeof rid === 'string' ? [rid] : [];
  });
}

/** Which room, else zone, lists a resource among its children, or offers it as a service of its own. */
export class GroupIndex {
  readonly #rooms = new Map<string, Resource>();
  readonly #zones = new Map<string, Resource>();
  readonly #offering = new Map<string, Resource>();

  /** @param byType known resources of a type */
  constructor(byType: (rtype: string) => readonly Resource[]) {
    for (const rtype of groupTypes) {
      const standing = rtype === 'room' ? this.#rooms : this.#zones;
      for (const group of byType(rtype)) {
        note(standing, group, 'children');
        note(this.#offering, group, 'services');
        // Firmware of 2021, whose `services` hold those of the children.
        note(this.#offering, group, 'grouped_services');
      }
    }
  }

  /**
   * @param rids ids from the resource itself outward
   * @returns the first room that lists one of them, else the first zone that does
   */
  holderOf(rids: readonly string[]): Resource | undefined {
    for (const index of [this.#rooms, this.#zones]) {
      for (const rid of rids) {
        const group = index.get(rid);
        if (group !== undefined) return group;
      }
    }
    return undefined;
  }

  /**
   * Finds what a grouped service, such as a grouped light, acts for. Old firmware calls the home the
   * owner of all of them, so the groups that offer it come first.
   *
   * @returns id of the room, zone, home or other owner; undefined when none is named
   */
  ownerOf(resource: Resource): string | undefined {
    const offering = resource.type.startsWith('grouped_')
      ? this.#offering.get(resource.id)
      : undefined;
    const owner = offering?.id ?? member(resource, 'owner', 'rid');
    return typeof owner === 'string' ? owner : undefined;
  }
}

function note(index: Map<string, Resource>, group: Resource, list: string): void {
  for (const rid of referencedRids(group[list])) if (!index.has(rid)) index.set(rid, group);
}
