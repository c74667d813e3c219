import { getMember } from '../../resources';
import { affectsProperty } from '../state/resource-change';
import type { ChangeCause, ResourceChange } from '../state/resource-change';
import { findInputReports } from '../state/input-reports';
import type { Clock, TimerHandle } from '../time/clock';
import type { ClientLimits } from '../limits';
import type { BridgeEvent } from './event-parser';

/** Longest delay of an event, in ms: bridges batch events for a second (a migration text of Signify). */
const maxEventDelay = 1_500;

/** A deferred change with an input report. */
interface PendingReport {
  change: ResourceChange;
  updated: string;
  /** Start of the previous read, in ms of the clock; and wall time at which the change was deferred. */
  since: number;
  deferredAt: number;
  timer: TimerHandle;
}

/** Called once for each deferred change; the cause is `poll` for an input that no event reported. */
type NotifyChange = (change: ResourceChange, cause: ChangeCause, since: number) => void;

/**
 * Input reports, such as button presses, that polls find while an event stream is being synchronized. Most are about to
 * be reported by the stream, in order with earlier ones; the others precede the stream and are reported by the poll.
 */
export class PendingReports {
  readonly #pending = new Map<string, PendingReport>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: Pick<ClientLimits, 'maxReportDelay'>,
    private readonly notify: NotifyChange,
  ) {}

  /**
   * Defers a change until it is known whether the stream reports its input.
   *
   * @param since start of the previous read, in ms of the clock
   * @returns false for a change without an input report, which is not deferred
   */
  defer(change: ResourceChange, since: number): boolean {
    const reports = findInputReports(change.resource).filter(({ path }) =>
      affectsProperty(change.changed, path),
    );
    if (reports.length === 0) return false;
    const updated = reports.find((report) => report.updated !== undefined)?.updated;
    // Without a timestamp it cannot be matched with its event.
    if (updated === undefined) this.notify(change, 'gap', since);
    else this.#add(change, updated, since);
    return true;
  }

  /** Matches an event with the deferred changes, before its own changes are reported. */
  matchEvent({ data }: BridgeEvent): void {
    for (const entry of data) {
      const rid = getMember(entry, 'id');
      const pending = typeof rid === 'string' ? this.#pending.get(rid) : undefined;
      const [report] = pending === undefined ? [] : findInputReports(Object.assign({}, entry));
      if (pending === undefined || report?.updated === undefined) continue;
      // An event with an earlier timestamp means that the event of the deferred report follows.
      const isLater = Date.parse(report.updated) > Date.parse(pending.updated);
      this.#release(pending, isLater ? 'poll' : 'gap');
    }
  }

  /** Drops all deferred changes. */
  clear(): void {
    for (const { timer } of this.#pending.values()) this.clock.clearTimeout(timer);
    this.#pending.clear();
  }

  #add(change: ResourceChange, updated: string, since: number): void {
    const { clock } = this;
    const previous = this.#pending.get(change.resource.id);
    if (previous !== undefined) this.#release(previous, 'poll');
    const pending: PendingReport = {
      change,
      updated,
      since,
      deferredAt: clock.wallTime(),
      timer: clock.setTimeout(() => this.#release(pending, 'poll'), maxEventDelay),
    };
    this.#pending.set(change.resource.id, pending);
  }

  #release({ change, since, deferredAt, timer }: PendingReport, cause: ChangeCause): void {
    this.clock.clearTimeout(timer);
    this.#pending.delete(change.resource.id);
    const isLate = this.clock.wallTime() - deferredAt > this.limits.maxReportDelay;
    this.notify(change, isLate ? 'gap' : cause, since);
  }
}
