import type { BridgeActivity } from './bridge-activity';
import { findMomentaryInputReports, parseResource } from './resource-state';
import type {
  ChangeCause,
  ResourceChange,
  ResourceChangeEvent,
  MomentaryInputReport,
} from './resource-state';
import type { ExplainingWrite, OwnWriteTracker } from './own-writes';
import type { Clock, TimerHandle } from './clock';
import { SlicedQueue } from './slices';
import type { ResourceObservationOptions, WatchOptions } from './watch';
import type { Resource } from '../resources/resource';
import { getNestedMember, isObject, omitNullMembers } from '../resources/members';
import { BoundedMap } from './bounded-map';
import type { ResourceStore } from './state';
import type { ClientLimits } from './limits';
import type { BridgeLink } from './load-state';
import { quoteDescriptions } from './error-messages';
import { getErrorDescriptions } from './response';
import { getErrorSentence } from './errors';

/** Bridges replay at most a few dozen events. */
const maxRememberedIds = 1_000;

/** Other types, for example of newer firmware, are ignored. */
const appliedTypes: ReadonlySet<string> = new Set(['update', 'add', 'delete']);

/** Applying one slice takes a few ms. */
const entriesPerSlice = 200;

interface AppliedEvent {
  readonly type: string;
  readonly cause: ChangeCause;
  readonly changes: ResourceChange[];
  isUnreadable: boolean;
}

/** Sources: Hue event stream captures; openhue-api, Event schema. */
export interface BridgeEvent {
  /** For deduplication. Some bridges send none. */
  id: string | undefined;
  type: string;
  /** `add`: complete resources. `update`: `id`, `type` and changed members. `delete`: `id` and `type`. */
  data: readonly unknown[];
}

/** Takes the events of the bridge into the state, and dispatches what they changed. */
export class EventApplier {
  readonly #eventIds = new BoundedMap<string, true>(maxRememberedIds);

  /** @param pollSoon called with the type of an unknown resource in an update: other members are missing */
  constructor(
    private readonly store: ResourceStore,
    private readonly dispatcher: ChangeDispatcher,
    private readonly pollSoon: (rtype: string) => void,
    private readonly warn: (warning: string) => void,
  ) {}

  /** Applies a large event in slices. The cause is `gap` if the event may be old. */
  apply({ id, type, data }: BridgeEvent, cause: ChangeCause): void {
    if (id !== undefined && !this.#isFirst(id)) return;
    if (!appliedTypes.has(type)) {
      if (type === 'error')
        this.warn(`The bridge reports an error.${quoteDescriptions(getErrorDescriptions(data))}`);
      return;
    }
    const { deliveries } = this.dispatcher;
    const event: AppliedEvent = { type, cause, changes: [], isUnreadable: false };
    if (data.length <= entriesPerSlice && deliveries.hasTime()) {
      this.#applyEntries(event, data);
      return this.#dispatchChanges(event);
    }
    // A read in flight may return older states.
    for (const value of data) if (isObject(value)) this.store.markUpdated(value['id']);
    for (let start = 0; start < data.length; start += entriesPerSlice) {
      const entries = data.slice(start, start + entriesPerSlice);
      deliveries.run(() => this.#applyEntries(event, entries));
    }
    deliveries.run(() => this.#dispatchChanges(event));
  }

  #applyEntries(event: AppliedEvent, entries: readonly unknown[]): void {
    for (const value of entries) {
      const resource = parseResource(omitNullMembers(value), this.#lookUpType(value));
      if (resource === undefined) {
        event.isUnreadable = true;
        continue;
      }
      const change = this.#applyEntry(event.type, resource);
      if (change !== undefined) event.changes.push(change);
      event.changes.push(...this.store.takeFurtherChanges());
    }
  }

  #dispatchChanges({ type, cause, changes, isUnreadable }: AppliedEvent): void {
    if (isUnreadable)
      this.warn('The event stream holds entries without an id; they were left out.');
    this.dispatcher.dispatch(changes, cause);
    if (type !== 'update') return;
    const incompleteTypes = new Set<string>();
    for (const { kind, resource } of changes)
      if (kind === 'added') incompleteTypes.add(resource.type);
    for (const rtype of incompleteTypes) this.pollSoon(rtype);
  }

  #applyEntry(type: string, resource: Resource): ResourceChange | undefined {
    const { store } = this;
    if (type === 'update') return this.#update(resource);
    if (type === 'add') return store.applyAdd(resource);
    return type === 'delete' ? store.applyDelete(resource) : undefined;
  }

  #update(update: Resource): ResourceChange | undefined {
    const { store } = this;
    const { inputReports } = this.dispatcher;
    const reports = findMomentaryInputReports(update);
    if (reports.length === 0) return store.applyUpdate(update);
    inputReports.releaseDeferred(update.id, reports);
    if (!inputReports.recordEvent(update.id, reports))
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
    return typeof rid === 'string' ? this.store.get(rid)?.type : undefined;
  }

  #isFirst(id: string): boolean {
    if (this.#eventIds.has(id)) return false;
    this.#eventIds.set(id, true);
    return true;
  }
}

function omitReportGroups(update: Resource, reports: readonly MomentaryInputReport[]): Resource {
  const members = Object.entries(update).filter(
    ([name]) => !reports.some(({ path }) => path.startsWith(`${name}.`)),
  );
  return { ...Object.fromEntries(members), type: update.type, id: update.id };
}

/** Without `rtype` and `rids`, all resources. */
type ChangeWatch = Pick<WatchOptions, 'rtype' | 'rids' | 'onChange'> | ResourceObservationOptions;

/** No type has this name. */
const anyType = '*';

/** An object: a watch that subscribes twice has two subscriptions. */
export interface ChangeSubscription {
  readonly options: ChangeWatch;
}

/**
 * Dispatches changes with the cause, whether this client caused them, and the new input reports. Watches of other
 * resources cost nothing.
 */
export class ChangeDispatcher {
  /** Tells whether an event may follow an input report that a poll found. */
  expectsEvents: () => boolean = () => false;
  /** Called with true before the first subscription, with false after the last one. */
  onNeeded: (isNeeded: boolean) => void = () => undefined;
  readonly inputReports: MomentaryInputReportTracker;
  readonly deliveries: SlicedQueue;
  /** Start or end of the latest outage of the connection or the event stream, in ms of the clock. */
  #lastInterruption = -Infinity;
  readonly #subscriptions = new Set<ChangeSubscription>();
  readonly #byType = new Map<string, Set<ChangeSubscription>>();
  readonly #byRid = new Map<string, Set<ChangeSubscription>>();

  constructor(
    private readonly ownWrites: OwnWriteTracker,
    private readonly activity: BridgeActivity,
    private readonly link: Pick<BridgeLink, 'clock' | 'limits' | 'warn'>,
  ) {
    this.inputReports = new MomentaryInputReportTracker(
      link.clock,
      link.limits,
      (change, cause, since) => this.#dispatchNow(change, cause, since),
    );
    this.deliveries = new SlicedQueue(link.clock, this.#reportListenerError);
  }

  recordInterruption(): void {
    this.#lastInterruption = this.link.clock.now();
  }

  subscribe(subscription: ChangeSubscription): void {
    if (this.#subscriptions.size === 0) this.onNeeded(true);
    this.#subscriptions.add(subscription);
    const index = this.#getIndex(subscription);
    for (const key of getKeys(subscription)) {
      const subscriptions = index.get(key) ?? new Set<ChangeSubscription>();
      index.set(key, subscriptions.add(subscription));
    }
  }

  unsubscribe(subscription: ChangeSubscription): void {
    if (!this.#subscriptions.delete(subscription)) return;
    const index = this.#getIndex(subscription);
    for (const key of getKeys(subscription)) {
      const subscriptions = index.get(key);
      subscriptions?.delete(subscription);
      if (subscriptions?.size === 0) index.delete(key);
    }
    if (this.#subscriptions.size === 0) this.onNeeded(false);
  }

  dispatch(
    changes: readonly ResourceChange[],
    cause: ChangeCause,
    since = this.link.clock.now(),
  ): void {
    if (cause === 'stream') for (const change of changes) this.activity.record(change);
    for (const change of changes) {
      if (cause === 'poll' && this.expectsEvents()) {
        if (this.#isWatched(change) && this.inputReports.defer(change, since)) continue;
      }
      this.#dispatchNow(change, cause, since);
    }
  }

  #dispatchNow(change: ResourceChange, foundBy: ChangeCause, since: number): void {
    if (!this.#isWatched(change)) return;
    const { ownWrites } = this;
    const write =
      change.kind === 'deleted'
        ? ownWrites.findOwnDeletion(change.resource, since)
        : ownWrites.findOwnWrite(change, since);
    const own = write !== undefined;
    // This client wrote the change after the last read, so its time is known.
    const cause = foundBy === 'gap' && own && this.#lastInterruption < since ? 'poll' : foundBy;
    if (this.deliveries.hasTime()) return this.#deliver(change, cause, write);
    this.deliveries.run(() => this.#deliver(change, cause, write));
  }

  #deliver(change: ResourceChange, cause: ChangeCause, write: ExplainingWrite | undefined): void {
    const { kind, resource, previous, changed } = change;
    const found = findMomentaryInputReports(resource, changed);
    const reports = found.length === 0 ? found : this.inputReports.selectNew(found, change, cause);
    const own = write !== undefined;
    const event: ResourceChangeEvent =
      previous === undefined
        ? { kind, resource, changed, cause, own, reports }
        : { kind, resource, previous, changed, cause, own, reports };
    if (write?.origin !== undefined) event.origin = write.origin;
    this.#emit(this.#byType.get(anyType), event);
    this.#emit(this.#byType.get(resource.type), event);
    this.#emit(this.#byRid.get(resource.id), event);
  }

  /** False if recent writes of this client explain every change. The event of an external change may still follow. */
  hasExternalChange(changes: readonly ResourceChange[]): boolean {
    const now = this.link.clock.now();
    return changes.some(({ resource }) => !this.ownWrites.isRecentlyWritten(resource, now));
  }

  close(): void {
    this.#subscriptions.clear();
    this.#byType.clear();
    this.#byRid.clear();
    this.deliveries.close();
    this.inputReports.close();
  }

  readonly #reportListenerError = (error: unknown): void =>
    this.link.warn(`A watcher of the bridge failed: ${getErrorSentence(error)}`);

  #getIndex({ options }: ChangeSubscription): Map<string, Set<ChangeSubscription>> {
    return options.rids === undefined ? this.#byType : this.#byRid;
  }

  #isWatched({ resource }: ResourceChange): boolean {
    return (
      this.#byType.has(anyType) || this.#byType.has(resource.type) || this.#byRid.has(resource.id)
    );
  }

  #emit(
    subscriptions: ReadonlySet<ChangeSubscription> | undefined,
    event: ResourceChangeEvent,
  ): void {
    if (subscriptions === undefined) return;
    for (const { options } of subscriptions) {
      if (options.rtype !== undefined && options.rtype !== event.resource.type) continue;
      try {
        options.onChange?.(event);
      } catch (error) {
        this.#reportListenerError(error);
      }
    }
  }
}

const getKeys = ({ options: { rids, rtype } }: ChangeSubscription): readonly string[] =>
  rids ?? [rtype ?? anyType];

const maxReportsPerResource = 20;

/** From the first sight of a report in a state to its own report, in ms. */
const maxReportAge = 10_000;

/** In ms. Bridges batch events for a second (source: a migration text of Signify). */
const maxEventDelay = 1_500;

interface SeenReport {
  readonly firstSeenAt: number;
  isReported: boolean;
}

interface DeferredChange {
  readonly change: ResourceChange;
  readonly updated: string;
  readonly since: number;
  readonly deferredAt: number;
  readonly timer: TimerHandle;
}

/** Called once for each deferred change. The cause is `poll` if no event reported the input. */
type ReleaseChange = (change: ResourceChange, cause: ChangeCause, since: number) => void;

/**
 * Decides which reports of momentary inputs, for example button presses, are new. An input is reported twice if event
 * stream and poll contain it, and again if another property of its resource changes. Timestamps are compared for
 * equality only, because the clock of the bridge may jump.
 */
export class MomentaryInputReportTracker {
  readonly #seen = new Map<string, Map<string, SeenReport>>();
  readonly #deferred = new Map<string, DeferredChange>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: Pick<ClientLimits, 'maxReportDelay'>,
    private readonly release: ReleaseChange,
  ) {}

  readonly recordState = (rid: string, reports: readonly MomentaryInputReport[]): void => {
    for (const { updated } of reports) if (updated !== undefined) this.#getOrAdd(rid, updated);
  };

  recordEvent(rid: string, reports: readonly MomentaryInputReport[]): boolean {
    const seen = reports.flatMap(({ updated }) =>
      updated === undefined ? [] : this.#getOrAdd(rid, updated),
    );
    if (seen.some(({ isReported }) => isReported)) return false;
    for (const report of seen) report.isReported = true;
    return true;
  }

  /** Call `recordEvent` first for the reports of an event. */
  selectNew(
    reports: readonly MomentaryInputReport[],
    change: ResourceChange,
    cause: ChangeCause,
  ): readonly MomentaryInputReport[] {
    if (cause === 'gap' || change.kind === 'deleted') return [];
    const known = cause === 'poll' ? findMomentaryInputReports(change.previous ?? {}) : [];
    const newReports = reports.filter(
      ({ path, updated }) =>
        updated === undefined ||
        (!known.some((report) => report.path === path && report.updated === updated) &&
          this.#isNew(change.resource.id, updated, cause)),
    );
    if (cause === 'poll') this.recordEvent(change.resource.id, newReports);
    return newReports;
  }

  /**
   * Defers a change that a poll found while an event stream is being synchronised. The stream will report most
   * inputs, in order with earlier ones. The poll reports inputs from before the stream.
   *
   * @param since start of the previous read, in ms of the clock
   * @returns false for a change without an input report, which is not deferred
   */
  defer(change: ResourceChange, since: number): boolean {
    const { clock } = this;
    const reports = findMomentaryInputReports(change.resource, change.changed);
    if (reports.length === 0) return false;
    const updated = reports.find((report) => report.updated !== undefined)?.updated;
    // A report without a timestamp cannot be matched with its event.
    if (updated === undefined) {
      this.release(change, 'gap', since);
      return true;
    }
    const previous = this.#deferred.get(change.resource.id);
    if (previous !== undefined) this.#release(previous, 'poll');
    const deferred: DeferredChange = {
      change,
      updated,
      since,
      deferredAt: clock.wallTime(),
      timer: clock.setTimeout(() => this.#release(deferred, 'poll'), maxEventDelay),
    };
    this.#deferred.set(change.resource.id, deferred);
    return true;
  }

  /** Call it before an event with these reports is applied. */
  releaseDeferred(rid: string, [report]: readonly MomentaryInputReport[]): void {
    const deferred = this.#deferred.get(rid);
    if (deferred === undefined || report?.updated === undefined) return;
    // After an event with an earlier timestamp, the event of the deferred report follows.
    const isLater = Date.parse(report.updated) > Date.parse(deferred.updated);
    this.#release(deferred, isLater ? 'poll' : 'gap');
  }

  close(): void {
    for (const { timer } of this.#deferred.values()) this.clock.clearTimeout(timer);
    this.#deferred.clear();
  }

  #release(deferred: DeferredChange, cause: ChangeCause): void {
    const { change, since, deferredAt, timer } = deferred;
    this.clock.clearTimeout(timer);
    this.#deferred.delete(change.resource.id);
    const isLate = this.clock.wallTime() - deferredAt > this.limits.maxReportDelay;
    this.release(change, isLate ? 'gap' : cause, since);
  }

  #isNew(rid: string, updated: string, cause: ChangeCause): boolean {
    const { firstSeenAt, isReported } = this.#getOrAdd(rid, updated);
    if (cause === 'poll' && isReported) return false;
    return this.clock.now() - firstSeenAt <= maxReportAge;
  }

  #getOrAdd(rid: string, updated: string): SeenReport {
    const reports =
      this.#seen.get(rid) ?? new BoundedMap<string, SeenReport>(maxReportsPerResource);
    this.#seen.set(rid, reports);
    const existing = reports.get(updated);
    if (existing !== undefined) return existing;
    const report = { firstSeenAt: this.clock.now(), isReported: false };
    reports.set(updated, report);
    return report;
  }
}
