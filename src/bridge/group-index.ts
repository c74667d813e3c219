import { isObject, member } from '../resources';
import type { Resource } from '../resources';

/** Types whose `children` stand in them. Service document, section 2.2; zones: Hue CLIP API reference. */
const groupTypes = ['room', 'zone'] as const;

/** True for a type that decides where other resources stand. */
export const isGroupType = (rtype: string): boolean => rtype === 'room' || rtype === 'zone';

/** @returns the `rid`s of a list of references such as `children`; what is no reference is left out */
export function referencedRids(references: unknown): string[] {
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference: unknown) => {
    const rid = isObject(reference) ? reference['rid'] : undefined;
    return typeof rid === 'string' ? [rid] : [];
  });
}

/** Which room, else zone, lists a resource among its children. */
export class GroupIndex {
  readonly #rooms = new Map<string, Resource>();
  readonly #zones = new Map<string, Resource>();

  /** @param byType known resources of a type */
  constructor(byType: (rtype: string) => readonly Resource[]) {
    for (const rtype of groupTypes) {
      const index = rtype === 'room' ? this.#rooms : this.#zones;
      for (const group of byType(rtype)) {
        for (const rid of referencedRids(member(group, 'children'))) {
          if (!index.has(rid)) index.set(rid, group);
        }
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
}
