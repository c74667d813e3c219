import { EventEmitter } from 'node:events';
import { member } from '../resources';
import type { Resource } from '../resources';
import { difference, merged } from './merge';

/** Something that changed in the home. */
export interface HomeChange {
  kind: 'added' | 'changed' | 'deleted';
  /** State after the change; for `deleted` the last state. */
  resource: Resource;
  /** State before the change, for `changed`. */
  previous?: Resource;
  /** Paths of the changed properties, such as `on.on`; empty unless `changed`. */
  changed: readonly string[];
  /** The changed members with their new values; empty unless `changed`. */
  part: Readonly<Record<string, unknown>>;
}

/**
 * The state of the simulated home: every resource by its id. Resources are replaced, never altered, so
 * one that was read stays as it was. Emits `change` after every change.
 */
export class Home extends EventEmitter<{ change: [HomeChange] }> {
  readonly #resources = new Map<string, Resource>();
  readonly #types = new Map<string, Map<string, Resource>>();
  readonly #lists = new Map<string, Buffer>();
  readonly #untold: HomeChange[] = [];
  #isTelling = false;

  /** @param resources what stands in the home at first; of two with the same id the later stays */
  constructor(resources: Iterable<Resource>) {
    super();
    this.setMaxListeners(0);
    for (const resource of resources) this.#put(resource);
  }

  /** Number of resources. */
  get size(): number {
    return this.#resources.size;
  }

  /** A resource by its id. */
  get(rid: string): Resource | undefined {
    return this.#resources.get(rid);
  }

  /** Every resource, in the order in which they came. */
  all(): readonly Resource[] {
    return [...this.#resources.values()];
  }

  /** Every resource of a type. */
  byType(rtype: string): readonly Resource[] {
    return [...(this.#types.get(rtype)?.values() ?? [])];
  }

  /** The first resource of a type with that name of its own, in `metadata.name` or `name`. */
  named(rtype: string, name: string): Resource | undefined {
    return this.byType(rtype).find(
      (resource) => member(resource, 'metadata', 'name') === name || resource['name'] === name,
    );
  }

  /** Puts a resource into the home; it must have a new id. */
  add(resource: Resource): void {
    if (this.#resources.has(resource.id)) throw new Error(`${resource.id} is taken already.`);
    this.#put(resource);
    this.#tell({ kind: 'added', resource, changed: [], part: {} });
  }

  /**
   * Lays a partial change over a resource: members given as undefined are taken away.
   *
   * @returns the state afterwards; nothing is emitted when nothing changed
   * @throws Error when there is no such resource
   */
  change(rid: string, part: Readonly<Record<string, unknown>>): Resource {
    const previous = this.#resources.get(rid);
    if (previous === undefined) throw new Error(`There is no resource ${rid}.`);
    const next = { ...merged(previous, part), id: previous.id, type: previous.type };
    const found = difference(previous, next);
    if (found.changed.length === 0) return previous;
    this.#put(next);
    this.#tell({ kind: 'changed', resource: next, previous, ...found });
    return next;
  }

  /** Takes a resource out of the home. @returns whether there was one */
  remove(rid: string): boolean {
    const resource = this.#resources.get(rid);
    if (resource === undefined) return false;
    this.#resources.delete(rid);
    this.#types.get(resource.type)?.delete(rid);
    this.#forget(resource.type);
    this.#tell({ kind: 'deleted', resource, changed: [], part: {} });
    return true;
  }

  /**
   * The whole answer to a list of one type, as bytes. Kept until a resource changes, so that polling
   * an unchanged home costs next to nothing.
   */
  listAnswer(rtype: string): Buffer {
    return this.#list(rtype, () => this.byType(rtype));
  }

  /** The whole answer to a read of everything but the given types, as bytes. */
  treeAnswer(without: ReadonlySet<string>): Buffer {
    const name = `*${[...without].join()}`;
    return this.#list(name, () => this.all().filter(({ type }) => !without.has(type)));
  }

  /** What a listener changes is told after what it was told, so that everybody hears the same order. */
  #tell(change: HomeChange): void {
    this.#untold.push(change);
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) {
        this.emit('change', next);
      }
    } finally {
      this.#isTelling = false;
    }
  }

  #list(name: string, resources: () => readonly Resource[]): Buffer {
    const kept = this.#lists.get(name);
    if (kept !== undefined) return kept;
    const made = Buffer.from(JSON.stringify({ errors: [], data: resources() }));
    this.#lists.set(name, made);
    return made;
  }

  #put(resource: Resource): void {
    this.#resources.set(resource.id, resource);
    const ofType = this.#types.get(resource.type) ?? new Map<string, Resource>();
    this.#types.set(resource.type, ofType.set(resource.id, resource));
    this.#forget(resource.type);
  }

  #forget(rtype: string): void {
    for (const name of this.#lists.keys()) {
      if (name === rtype || name.startsWith('*')) this.#lists.delete(name);
    }
  }
}
