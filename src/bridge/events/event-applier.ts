import type { Resource } from '../../resources';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import { omitNullMembers } from '../../resources/values/omit-null-members';
import { evictOldest } from '../limits/evict-oldest';
import { findMomentaryInputReports, parseResource } from '../state/resource-state';
import type { ChangeCause, MomentaryInputReport, ResourceChange } from '../state/resource-change';
import type { ResourceStore } from '../state/resource-store';
import type { ChangeDispatcher } from '../watch/change-dispatcher';
import type { BridgeEvent } from './event-parser';

/** Bridges replay at most a few dozen events. */
const maxRememberedIds = 1_000;

/** Other types, for example of newer firmware, are ignored. */
const appliedTypes: ReadonlySet<string> = new Set(['update', 'add', 'delete']);

interface EventApplierOptions {
  store: ResourceStore;
  dispatcher: ChangeDispatcher;
  /** Called with the type of an unknown resource in an update: other members are missing. */
  onIncompleteResource: (rtype: string) => void;
  onUnreadableEntries: () => void;
  onErrorEvent: (entries: readonly unknown[]) => void;
}

/** Applying one slice takes a few ms. */
const entriesPerSlice = 200;

interface AppliedEvent {
  readonly type: string;
  readonly cause: ChangeCause;
  readonly changes: ResourceChange[];
  isUnreadable: boolean;
}

export class EventApplier {
  readonly #eventIds = new Set<string>();

  constructor(private readonly options: EventApplierOptions) {}

  /** Applies a large event in slices. The cause is `gap` if the event may be old. */
  readonly apply = ({ id, type, data }: BridgeEvent, cause: ChangeCause): void => {
    if (id !== undefined && !this.#isFirst(id)) return;
    if (!appliedTypes.has(type)) {
      if (type === 'error') this.options.onErrorEvent(data);
      return;
    }
    const { store, dispatcher } = this.options;
    const { deliveries } = dispatcher;
    const event: AppliedEvent = { type, cause, changes: [], isUnreadable: false };
    if (data.length <= entriesPerSlice && deliveries.hasTime()) {
      this.#applyEntries(event, data);
      return this.#dispatchChanges(event);
    }
    // A read in flight may return older states.
    for (const value of data) if (isObject(value)) store.markUpdated(value['id']);
    for (let start = 0; start < data.length; start += entriesPerSlice) {
      const entries = data.slice(start, start + entriesPerSlice);
      deliveries.run(() => this.#applyEntries(event, entries));
    }
    deliveries.run(() => this.#dispatchChanges(event));
  };

  #applyEntries(event: AppliedEvent, entries: readonly unknown[]): void {
    for (const value of entries) {
      const resource = parseResource(omitNullMembers(value), this.#lookUpType(value));
      if (resource === undefined) {
        event.isUnreadable = true;
        continue;
      }
      const change = this.#applyEntry(event.type, resource);
      if (change !== undefined) event.changes.push(change);
      event.changes.push(...this.options.store.takeFurtherChanges());
    }
  }

  #dispatchChanges({ type, cause, changes, isUnreadable }: AppliedEvent): void {
    const { dispatcher, onIncompleteResource, onUnreadableEntries } = this.options;
    if (isUnreadable) onUnreadableEntries();
    dispatcher.dispatch(changes, cause);
    if (type !== 'update') return;
    const incompleteTypes = new Set<string>();
    for (const { kind, resource } of changes)
      if (kind === 'added') incompleteTypes.add(resource.type);
    for (const rtype of incompleteTypes) onIncompleteResource(rtype);
  }

  #applyEntry(type: string, resource: Resource): ResourceChange | undefined {
    const { store } = this.options;
    if (type === 'update') return this.#update(resource);
    if (type === 'add') return store.applyAdd(resource);
    return type === 'delete' ? store.applyDelete(resource) : undefined;
  }

  #update(update: Resource): ResourceChange | undefined {
    const { store, dispatcher } = this.options;
    const reports = findMomentaryInputReports(update);
    if (reports.length === 0) return store.applyUpdate(update);
    dispatcher.inputReports.releaseDeferred(update.id, reports);
    if (!dispatcher.inputReports.recordEvent(update.id, reports))
      return store.applyUpdate(omitReportGroups(update, reports));
    const change = store.applyUpdate(update);
    const resource = change?.resource ?? store.get(update.id);
    if (resource === undefined) return undefined;
    // A repeated input is a change although the state is equal.
    const changed = new Set([...(change?.changed ?? []), ...reports.map(({ path }) => path)]);
    return { kind: 'changed', previous: resource, ...change, resource, changed: [...changed] };
  }

  #lookUpType(value: unknown): string | undefined {
    const rid = getNestedMember(value, 'id');
    return typeof rid === 'string' ? this.options.store.get(rid)?.type : undefined;
  }

  #isFirst(id: string): boolean {
    if (this.#eventIds.has(id)) return false;
    this.#eventIds.add(id);
    evictOldest(this.#eventIds, maxRememberedIds);
    return true;
  }
}

function omitReportGroups(update: Resource, reports: readonly MomentaryInputReport[]): Resource {
  const members = Object.entries(update).filter(
    ([name]) => !reports.some(({ path }) => path.startsWith(`${name}.`)),
  );
  return { ...Object.fromEntries(members), type: update.type, id: update.id };
}
