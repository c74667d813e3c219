import { TokenBucket } from './token-bucket';
import { queueLanes } from './entry';
import type { ClientLimits } from '../limits';
import type { RequestQueue } from './request-queue';
import type { QueueEntry, QueueLane } from './entry';

/**
 * Selects the next request: round robin over the lanes, and over the resources of each lane. Each
 * lane of writes keeps its rate, one resource has one write in flight at a time and no more often
 * than its lane's rate, and one slot is reserved for lamps.
 */
export class Scheduler {
  readonly #maxConcurrentRequests: number;
  readonly #buckets: Readonly<Record<QueueLane, TokenBucket | undefined>>;
  readonly #busyTargets = new Set<string>();
  readonly #targetReadyAt = new Map<string, number>();
  #nextLaneIndex = 0;
  /** Requests in flight that are not for lamps. */
  #nonLampRequests = 0;

  /**
   * @param now present time of the clock in ms, as in all methods
   */
  constructor(limits: ClientLimits, now: number) {
    this.#maxConcurrentRequests = limits.maxConcurrentRequests;
    this.#buckets = {
      lamps: new TokenBucket(limits.lampsPerSecond, now),
      groups: new TokenBucket(limits.groupsPerSecond, now),
      other: new TokenBucket(limits.othersPerSecond, now),
      reads: undefined,
    };
  }

  /**
   * Selects the entry to send now.
   *
   * @param inFlightRequests number of requests in flight
   * @returns the entry, still in the queue, or undefined when nothing may be sent
   */
  selectNext(queue: RequestQueue, inFlightRequests: number, now: number): QueueEntry | undefined {
    if (inFlightRequests >= this.#maxConcurrentRequests) return undefined;
    const isReservedForLamps = this.#isReservedForLamps();
    for (let step = 0; step < queueLanes.length; step += 1) {
      const lane = queueLanes[(this.#nextLaneIndex + step) % queueLanes.length];
      if (lane === undefined || (isReservedForLamps && lane !== 'lamps')) continue;
      const entry = this.#findReady(queue, lane, now);
      if (entry === undefined) continue;
      this.#nextLaneIndex = (this.#nextLaneIndex + step + 1) % queueLanes.length;
      return entry;
    }
    return undefined;
  }

  /** @returns whether an entry may be sent now, when nothing else is queued */
  canStart(entry: QueueEntry, inFlightRequests: number, now: number): boolean {
    if (inFlightRequests >= this.#maxConcurrentRequests) return false;
    if (entry.lane !== 'lamps' && this.#isReservedForLamps()) return false;
    const isRateLimited = (this.#buckets[entry.lane]?.timeToNextToken(now) ?? 0) > 0;
    return !isRateLimited && !this.#isBusy(entry) && this.#readyAt(entry) <= now;
  }

  /** Records that an entry is sent now. */
  recordStart({ lane, target }: QueueEntry, now: number): void {
    if (lane !== 'lamps') this.#nonLampRequests += 1;
    const bucket = this.#buckets[lane];
    bucket?.take(now);
    if (target === undefined) return;
    this.#busyTargets.add(target);
    if (bucket === undefined) return;
    // Delete first, so that it is appended: `recordEnd` removes passed times from the front.
    this.#targetReadyAt.delete(target);
    this.#targetReadyAt.set(target, now + bucket.tokenInterval);
  }

  /** Records that the request of an entry has ended. */
  recordEnd({ lane, target }: QueueEntry, now: number): void {
    if (lane !== 'lamps') this.#nonLampRequests -= 1;
    if (target !== undefined) this.#busyTargets.delete(target);
    for (const [idleTarget, readyAt] of this.#targetReadyAt) {
      if (readyAt > now) break;
      this.#targetReadyAt.delete(idleTarget);
    }
  }

  /**
   * @returns when the next queued entry may be sent without any request ending first, in ms;
   *   Infinity when there is none
   */
  nextReadyAt(queue: RequestQueue, now: number): number {
    return Math.min(...queueLanes.map((lane) => this.#laneReadyAt(queue, lane, now)));
  }

  #laneReadyAt(queue: RequestQueue, lane: QueueLane, now: number): number {
    const tokenAt = now + (this.#buckets[lane]?.timeToNextToken(now) ?? 0);
    let next = Infinity;
    queue.find(lane, (entry) => {
      if (!this.#isBusy(entry)) next = Math.min(next, Math.max(tokenAt, this.#readyAt(entry)));
      return next <= tokenAt;
    });
    return next > now ? next : Infinity;
  }

  #isReservedForLamps(): boolean {
    return (
      this.#maxConcurrentRequests > 1 && this.#nonLampRequests >= this.#maxConcurrentRequests - 1
    );
  }

  #findReady(queue: RequestQueue, lane: QueueLane, now: number): QueueEntry | undefined {
    if ((this.#buckets[lane]?.timeToNextToken(now) ?? 0) > 0) return undefined;
    return queue.find(lane, (entry) => !this.#isBusy(entry) && this.#readyAt(entry) <= now);
  }

  #isBusy({ target, unresolved }: QueueEntry): boolean {
    return unresolved !== undefined || (target !== undefined && this.#busyTargets.has(target));
  }

  #readyAt({ target }: QueueEntry): number {
    return target === undefined ? 0 : (this.#targetReadyAt.get(target) ?? 0);
  }
}
