import { evictOldest } from '../limits/evict-oldest';
import { findMomentaryInputReports } from '../state/resource-state';
import type { ChangeCause, MomentaryInputReport, ResourceChange } from '../state/resource-state';
import type { Clock, TimerHandle } from '../time/clock';
import type { ClientLimits } from '../limits/client-limits';

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
    const reports = this.#seen.get(rid) ?? new Map<string, SeenReport>();
    this.#seen.set(rid, reports);
    const existing = reports.get(updated);
    if (existing !== undefined) return existing;
    const report = { firstSeenAt: this.clock.now(), isReported: false };
    reports.set(updated, report);
    evictOldest(reports, maxReportsPerResource);
    return report;
  }
}
