import { EventEmitter } from 'node:events';
import {
  getNestedMember,
  getRidsOfReferences,
  getTextMember,
  isObject,
} from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import type { ResourceIdentifier } from '../resources/schemas';

export interface SimulatedHomeChange {
  kind: 'added' | 'changed' | 'deleted';
  /** After the change; for `deleted` the last state. */
  resource: Resource;
  /** Only for `changed`. */
  previous?: Resource;
  /** Such as `on.on`; empty unless `changed`. */
  changedPaths: readonly string[];
  /** With the new values; empty unless `changed`. */
  changedMembers: Members;
}

/**
 * The resources of the bridge. Never mutates a resource, so a resource that was read does not change. Emits `change` after every change.
 */
export class SimulatedHome extends EventEmitter<{ change: [SimulatedHomeChange] }> {
  readonly #resources = new Map<string, Resource>();
  readonly #resourcesByType = new Map<string, Map<string, Resource>>();
  readonly #cachedBodies = new Map<string, Buffer>();
  readonly #pendingChanges: SimulatedHomeChange[] = [];
  #isNotifying = false;

  /** @param resources of two with the same id, the later wins */
  constructor(resources: Iterable<Resource>) {
    super();
    this.setMaxListeners(0);
    for (const resource of resources) this.#store(resource);
  }

  get size(): number {
    return this.#resources.size;
  }

  get(rid: string): Resource | undefined {
    return this.#resources.get(rid);
  }

  /** In the order in which they were added. */
  all(): readonly Resource[] {
    return [...this.#resources.values()];
  }

  byType(rtype: string): readonly Resource[] {
    return [...(this.#resourcesByType.get(rtype)?.values() ?? [])];
  }

  /** Compares `metadata.name` or `name`. */
  findByName(rtype: string, name: string): Resource | undefined {
    return this.byType(rtype).find(
      (resource) =>
        getNestedMember(resource, 'metadata', 'name') === name || resource['name'] === name,
    );
  }

  /** @throws Error if the id exists already */
  add(resource: Resource): void {
    if (this.#resources.has(resource.id)) throw new Error(`${resource.id} is taken already.`);
    this.#store(resource);
    this.#notify({ kind: 'added', resource, changedPaths: [], changedMembers: {} });
  }

  /**
   * Removes members with the value undefined. Emits nothing if nothing changed.
   *
   * @throws Error if there is no such resource
   */
  change(rid: string, part: Members): Resource {
    const previous = this.#resources.get(rid);
    if (previous === undefined) throw new Error(`There is no resource ${rid}.`);
    const next = { ...deepMerge(previous, part), id: previous.id, type: previous.type };
    const diff = diffResourceStates(previous, next);
    if (diff.changedPaths.length === 0) return previous;
    this.#store(next);
    this.#notify({ kind: 'changed', resource: next, previous, ...diff });
    return next;
  }

  /** True if the resource existed. */
  remove(rid: string): boolean {
    const resource = this.#resources.get(rid);
    if (resource === undefined) return false;
    this.#resources.delete(rid);
    this.#resourcesByType.get(resource.type)?.delete(rid);
    this.#invalidateBodies(resource.type);
    this.#notify({ kind: 'deleted', resource, changedPaths: [], changedMembers: {} });
    return true;
  }

  /** Cached until a resource of the type changes, so that polling of an unchanged home is cheap. */
  listResponseBody(rtype: string): Buffer {
    return this.#getCachedBody(rtype, () => this.byType(rtype));
  }

  treeResponseBody(excludedTypes: ReadonlySet<string>): Buffer {
    const name = `*${[...excludedTypes].join()}`;
    return this.#getCachedBody(name, () =>
      this.all().filter(({ type }) => !excludedTypes.has(type)),
    );
  }

  /** All listeners get all changes in the same order, also changes made by listeners. */
  #notify(change: SimulatedHomeChange): void {
    this.#pendingChanges.push(change);
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    try {
      for (
        let next = this.#pendingChanges.shift();
        next !== undefined;
        next = this.#pendingChanges.shift()
      ) {
        this.emit('change', next);
      }
    } finally {
      this.#isNotifying = false;
    }
  }

  #getCachedBody(name: string, resources: () => readonly Resource[]): Buffer {
    const cached = this.#cachedBodies.get(name);
    if (cached !== undefined) return cached;
    const body = Buffer.from(JSON.stringify({ errors: [], data: resources() }));
    this.#cachedBodies.set(name, body);
    return body;
  }

  #store(resource: Resource): void {
    this.#resources.set(resource.id, resource);
    const ofType = this.#resourcesByType.get(resource.type) ?? new Map<string, Resource>();
    this.#resourcesByType.set(resource.type, ofType.set(resource.id, resource));
    this.#invalidateBodies(resource.type);
  }

  #invalidateBodies(rtype: string): void {
    for (const name of this.#cachedBodies.keys()) {
      if (name === rtype || name.startsWith('*')) this.#cachedBodies.delete(name);
    }
  }
}

/** All that the simulator needs of a resource. */
export const hasIdAndType = (value: unknown): value is Resource =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string';

export const toReference = ({ id, type }: Resource): ResourceIdentifier => ({
  rid: id,
  rtype: type,
});

/** Omits dangling references. */
export const resolveReferences = (home: SimulatedHome, references: unknown): Resource[] =>
  getRidsOfReferences(references).flatMap((rid) => home.get(rid) ?? []);

export const findOwner = (home: SimulatedHome, resource: Resource): Resource | undefined =>
  home.get(getTextMember(resource, 'owner', 'rid') ?? '');

/**
 * Merges objects recursively, and removes members with the value undefined.
 *
 * @returns a new object
 */
export function deepMerge(previous: Members, part: Members): Members {
  const result: Record<string, unknown> = { ...previous };
  for (const [name, value] of Object.entries(part)) {
    if (value === undefined) {
      delete result[name];
      continue;
    }
    const before = result[name];
    result[name] = isObject(value) && isObject(before) ? deepMerge(before, value) : value;
  }
  return result;
}

interface ResourceStateDiff {
  /** Such as `on.on`. */
  changedPaths: readonly string[];
  /** With the new values, as in an update event. */
  changedMembers: Members;
}

/** Arrays count as one value. */
function diffResourceStates(previous: Members, next: Members, basePath = ''): ResourceStateDiff {
  const changedPaths: string[] = [];
  const changedMembers: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(previous), ...Object.keys(next)])) {
    const path = basePath === '' ? name : `${basePath}.${name}`;
    const before = previous[name];
    const after = next[name];
    if (before === after) continue;
    if (isObject(before) && isObject(after)) {
      const inner = diffResourceStates(before, after, path);
      if (inner.changedPaths.length === 0) continue;
      changedPaths.push(...inner.changedPaths);
      changedMembers[name] = inner.changedMembers;
    } else if (JSON.stringify(before) !== JSON.stringify(after)) {
      changedPaths.push(path);
      if (after !== undefined) changedMembers[name] = after;
    }
  }
  return { changedPaths, changedMembers };
}
