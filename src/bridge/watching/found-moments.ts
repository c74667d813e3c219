import { member } from '../../resources';
import { concerns } from '../state/changes';
import type { ChangeCause, ResourceChange } from '../state/changes';
import { momentReports } from '../state/reports';
import type { Clock, Timer } from '../time/clock';
import type { Limits } from '../limits';
import type { EventContainer } from './event-parser';

/** How long an event of a moment may take, in ms: bridges gather events for a second (a migration text of Signify). */
const longestGathering = 1_500;

/** A change that reports a moment, and the time of that. */
interface Found {
  change: ResourceChange;
  updated: string;
  /** Time on the clock of the look before, and date of this one. */
  since: number;
  foundAt: number;
  timer: Timer;
}

/** Told once of each change, with `poll` for a moment that no event tells. */
type Tell = (change: ResourceChange, cause: ChangeCause, since: number) => void;

/**
 * Moments, such as presses, that polls find while an event stream is joined. Most are about to be told by the stream,
 * with those before them and in their order; one that is not was before the stream, and is news of the poll.
 */
export class FoundMoments {
  readonly #found = new Map<string, Found>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: Pick<Limits, 'lateAnswer'>,
    private readonly tell: Tell,
  ) {}

  /**
   * Takes over a change until it is known whether the stream tells its moment.
   *
   * @param since time on the clock of the look before
   * @returns false for a change without a moment, which is not taken over
   */
  takeOver(change: ResourceChange, since: number): boolean {
    const reports = momentReports(change.resource).filter(({ path }) =>
      concerns(change.changed, path),
    );
    if (reports.length === 0) return false;
    const updated = reports.find((report) => report.updated !== undefined)?.updated;
    // Without a time nobody could know it again in the event that tells it.
    if (updated === undefined) this.tell(change, 'gap', since);
    else this.#keep(change, updated, since);
    return true;
  }

  /** Hears a message of the stream, before what it holds is told. */
  hear({ data }: EventContainer): void {
    for (const entry of data) {
      const rid = member(entry, 'id');
      const found = typeof rid === 'string' ? this.#found.get(rid) : undefined;
      const [report] = found === undefined ? [] : momentReports(Object.assign({}, entry));
      if (found === undefined || report?.updated === undefined) continue;
      // Behind a moment of before it, its own event comes as well.
      const isLater = Date.parse(report.updated) > Date.parse(found.updated);
      this.#release(found, isLater ? 'poll' : 'gap');
    }
  }

  /** Forgets everything. */
  clear(): void {
    for (const { timer } of this.#found.values()) this.clock.clearTimeout(timer);
    this.#found.clear();
  }

  #keep(change: ResourceChange, updated: string, since: number): void {
    const { clock } = this;
    const before = this.#found.get(change.resource.id);
    if (before !== undefined) this.#release(before, 'poll');
    const found: Found = {
      change,
      updated,
      since,
      foundAt: clock.date(),
      timer: clock.setTimeout(() => this.#release(found, 'poll'), longestGathering),
    };
    this.#found.set(change.resource.id, found);
  }

  #release({ change, since, foundAt, timer }: Found, cause: ChangeCause): void {
    this.clock.clearTimeout(timer);
    this.#found.delete(change.resource.id);
    const isLate = this.clock.date() - foundAt > this.limits.lateAnswer;
    this.tell(change, isLate ? 'gap' : cause, since);
  }
}
