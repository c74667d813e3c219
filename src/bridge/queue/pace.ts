import { TokenBucket } from './token-bucket';
import { queueLanes } from './waiting-list';
import type { Limits } from '../limits';
import type { Entry, QueueLane, WaitingList } from './waiting-list';

/**
 * Says what may go next: lanes take turns, and so do the resources of one lane; each lane of writes keeps its
 * rate, one resource is asked one thing at a time and no more often than its lane's rate, and one place is kept
 * free for lamps.
 */
export class Pace {
  readonly #places: number;
  readonly #buckets: Readonly<Record<QueueLane, TokenBucket | undefined>>;
  readonly #busy = new Set<string>();
  readonly #restingUntil = new Map<string, number>();
  #turn = 0;
  /** Requests under way that are not for lamps. */
  #besideLamps = 0;

  /**
   * @param now present time of the clock, as in all methods
   */
  constructor(limits: Limits, now: number) {
    this.#places = limits.requestsUnderWay;
    this.#buckets = {
      lamps: new TokenBucket(limits.lampsPerSecond, now),
      groups: new TokenBucket(limits.groupsPerSecond, now),
      other: new TokenBucket(limits.othersPerSecond, now),
      reads: undefined,
    };
  }

  /**
   * Chooses what goes now.
   *
   * @param underWay number of requests under way
   * @returns the entry, still in the list, or undefined when nothing may go
   */
  choose(waiting: WaitingList, underWay: number, now: number): Entry | undefined {
    if (underWay >= this.#places) return undefined;
    const onlyLamps = this.#onlyLamps();
    for (let step = 0; step < queueLanes.length; step += 1) {
      const lane = queueLanes[(this.#turn + step) % queueLanes.length];
      if (lane === undefined || (onlyLamps && lane !== 'lamps')) continue;
      const entry = this.#firstReady(waiting, lane, now);
      if (entry === undefined) continue;
      this.#turn = (this.#turn + step + 1) % queueLanes.length;
      return entry;
    }
    return undefined;
  }

  /** @returns whether an entry may go now, when nothing else waits */
  allows(entry: Entry, underWay: number, now: number): boolean {
    if (underWay >= this.#places) return false;
    if (entry.lane !== 'lamps' && this.#onlyLamps()) return false;
    const paced = (this.#buckets[entry.lane]?.wait(now) ?? 0) > 0;
    return !paced && !this.#isBusy(entry) && this.#rests(entry) <= now;
  }

  /** Notes that an entry goes now. */
  started({ lane, target }: Entry, now: number): void {
    if (lane !== 'lamps') this.#besideLamps += 1;
    const bucket = this.#buckets[lane];
    bucket?.take(now);
    if (target === undefined) return;
    this.#busy.add(target);
    if (bucket === undefined) return;
    // Set anew, so that it stands last: `ended` forgets from the front what has rested.
    this.#restingUntil.delete(target);
    this.#restingUntil.set(target, now + bucket.spacing);
  }

  /** Notes that the request of an entry is over. */
  ended({ lane, target }: Entry, now: number): void {
    if (lane !== 'lamps') this.#besideLamps -= 1;
    if (target !== undefined) this.#busy.delete(target);
    for (const [rested, until] of this.#restingUntil) {
      if (until > now) break;
      this.#restingUntil.delete(rested);
    }
  }

  /** @returns when time alone will let something go that waits; Infinity when it takes more than time */
  nextAt(waiting: WaitingList, now: number): number {
    return Math.min(...queueLanes.map((lane) => this.#laneNextAt(waiting, lane, now)));
  }

  #laneNextAt(waiting: WaitingList, lane: QueueLane, now: number): number {
    const paced = now + (this.#buckets[lane]?.wait(now) ?? 0);
    let next = Infinity;
    waiting.find(lane, (entry) => {
      if (!this.#isBusy(entry)) next = Math.min(next, Math.max(paced, this.#rests(entry)));
      return next <= paced;
    });
    return next > now ? next : Infinity;
  }

  #onlyLamps(): boolean {
    return this.#places > 1 && this.#besideLamps >= this.#places - 1;
  }

  #firstReady(waiting: WaitingList, lane: QueueLane, now: number): Entry | undefined {
    if ((this.#buckets[lane]?.wait(now) ?? 0) > 0) return undefined;
    return waiting.find(lane, (entry) => !this.#isBusy(entry) && this.#rests(entry) <= now);
  }

  #isBusy({ target }: Entry): boolean {
    return target !== undefined && this.#busy.has(target);
  }

  #rests({ target }: Entry): number {
    return target === undefined ? 0 : (this.#restingUntil.get(target) ?? 0);
  }
}
