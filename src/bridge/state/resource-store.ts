import { isGroupType } from '../../resources';
import type { Resource } from '../../resources';
import { asResource, freezeState } from './admit-resource';
import { changedPaths } from './changes';
import type { ResourceChange } from './changes';
import { GroupIndex } from './group-index';
import { mergeUpdate } from './merge-update';

/** A read of the bridge that is under way; what events touch meanwhile is newer than its answer. */
export interface Reading {
  readonly sequence: number;
  readonly touched: Set<string>;
}

/** The last known resources, and what each answer or event changes in them. */
export class ResourceStore {
  readonly #byId = new Map<string, Resource>();
  readonly #byType = new Map<string, Map<string, Resource>>();
  readonly #lists = new Map<string, readonly Resource[]>();
  readonly #revisions = new Map<string, number>();
  /** Sequence of the newest reading applied, by type; a type that is missing was never read whole. */
  readonly #applied = new Map<string, number>();
  /** Types seen in a whole tree. Some bridges leave types out of it, which must not delete them. */
  readonly #treeTypes = new Set<string>();
  readonly #readings = new Set<Reading>();
  #sequence = 0;
  #treeApplied = false;
  #groups: GroupIndex | undefined;

  get(rid: string): Resource | undefined {
    return this.#byId.get(rid);
  }

  byType(rtype: string): readonly Resource[] {
    let list = this.#lists.get(rtype);
    if (list === undefined) {
      list = Object.freeze([...(this.#byType.get(rtype)?.values() ?? [])]);
      this.#lists.set(rtype, list);
    }
    return list;
  }

  all(): Iterable<Resource> {
    return this.#byId.values();
  }

  /** Rooms and zones by what stands in them. */
  get groups(): GroupIndex {
    this.#groups ??= new GroupIndex((rtype) => this.byType(rtype));
    return this.#groups;
  }

  /** Rises with every difference in a type. */
  revision(rtype: string): number {
    return this.#revisions.get(rtype) ?? 0;
  }

  /** Marks the moment before a request is sent; {@link endReading} must follow. */
  beginReading(): Reading {
    this.#sequence += 1;
    const reading: Reading = { sequence: this.#sequence, touched: new Set() };
    this.#readings.add(reading);
    return reading;
  }

  endReading(reading: Reading): void {
    this.#readings.delete(reading);
  }

  /** True when a newer answer about the type has been taken in since the reading began. */
  isOvertaken(reading: Reading, rtype: string): boolean {
    return (this.#applied.get(rtype) ?? 0) > reading.sequence;
  }

  /**
   * Takes in the whole list of a type.
   *
   * @returns what differs from the state known before; nothing the first time the type is read
   */
  applyCollection(reading: Reading, rtype: string, values: readonly unknown[]): ResourceChange[] {
    const groups = groupByType(values, rtype);
    const changes: ResourceChange[] = [];
    const first = !this.#applied.has(rtype);
    for (const [type, resources] of groups) {
      const found = this.#applyType(reading, type, resources, type === rtype);
      if (type !== rtype || !first) changes.push(...found);
    }
    return changes;
  }

  /**
   * Takes in the whole tree.
   *
   * @returns what differs from the state known before; nothing the first time
   */
  applyTree(reading: Reading, values: readonly unknown[]): ResourceChange[] {
    const groups = groupByType(values);
    const changes: ResourceChange[] = [];
    for (const type of this.#treeTypes) {
      if (!groups.has(type)) groups.set(type, new Map());
    }
    for (const [type, resources] of groups) {
      const first = !this.#treeApplied && !this.#applied.has(type);
      this.#treeTypes.add(type);
      const found = this.#applyType(reading, type, resources, true);
      if (!first) changes.push(...found);
    }
    this.#treeApplied = true;
    return changes;
  }

  /** Takes in a resource that the bridge says is new. */
  applyAdd(value: unknown): ResourceChange | undefined {
    const resource = asResource(value);
    if (resource === undefined) return undefined;
    this.#touch(resource.id);
    return this.#put(resource);
  }

  /** Takes in changed members. Of a resource that is not known, they are all that is known. */
  applyUpdate(value: unknown): ResourceChange | undefined {
    const update = asResource(value);
    if (update === undefined) return undefined;
    this.#touch(update.id);
    if (!freezeState(update)) return undefined;
    const state = this.#byType.get(update.type)?.get(update.id);
    return this.#put(state === undefined ? update : mergeUpdate(state, update));
  }

  /** Takes in that a resource is gone. */
  applyDelete(value: unknown): ResourceChange | undefined {
    const gone = asResource(value);
    if (gone === undefined) return undefined;
    this.#touch(gone.id);
    return this.#remove(gone.type, gone.id);
  }

  #touch(rid: string): void {
    for (const reading of this.#readings) reading.touched.add(rid);
  }

  #applyType(
    reading: Reading,
    type: string,
    resources: ReadonlyMap<string, Resource>,
    whole: boolean,
  ): ResourceChange[] {
    // An answer overtaken by a newer one would bring back what is past.
    if (this.isOvertaken(reading, type)) return [];
    const changes: ResourceChange[] = [];
    const keep = (change: ResourceChange | undefined): void => {
      if (change !== undefined) changes.push(change);
    };
    for (const [rid, resource] of resources) {
      if (!reading.touched.has(rid)) keep(this.#put(resource));
    }
    if (!whole) return changes;
    this.#applied.set(type, reading.sequence);
    for (const rid of this.#byType.get(type)?.keys() ?? []) {
      if (!resources.has(rid) && !reading.touched.has(rid)) keep(this.#remove(type, rid));
    }
    return changes;
  }

  #put(resource: Resource): ResourceChange | undefined {
    const previous = this.#byType.get(resource.type)?.get(resource.id);
    const changed = previous === undefined ? [] : changedPaths(previous, resource);
    if (previous !== undefined && changed.length === 0) return undefined;
    if (!freezeState(resource)) return undefined;
    const siblings = this.#byType.get(resource.type) ?? new Map<string, Resource>();
    this.#byType.set(resource.type, siblings.set(resource.id, resource));
    this.#byId.set(resource.id, resource);
    this.#forget(resource.type);
    return previous === undefined
      ? { kind: 'added', resource, changed }
      : { kind: 'changed', resource, previous, changed };
  }

  #remove(type: string, rid: string): ResourceChange | undefined {
    const siblings = this.#byType.get(type);
    const resource = siblings?.get(rid);
    if (siblings === undefined || resource === undefined) return undefined;
    siblings.delete(rid);
    if (this.#byId.get(rid) === resource) this.#byId.delete(rid);
    this.#forget(type);
    return { kind: 'deleted', resource, previous: resource, changed: [] };
  }

  /** Drops what was derived from the resources of a type. */
  #forget(type: string): void {
    this.#lists.delete(type);
    this.#revisions.set(type, this.revision(type) + 1);
    if (isGroupType(type)) this.#groups = undefined;
  }
}

/** Sorts an answer by type; what is no resource is left out, of two with one id the last counts. */
function groupByType(
  values: readonly unknown[],
  rtype?: string,
): Map<string, Map<string, Resource>> {
  const groups = new Map<string, Map<string, Resource>>();
  if (rtype !== undefined) groups.set(rtype, new Map());
  for (const value of values) {
    const resource = asResource(value, rtype);
    if (resource === undefined) continue;
    const group = groups.get(resource.type) ?? new Map<string, Resource>();
    groups.set(resource.type, group.set(resource.id, resource));
  }
  return groups;
}
