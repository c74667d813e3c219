import { getMember, isObject } from '../../resources/member-access';
import type { Resource } from '../../resources';
import { removeOldest } from '../remove-oldest';
import { affectsProperty } from '../state/resource-state';
import type { ChangeCause, InputReport, ResourceChange } from '../state/resource-change';
import type { Clock, TimerHandle } from '../time/clock';
import type { ClientLimits } from '../limits';

/** Timestamps of input reports remembered for each resource. */
const maxReportsPerResource = 20;

/** Longest time from the first sight of a report in a state to its own report, in ms. */
const maxReportAge = 10_000;

/** Longest delay of an event, in ms: bridges batch events for a second (a migration text of Signify). */
const maxEventDelay = 1_500;

/** An input report that was seen in a state or an event. */
interface SeenReport {
  /** In ms of the clock. */
  readonly firstSeenAt: number;
  /** True once an event or a poll has reported it. */
  isReported: boolean;
}

/** A change found by a poll that waits for the event of its input report. */
interface DeferredChange {
  readonly change: ResourceChange;
  /** Timestamp of its report. */
  readonly updated: string;
  /** Start of the previous read, in ms of the clock; and wall time at which the change was deferred. */
  readonly since: number;
  readonly deferredAt: number;
  readonly timer: TimerHandle;
}

/** Called once for each deferred change; the cause is `poll` for an input that no event reported. */
type ReleaseChange = (change: ResourceChange, cause: ChangeCause, since: number) => void;

/**
 * Decides which reports of momentary inputs, such as button presses, are new. An input is reported twice when both
 * the event stream and a poll contain it, and an old one again when another property of its resource changes. The
 * bridge's timestamps are compared for equality only: its clock may jump.
 */
export class InputReportTracker {
  /** Reports by resource id and timestamp, oldest first. */
  readonly #seen = new Map<string, Map<string, SeenReport>>();
  readonly #deferred = new Map<string, DeferredChange>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: Pick<ClientLimits, 'maxReportDelay'>,
    private readonly release: ReleaseChange,
  ) {}

  /**
   * Records the reports in a state, which may be old.
   *
   * @param changed paths that differ from the state before; all when missing
   */
  readonly recordState = (resource: Resource, changed?: readonly string[]): void => {
    for (const { updated } of findInputReports(resource, changed)) {
      if (updated !== undefined) this.#getOrAdd(resource.id, updated);
    }
  };

  /**
   * Records the reports of an event, before it is applied.
   *
   * @returns false when one of them was reported before
   */
  recordEvent(rid: string, reports: readonly InputReport[]): boolean {
    const seen = reports.flatMap(({ updated }) =>
      updated === undefined ? [] : this.#getOrAdd(rid, updated),
    );
    if (seen.some(({ isReported }) => isReported)) return false;
    for (const report of seen) report.isReported = true;
    return true;
  }

  /** @returns the reports of a change that are new; those of an event must have been recorded by `recordEvent` */
  takeNewReports(change: ResourceChange, cause: ChangeCause): readonly InputReport[] {
    if (cause === 'gap' || change.kind === 'deleted') return noReports;
    const reports = findInputReports(change.resource, change.changed);
    if (reports.length === 0) return noReports;
    const known = cause === 'poll' ? findInputReports(change.previous ?? {}) : [];
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
   * Defers a change that a poll found while an event stream is being synchronized, until it is known whether the
   * stream reports its input. Most are about to be reported by the stream, in order with earlier ones; the others
   * precede the stream and are reported by the poll.
   *
   * @param since start of the previous read, in ms of the clock
   * @returns false for a change without an input report, which is not deferred
   */
  defer(change: ResourceChange, since: number): boolean {
    const { clock } = this;
    const reports = findInputReports(change.resource, change.changed);
    if (reports.length === 0) return false;
    const updated = reports.find((report) => report.updated !== undefined)?.updated;
    // Without a timestamp it cannot be matched with its event.
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

  /** Releases the deferred change of a resource before an event with these reports is applied to it. */
  releaseDeferred(rid: string, [report]: readonly InputReport[]): void {
    const deferred = this.#deferred.get(rid);
    if (deferred === undefined || report?.updated === undefined) return;
    // An event with an earlier timestamp means that the event of the deferred report follows.
    const isLater = Date.parse(report.updated) > Date.parse(deferred.updated);
    this.#release(deferred, isLater ? 'poll' : 'gap');
  }

  /** Drops all deferred changes. */
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
    removeOldest(reports, maxReportsPerResource);
    return report;
  }
}

const noReports: readonly InputReport[] = Object.freeze([]);

/**
 * Finds reports of momentary inputs in an update: button presses, rotary turns, bell rings. Unlike a
 * state, such a report is a new event even when it equals the last one. They are the reports with
 * `updated` (`button_report`, `rotary_report`, `bell_report`; Hue CLIP API reference), or `last_event`
 * on older firmware. Sensors report states, with `changed`.
 *
 * @param update members of one resource as in an event
 * @param changed only reports at, above or below these paths; all when missing
 * @returns the reports, each with the timestamp of its group; empty for an update of states only
 */
export function findInputReports(
  update: Readonly<Record<string, unknown>>,
  changed?: readonly string[],
): readonly InputReport[] {
  const reports: InputReport[] = [];
  if (changed === undefined) {
    for (const group in update) collectReports(group, update[group], reports);
    return reports;
  }
  for (const group of findGroups(changed)) collectReports(group, getMember(update, group), reports);
  return reports.length === 0
    ? reports
    : reports.filter(({ path }) => affectsProperty(changed, path));
}

/** @returns the first steps of paths, each once */
function findGroups(paths: readonly string[]): readonly string[] {
  const [first] = paths;
  if (paths.length === 1 && first !== undefined) return [getFirstStep(first)];
  return [...new Set(paths.map(getFirstStep))];
}

const getFirstStep = (path: string): string => {
  const end = path.indexOf('.');
  return end < 0 ? path : path.slice(0, end);
};

function collectReports(group: string, members: unknown, reports: InputReport[]): void {
  if (!isObject(members)) return;
  let paths: string[] | undefined;
  let updated: string | undefined;
  for (const name in members) {
    if (name === 'last_event' && members[name] !== null) (paths ??= []).push(`${group}.${name}`);
    if (!name.endsWith('_report')) continue;
    const time = getMember(members[name], 'updated');
    if (typeof time !== 'string') continue;
    updated = time;
    (paths ??= []).push(`${group}.${name}`);
  }
  if (paths === undefined) return;
  for (const path of paths) reports.push({ path, updated });
}
