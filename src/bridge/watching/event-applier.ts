import type { Resource } from '../../resources';
import { asResource } from '../state/admit-resource';
import type { ResourceChange } from '../state/changes';
import type { EventContainer } from './event-parser';
import { momentReports } from '../state/reports';
import type { ResourceStore } from '../state/resource-store';

/** Ids of messages that are remembered to drop those that come twice; bridges replay at most some dozens. */
const mostRemembered = 1_000;

/** Times of reported moments that are remembered for each resource, for the same purpose. */
const mostMoments = 20;

/** What became of one message. */
export interface Applied {
  changes: ResourceChange[];
  /** Types of which the bridge told members of a resource that was not known. */
  incomplete: string[];
  /** Entries that are no resources. */
  unreadable: number;
}

/** Brings messages of the event stream into the store, each once and in the order they come. */
export class EventApplier {
  readonly #store: ResourceStore;
  readonly #seen = new Set<string>();
  /**
   * Times of the last moments reported, by resource and path. They are compared for equality only:
   * the clock of a bridge may jump back when it restarts.
   */
  readonly #moments = new Map<string, Set<string>>();

  constructor(store: ResourceStore) {
    this.#store = store;
  }

  /** Notes the moments of a resource that were told otherwise. */
  note(resource: Resource): void {
    for (const { path, updated } of momentReports(resource)) {
      this.#wasTold(`${resource.id} ${path}`, updated);
    }
  }

  apply({ id, type, data }: EventContainer): Applied {
    const applied: Applied = { changes: [], incomplete: [], unreadable: 0 };
    if (id !== undefined && !remember(this.#seen, id, mostRemembered)) return applied;
    for (const value of data) {
      const resource = asResource(value, this.#typeOf(value));
      if (resource === undefined) applied.unreadable += 1;
      else this.#applyOne(type, resource, applied);
    }
    return applied;
  }

  #applyOne(type: string, resource: Resource, applied: Applied): void {
    if (type === 'update') return this.#update(resource, applied);
    const change =
      type === 'add'
        ? this.#store.applyAdd(resource)
        : type === 'delete'
          ? this.#store.applyDelete(resource)
          : undefined;
    if (change !== undefined) applied.changes.push(change);
  }

  #update(update: Resource, applied: Applied): void {
    const reports = momentReports(update);
    if (reports.some(({ path, updated }) => this.#wasTold(`${update.id} ${path}`, updated))) return;
    const change = this.#store.applyUpdate(update);
    if (change?.kind === 'added') applied.incomplete.push(update.type);
    if (reports.length === 0) {
      if (change !== undefined) applied.changes.push(change);
      return;
    }
    const resource = change?.resource ?? this.#store.get(update.id);
    if (resource === undefined) return;
    const changed = new Set([...(change?.changed ?? []), ...reports.map(({ path }) => path)]);
    applied.changes.push({
      kind: 'changed',
      previous: resource,
      ...change,
      resource,
      changed: [...changed],
    });
  }

  /** Remembers the moment, unless it was told before. */
  #wasTold(key: string, updated: string | undefined): boolean {
    if (updated === undefined) return false;
    const told = this.#moments.get(key) ?? new Set<string>();
    this.#moments.set(key, told);
    return !remember(told, updated, mostMoments);
  }

  /** Type of a known resource, for messages that leave it out. */
  #typeOf(value: unknown): string | undefined {
    const known =
      typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
    return typeof known === 'string' ? this.#store.get(known)?.type : undefined;
  }
}

/** Adds to a set and drops what it has held longest; false when it held the value already. */
function remember(values: Set<string>, value: string, most: number): boolean {
  if (values.has(value)) return false;
  values.add(value);
  for (const oldest of values) {
    if (values.size <= most) break;
    values.delete(oldest);
  }
  return true;
}
