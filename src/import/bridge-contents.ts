import {
  getNestedMember,
  getRidsOfReferences,
  getTextMember,
  isObject,
} from '../resources/members';
import { idPattern } from '../resources/identifiers';

export interface ImportResource {
  readonly id: string;
  readonly type: string;
  /** Id of its device, room or zone. */
  readonly owner?: string | undefined;
  /** For a scene: id of its room or zone. */
  readonly group?: string | undefined;
  /** In the order of the bridge. */
  readonly services?: readonly string[];
  /** Of a service, the name of its device, room or zone counts. */
  readonly name?: string | undefined;
  /** Path in version 1 of the bridge's service, such as `/lights/3`. */
  readonly idV1?: string | undefined;
}

export type FoundTarget =
  | {
      readonly kind: 'found';
      readonly id: string;
      readonly type: string;
      readonly name: string | undefined;
    }
  /** Nothing is known of the bridge. */
  | { readonly kind: 'unchecked'; readonly id: string }
  | { readonly kind: 'old'; readonly id: string }
  | { readonly kind: 'missing'; readonly id: string };

/** Finds what an id of an imported flow means on the bridge. */
export class BridgeContents {
  readonly #byId = new Map<string, ImportResource>();
  readonly #byOwner = new Map<string, ImportResource[]>();
  readonly #byIdV1 = new Map<string, ImportResource[]>();

  constructor(resources: readonly ImportResource[]) {
    for (const resource of resources) {
      this.#byId.set(resource.id, resource);
      const add = (index: Map<string, ImportResource[]>, key: string | undefined): void => {
        if (key !== undefined) index.set(key, [...(index.get(key) ?? []), resource]);
      };
      add(this.#byOwner, resource.owner);
      add(this.#byIdV1, resource.idV1);
    }
  }

  /**
   * Finds the resource of an id, or the service of a device, a room, a zone or the home.
   *
   * @param types accepted types; the first one that a device has counts
   * @param collection of the ids in version 1 of the bridge's service, such as `lights`
   */
  find(id: string, types: readonly string[], collection: string): FoundTarget {
    const isId = idPattern.test(id);
    if (this.#byId.size === 0) return { kind: isId ? 'unchecked' : 'old', id };
    const named = isId ? this.#byId.get(id) : this.#findByIdV1(`/${collection}/${id}`);
    if (named === undefined) return { kind: isId ? 'missing' : 'old', id };
    const found = this.#selectService(named, types);
    return found === undefined
      ? { kind: 'missing', id }
      : { kind: 'found', id: found.id, type: found.type, name: this.#nameOf(found) };
  }

  #nameOf({ name, owner }: ImportResource): string | undefined {
    return name ?? (owner === undefined ? undefined : this.#byId.get(owner)?.name);
  }

  /** True for the scene's own room or zone, and for the whole home. */
  holdsScene(groupId: string, sceneId: string): boolean {
    const group = this.#byId.get(groupId);
    const own = this.#byId.get(sceneId)?.group;
    return own !== undefined && (group?.id === own || group?.type === 'bridge_home');
  }

  /** A device and its services share a path. Two bridges may use a path for different things. */
  #findByIdV1(path: string): ImportResource | undefined {
    const all = this.#byIdV1.get(path) ?? [];
    const owners = new Set(all.map(({ owner, id }) => owner ?? id));
    return owners.size === 1 ? all[0] : undefined;
  }

  #selectService(named: ImportResource, types: readonly string[]): ImportResource | undefined {
    if (types.includes(named.type)) return named;
    const owner = named.owner === undefined ? named : (this.#byId.get(named.owner) ?? named);
    if (types.includes(owner.type)) return owner;
    const listed = (owner.services ?? []).flatMap((id) => this.#byId.get(id) ?? []);
    const services = listed.length > 0 ? listed : (this.#byOwner.get(owner.id) ?? []);
    // HueMagic takes the last service of the bridge's list.
    for (const type of types) {
      const service = services.findLast((one) => one.type === type);
      if (service !== undefined) return service;
    }
    return undefined;
  }
}

/**
 * @param answer to GET /clip/v2/resource
 * @returns undefined for anything else
 */
export function readBridgeResources(answer: unknown): readonly ImportResource[] | undefined {
  const list = isObject(answer) ? answer['data'] : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((resource: unknown) => {
    const [id, type] = [getTextMember(resource, 'id'), getTextMember(resource, 'type')];
    if (id === undefined || type === undefined) return [];
    return {
      id,
      type,
      services: getRidsOfReferences(getNestedMember(resource, 'services')),
      owner: getTextMember(resource, 'owner', 'rid'),
      group: getTextMember(resource, 'group', 'rid'),
      name: getTextMember(resource, 'metadata', 'name'),
      idV1: getTextMember(resource, 'id_v1'),
    };
  });
}
