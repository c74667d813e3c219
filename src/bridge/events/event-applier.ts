import type { Resource } from '../../resources';
import { parseResource } from '../state/parse-resource';
import type { ResourceChange } from '../state/resource-change';
import type { BridgeEvent } from './event-parser';
import { findInputReports } from '../state/input-reports';
import type { ResourceStore } from '../state/resource-store';

/** Event ids remembered for deduplication; bridges replay at most some dozens. */
const maxRememberedIds = 1_000;

/** Timestamps of input reports remembered for each resource and path, for the same purpose. */
const maxReportTimes = 20;

/** Result of applying one event. */
export interface ApplyResult {
  changes: ResourceChange[];
  /** Types of unknown resources that were added with the members of an update only. */
  incompleteTypes: string[];
  /** Number of entries that are no resources. */
  unreadableCount: number;
}

/** Applies events of the event stream to the store, each once and in the order of arrival. */
export class EventApplier {
  readonly #store: ResourceStore;
  readonly #eventIds = new Set<string>();
  /**
   * Timestamps of the last input reports, by resource and path. They are compared for equality only:
   * the clock of a bridge may jump back when it restarts.
   */
  readonly #reportTimes = new Map<string, Set<string>>();

  constructor(store: ResourceStore) {
    this.#store = store;
  }

  /** Records the input reports of a resource that a poll has reported, so that their events are dropped. */
  recordReports(resource: Resource): void {
    for (const { path, updated } of findInputReports(resource)) {
      this.#isDuplicateReport(`${resource.id} ${path}`, updated);
    }
  }

  apply({ id, type, data }: BridgeEvent): ApplyResult {
    const result: ApplyResult = { changes: [], incompleteTypes: [], unreadableCount: 0 };
    if (id !== undefined && !addBounded(this.#eventIds, id, maxRememberedIds)) return result;
    for (const value of data) {
      const resource = parseResource(value, this.#lookUpType(value));
      if (resource === undefined) result.unreadableCount += 1;
      else this.#applyOne(type, resource, result);
    }
    return result;
  }

  #applyOne(type: string, resource: Resource, result: ApplyResult): void {
    if (type === 'update') return this.#update(resource, result);
    const change =
      type === 'add'
        ? this.#store.applyAdd(resource)
        : type === 'delete'
          ? this.#store.applyDelete(resource)
          : undefined;
    if (change !== undefined) result.changes.push(change);
  }

  #update(update: Resource, result: ApplyResult): void {
    const reports = findInputReports(update);
    if (
      reports.some(({ path, updated }) => this.#isDuplicateReport(`${update.id} ${path}`, updated))
    )
      return;
    const change = this.#store.applyUpdate(update);
    if (change?.kind === 'added') result.incompleteTypes.push(update.type);
    if (reports.length === 0) {
      if (change !== undefined) result.changes.push(change);
      return;
    }
    const resource = change?.resource ?? this.#store.get(update.id);
    if (resource === undefined) return;
    const changed = new Set([...(change?.changed ?? []), ...reports.map(({ path }) => path)]);
    result.changes.push({
      kind: 'changed',
      previous: resource,
      ...change,
      resource,
      changed: [...changed],
    });
  }

  /** Records a report; true when it was recorded before. */
  #isDuplicateReport(key: string, updated: string | undefined): boolean {
    if (updated === undefined) return false;
    const times = this.#reportTimes.get(key) ?? new Set<string>();
    this.#reportTimes.set(key, times);
    return !addBounded(times, updated, maxReportTimes);
  }

  /** Type of a known resource, for events that omit it. */
  #lookUpType(value: unknown): string | undefined {
    const rid = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
    return typeof rid === 'string' ? this.#store.get(rid)?.type : undefined;
  }
}

/** Adds to a set and drops its oldest values beyond the bound; false when it contained the value already. */
function addBounded(values: Set<string>, value: string, maxSize: number): boolean {
  if (values.has(value)) return false;
  values.add(value);
  for (const oldest of values) {
    if (values.size <= maxSize) break;
    values.delete(oldest);
  }
  return true;
}
