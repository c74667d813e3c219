/** Moments that are remembered for each resource. */
const mostRemembered = 20;

/** How long after its state a press itself may come, in ms: bridges gather events for a second or so. */
const patience = 10_000;

interface Moment {
  told: boolean;
  /** When it was first heard of, in ms of the clock. */
  heard: number;
}

/**
 * Tells a press that is news from one that is known. A press comes twice when both the event stream
 * and a poll bring it, and an old one comes along when something else of the button changes. Times are
 * compared for equality only: the clock of a bridge may jump.
 */
export class KnownPresses {
  readonly #moments = new Map<string, Map<string, Moment>>();
  readonly #now: () => number;

  /** @param now time in ms, from whatever beginning */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Notes the time of a press that was seen in a state, without its being told. */
  note(rid: string, updated: string): void {
    this.#moment(rid, updated);
  }

  /**
   * @param updated time of a press that was just reported
   * @returns whether it is to be told; false from then on
   */
  isNews(rid: string, updated: string): boolean {
    const moment = this.#moment(rid, updated);
    if (moment.told || this.#now() - moment.heard > patience) return false;
    moment.told = true;
    return true;
  }

  #moment(rid: string, updated: string): Moment {
    const moments = this.#moments.get(rid) ?? new Map<string, Moment>();
    this.#moments.set(rid, moments);
    const known = moments.get(updated);
    if (known !== undefined) return known;
    const moment = { told: false, heard: this.#now() };
    moments.set(updated, moment);
    for (const oldest of moments.keys()) {
      if (moments.size <= mostRemembered) break;
      moments.delete(oldest);
    }
    return moment;
  }
}
