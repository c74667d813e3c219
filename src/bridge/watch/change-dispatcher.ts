import type { ChangeCause, ResourceChange, ResourceChangeEvent } from '../state/resource-change';
import { findMomentaryInputReports } from '../state/resource-state';
import type { OwnWriteTracker } from '../state/own-write-tracker';
import type { Clock } from '../time/clock';
import { SlicedQueue } from '../time/sliced-queue';
import type { MomentaryInputReportTracker } from './momentary-input-report-tracker';
import type { ResourceObservationOptions, WatchOptions } from './watch';

interface ChangeDispatcherOptions {
  inputReports: MomentaryInputReportTracker;
  ownWrites: OwnWriteTracker;
  clock: Clock;
  onListenerError: (error: unknown) => void;
  /** True while an event may follow an input report that a poll found. */
  expectsEvents: () => boolean;
  wasInterrupted: (since: number) => boolean;
  /** True before the first subscription, false after the last one. */
  onNeeded: (isNeeded: boolean) => void;
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
  readonly inputReports: MomentaryInputReportTracker;
  readonly deliveries: SlicedQueue;
  readonly #subscriptions = new Set<ChangeSubscription>();
  readonly #byType = new Map<string, Set<ChangeSubscription>>();
  readonly #byRid = new Map<string, Set<ChangeSubscription>>();

  constructor(private readonly options: ChangeDispatcherOptions) {
    this.inputReports = options.inputReports;
    this.deliveries = new SlicedQueue(options.clock, options.onListenerError);
  }

  subscribe(subscription: ChangeSubscription): void {
    if (this.#subscriptions.size === 0) this.options.onNeeded(true);
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
    if (this.#subscriptions.size === 0) this.options.onNeeded(false);
  }

  dispatch(
    changes: readonly ResourceChange[],
    cause: ChangeCause,
    since = this.options.clock.now(),
  ): void {
    for (const change of changes) {
      if (cause === 'poll' && this.options.expectsEvents()) {
        if (this.#isWatched(change) && this.inputReports.defer(change, since)) continue;
      }
      this.dispatchNow(change, cause, since);
    }
  }

  dispatchNow(change: ResourceChange, foundBy: ChangeCause, since: number): void {
    if (!this.#isWatched(change)) return;
    const { ownWrites, wasInterrupted } = this.options;
    const own =
      change.kind === 'deleted'
        ? ownWrites.isOwnDeletion(change.resource, since)
        : ownWrites.isOwnChange(change, since);
    // This client wrote the change after the last read, so its time is known.
    const cause = foundBy === 'gap' && own && !wasInterrupted(since) ? 'poll' : foundBy;
    if (this.deliveries.hasTime()) return this.#deliver(change, cause, own);
    this.deliveries.run(() => this.#deliver(change, cause, own));
  }

  #deliver(change: ResourceChange, cause: ChangeCause, own: boolean): void {
    const { kind, resource, previous, changed } = change;
    const found = findMomentaryInputReports(resource, changed);
    const reports = found.length === 0 ? found : this.inputReports.selectNew(found, change, cause);
    const event: ResourceChangeEvent =
      previous === undefined
        ? { kind, resource, changed, cause, own, reports }
        : { kind, resource, previous, changed, cause, own, reports };
    this.#emit(this.#byType.get(anyType), event);
    this.#emit(this.#byType.get(resource.type), event);
    this.#emit(this.#byRid.get(resource.id), event);
  }

  /** False if recent writes of this client explain every change. The event of an external change may still follow. */
  hasExternalChange(changes: readonly ResourceChange[]): boolean {
    const now = this.options.clock.now();
    return changes.some(({ resource }) => !this.options.ownWrites.isRecentlyWritten(resource, now));
  }

  close(): void {
    this.#subscriptions.clear();
    this.#byType.clear();
    this.#byRid.clear();
    this.deliveries.close();
    this.inputReports.close();
  }

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
        this.options.onListenerError(error);
      }
    }
  }
}

const getKeys = ({ options: { rids, rtype } }: ChangeSubscription): readonly string[] =>
  rids ?? [rtype ?? anyType];
