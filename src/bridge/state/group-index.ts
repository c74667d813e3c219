import { groupTypes, isObject, getMember } from '../../resources';
import type { Resource } from '../../resources';

/** @returns the `rid`s of a list of references such as `children`; other entries are skipped */
export function getReferencedRids(references: unknown): string[] {
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference: unknown) => {
    const rid = isObject(reference) ? reference['rid'] : undefined;
    return typeof rid === 'string' ? [rid] : [];
  });
}

/** Index from resources to the room or zone that lists them in `children` or in its own services. */
export class GroupIndex {
  readonly #rooms = new Map<string, Resource>();
  readonly #zones = new Map<string, Resource>();
  readonly #offering = new Map<string, Resource>();

  /** @param byType returns the known resources of a type */
  constructor(byType: (rtype: string) => readonly Resource[]) {
    for (const rtype of groupTypes) {
      const groupsByChild = rtype === 'room' ? this.#rooms : this.#zones;
      for (const group of byType(rtype)) {
        indexReferences(groupsByChild, group, 'children');
        indexReferences(this.#offering, group, 'services');
        // Firmware of 2021, whose `services` hold those of the children.
        indexReferences(this.#offering, group, 'grouped_services');
      }
    }
  }

  /**
   * @param rids ids of the resource and its owners, the resource first
   * @returns the first room that lists one of them, else the first zone that does
   */
  findContainingGroup(rids: readonly string[]): Resource | undefined {
    for (const index of [this.#rooms, this.#zones]) {
      for (const rid of rids) {
        const group = index.get(rid);
        if (group !== undefined) return group;
      }
    }
    return undefined;
  }

  /**
   * Finds the owner of a resource. Old firmware names the home as owner of all grouped services, so a
   * group that lists the service takes precedence.
   *
   * @returns id of the room, zone, home or other owner; undefined when there is none
   */
  findOwnerRid(resource: Resource): string | undefined {
    const offering = resource.type.startsWith('grouped_')
      ? this.#offering.get(resource.id)
      : undefined;
    const owner = offering?.id ?? getMember(resource, 'owner', 'rid');
    return typeof owner === 'string' ? owner : undefined;
  }
}

function indexReferences(index: Map<string, Resource>, group: Resource, listName: string): void {
  for (const rid of getReferencedRids(group[listName])) if (!index.has(rid)) index.set(rid, group);
}
