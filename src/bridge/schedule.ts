import { debugLogs } from './debug-logs';
import { queueLanes, isReplacedBy } from './waiting';
import type {
  WaitingRequests,
  QueueEntry,
  QueueLane,
  QueuedCommand,
  ComingWrites,
} from './waiting';
import { timeoutFailure } from './transport-failure';
import type { TransportFailureKind } from './transport-failure';
import type { ConnectionHealthMonitor } from './health';
import { ExponentialBackoff } from './clock';
import type { Clock } from './clock';
import type { ClientLimits } from './limits';
import type { HttpResponse, RequestAttempt } from './http';
import type { Turn } from './turn';
import type { LampPaths } from './request';

export interface InFlightRequest {
  readonly entry: QueueEntry;
  readonly sentAt: number;
  /** True for a trial while the circuit breaker is open. */
  readonly isTrial: boolean;
  /** A hanging request occupies no slot. */
  isHanging: boolean;
  attempt: RequestAttempt | undefined;
}

/** Weight of the latest response in the usual response time. A long response may have had another cause. */
const responseTimeWeights = { shorter: 1 / 2, longer: 1 / 8 } as const;

/** Commands that may go at once, left to people by the writes of programs. */
const reservedTokens = 2;

/** In usual response times: a request without an answer for longer counts as hanging. */
const hangingFactor = 3;

/** Maximum age in ms of a contact for requests to count as hanging. */
const recentContact = 250;

/** In multiples of `hangingWriteAfter`: time after which further requests count as hanging while others hang. */
const hangingRange = { shortest: 3 / 8, longest: 5 / 4 } as const;

/**
 * Says which request may go now: round robin over the lanes, and over the resources of each lane. Each lane keeps its
 * rate. A resource has one write in flight at a time and keeps the rate of its lane. One slot is reserved for lamps.
 * All hanging requests together occupy one slot. A busy bridge gets single trial requests, and writes of the same lamps
 * keep their order.
 */
export class RequestScheduler {
  /** The oldest first. Only this class changes them. */
  readonly inFlight = new Set<InFlightRequest>();
  readonly order: WriteOrder;
  readonly circuitBreaker: OverloadCircuitBreaker;
  readonly #targetBackoff: TargetBackoff;
  readonly #rateLimiters: Readonly<Record<QueueLane, AdaptiveRateLimiter>>;
  readonly #busyTargets = new Set<string>();
  readonly #targetReadyAt = new Map<string, number>();
  #nextLaneIndex = 0;
  #nonLampRequests = 0;
  #hangingRequests = 0;
  #usualResponseTime = 0;

  constructor(
    private readonly limits: ClientLimits,
    clock: Clock,
    private readonly waiting: WaitingRequests,
  ) {
    this.order = new WriteOrder(waiting, this.inFlight);
    const createRateLimiter = (rate: number): AdaptiveRateLimiter =>
      new AdaptiveRateLimiter(rate, limits.rateRecoveryTime, clock);
    this.circuitBreaker = new OverloadCircuitBreaker(limits, clock);
    this.#targetBackoff = new TargetBackoff(limits, clock);
    this.#rateLimiters = {
      lamps: createRateLimiter(limits.lampsPerSecond),
      groups: createRateLimiter(limits.groupsPerSecond),
      other: createRateLimiter(limits.othersPerSecond),
      reads: createRateLimiter(Infinity),
    };
  }

  /** False while a busy bridge gets single trial requests, and none is due. */
  mayStart(now: number): boolean {
    const { isOpen, nextTrialAt } = this.circuitBreaker;
    return !isOpen || (now >= nextTrialAt && !this.#isTrialInFlight);
  }

  get #isTrialInFlight(): boolean {
    for (const { isTrial, isHanging } of this.inFlight) if (isTrial && !isHanging) return true;
    return false;
  }

  /**
   * @param now time of the clock in ms, as in all methods
   * @returns the entry, still in the queue; undefined if none may be sent
   */
  selectNext(now: number): QueueEntry | undefined {
    if (!this.#hasSlotFor('lamps')) return undefined;
    const isReservedForLamps = !this.#hasSlotFor('reads');
    for (let step = 0; step < queueLanes.length; step += 1) {
      const lane = queueLanes[(this.#nextLaneIndex + step) % queueLanes.length];
      if (lane === undefined || (isReservedForLamps && lane !== 'lamps')) continue;
      const entry = this.#findReady(lane, now);
      if (entry === undefined) continue;
      this.#nextLaneIndex = (this.#nextLaneIndex + step + 1) % queueLanes.length;
      return entry;
    }
    return undefined;
  }

  canStart(entry: QueueEntry, now: number): boolean {
    if (!this.#hasSlotFor(entry.lane)) return false;
    return this.#tokenAt(entry, now) <= now && this.#isReady(entry, now);
  }

  isBackedOff({ target }: QueueEntry): boolean {
    return target !== undefined && this.#targetBackoff.readyAt(target) > 0;
  }

  start(entry: QueueEntry, now: number): InFlightRequest {
    const request: InFlightRequest = {
      entry,
      sentAt: now,
      isTrial: this.circuitBreaker.isOpen,
      isHanging: false,
      attempt: undefined,
    };
    const { lane, target } = entry;
    this.inFlight.add(request);
    if (lane !== 'lamps') this.#nonLampRequests += 1;
    const rateLimiter = this.#rateLimiters[lane];
    rateLimiter.take(now);
    if (target === undefined) return request;
    this.#busyTargets.add(target);
    if (this.#targetBackoff.size > 0) this.#targetBackoff.recordStart(target);
    // Deleted first, so that it is appended: `recordEnd` removes passed times from the front.
    this.#targetReadyAt.delete(target);
    this.#targetReadyAt.set(target, now + rateLimiter.tokenInterval);
    return request;
  }

  recordEnd(request: InFlightRequest, now: number): void {
    const { lane, target } = request.entry;
    this.inFlight.delete(request);
    if (request.isHanging) this.#hangingRequests -= 1;
    else if (lane !== 'lamps') this.#nonLampRequests -= 1;
    if (target !== undefined) {
      this.#busyTargets.delete(target);
      this.#targetBackoff.recordEnd(target);
    }
    for (const [idleTarget, readyAt] of this.#targetReadyAt) {
      if (readyAt > now) break;
      this.#targetReadyAt.delete(idleTarget);
    }
  }

  recordResponse({ entry, sentAt, isTrial }: InFlightRequest, now: number): void {
    const { lane, target } = entry;
    if (target !== undefined && this.#targetBackoff.size > 0)
      this.#targetBackoff.recordResponse(target);
    this.#rateLimiters[lane].recordAccepted(now);
    const { backoffLevel, isOpen } = this.circuitBreaker;
    if (backoffLevel > 0 && (isTrial || !isOpen)) this.circuitBreaker.recordSuccess();
    if (lane === 'reads') return;
    const change = now - sentAt - this.#usualResponseTime;
    const { shorter, longer } = responseTimeWeights;
    if (this.#usualResponseTime === 0) this.#usualResponseTime = change;
    else this.#usualResponseTime += change * (change < 0 ? shorter : longer);
  }

  /**
   * Status 429 or 503.
   *
   * @returns true if the bridge refuses the rate only
   */
  recordRefusal(
    { entry, sentAt, isTrial }: InFlightRequest,
    { status, retryAfter }: HttpResponse,
    now: number,
  ): boolean {
    if (status === 429) this.#lowerRate(entry, sentAt, now);
    const concernsRateOnly = status === 429 && retryAfter === undefined;
    if (!concernsRateOnly) this.circuitBreaker.recordRefusal(isTrial, retryAfter);
    else if (isTrial) this.circuitBreaker.recordSuccess();
    return concernsRateOnly;
  }

  #lowerRate(entry: QueueEntry, sentAt: number, now: number): void {
    const rateLimiter = this.#rateLimiters[entry.lane];
    rateLimiter.recordRefusal(sentAt, now);
    debugLogs.queue?.(
      `${entry.lane}: the bridge refuses the rate, ${(1000 / rateLimiter.tokenInterval).toFixed(2)} a second from now`,
    );
  }

  /** @returns true if the resource is the only one that leaves requests unanswered */
  recordFailure({ entry, isTrial }: InFlightRequest, kind: TransportFailureKind): boolean {
    if (isTrial && kind !== 'ended') this.circuitBreaker.recordRefusal(true, undefined);
    const { target, commands } = entry;
    const [first] = commands;
    if (target === undefined || first === undefined) return false;
    if (kind !== 'timeout' && !(kind === 'lost' && first.attempts > 1)) return false;
    const isOnly = this.#targetBackoff.size === 0;
    this.#targetBackoff.recordFailure(target);
    return isOnly;
  }

  forgetUnansweredTargets(): void {
    this.#targetBackoff.clear();
  }

  /** True if only requests in flight keep others from being sent. */
  isBlocked(now: number): boolean {
    if (this.circuitBreaker.isOpen) return this.#isTrialInFlight;
    if (this.#hasSlotFor('reads')) return false;
    const blocked = this.#hasSlotFor('lamps')
      ? queueLanes.filter((lane) => lane !== 'lamps')
      : queueLanes;
    return blocked.some((lane) => this.#findReady(lane, now) !== undefined);
  }

  findHanging(now: number): InFlightRequest[] {
    return [...this.inFlight].filter(
      (request) =>
        !request.isHanging && request.attempt?.sent === true && this.#hangsAt(request) <= now,
    );
  }

  nextHangingAt(now: number): number {
    let next = Infinity;
    for (const request of this.inFlight)
      if (!request.isHanging) next = Math.min(next, this.#hangsAt(request));
    // A request without a connection is checked again later.
    return next > now ? next : now + this.limits.hangingWriteAfter * hangingRange.shortest;
  }

  /**
   * Probes the bridge first if there was no recent contact.
   *
   * @returns true if there is a free slot
   */
  freeHangingSlots(health: ConnectionHealthMonitor, now: number): boolean {
    const { maxHangingRequests } = this.limits;
    let freed = false;
    for (const request of this.findHanging(now)) {
      if (!health.hasContactSince(Math.min(request.sentAt, now - recentContact))) {
        health.check();
        return freed;
      }
      if (!this.inFlight.has(request)) continue;
      const excess = this.#setHanging(request);
      freed = true;
      if (excess === undefined) continue;
      const failure = timeoutFailure('the bridge', Math.round(now - excess.sentAt));
      excess.attempt?.cancel({
        ...failure,
        detail: `${failure.detail}, and ${maxHangingRequests} others were not answered either`,
      });
    }
    return freed;
  }

  /** Returns the oldest hanging request if there are too many. */
  #setHanging(request: InFlightRequest): InFlightRequest | undefined {
    request.isHanging = true;
    this.#hangingRequests += 1;
    if (request.entry.lane !== 'lamps') this.#nonLampRequests -= 1;
    if (this.#hangingRequests <= this.limits.maxHangingRequests) return undefined;
    for (const oldest of this.inFlight) if (oldest.isHanging) return oldest;
    return undefined;
  }

  /**
   * Returns when the next entry may be sent without the end of another request, in ms; Infinity for an empty queue.
   */
  nextReadyAt(now: number): number {
    if (this.#isTrialInFlight) return Infinity;
    const { nextTrialAt } = this.circuitBreaker;
    if (now < nextTrialAt) return nextTrialAt;
    return Math.min(...queueLanes.map((lane) => this.#laneReadyAt(lane, now)));
  }

  #laneReadyAt(lane: QueueLane, now: number): number {
    const tokenAt = now + this.#rateLimiters[lane].timeToNextToken(now);
    let next = Infinity;
    this.waiting.find(lane, (entry) => {
      if (!this.#isBusy(entry))
        next = Math.min(next, Math.max(this.#tokenAt(entry, now), this.#readyAt(entry)));
      return next <= tokenAt;
    });
    return next > now ? next : Infinity;
  }

  #hasSlotFor(lane: QueueLane): boolean {
    const { maxConcurrentRequests } = this.limits;
    const hanging = this.#hangingRequests;
    const slots = hanging === 0 ? maxConcurrentRequests : Math.max(1, maxConcurrentRequests - 1);
    if (this.inFlight.size - hanging >= slots) return false;
    return lane === 'lamps' || slots === 1 || this.#nonLampRequests < slots - 1;
  }

  #hangsAt({ entry, sentAt }: InFlightRequest): number {
    const { hangingReadAfter, hangingWriteAfter } = this.limits;
    const usual = this.#usualResponseTime;
    if (entry.lane === 'reads') return sentAt + Math.max(hangingReadAfter, hangingFactor * usual);
    if (this.#hangingRequests === 0)
      return sentAt + Math.max(hangingWriteAfter, hangingFactor * usual);
    const { shortest, longest } = hangingRange;
    return (
      sentAt + Math.min(Math.max(usual, shortest * hangingWriteAfter), longest * hangingWriteAfter)
    );
  }

  #findReady(lane: QueueLane, now: number): QueueEntry | undefined {
    if (this.#rateLimiters[lane].timeToNextToken(now) > 0) return undefined;
    return (
      this.waiting.find(lane, (entry) => !entry.isBackground && this.#isReady(entry, now)) ??
      this.waiting.find(
        lane,
        (entry) =>
          entry.isBackground && this.#tokenAt(entry, now) <= now && this.#isReady(entry, now),
      )
    );
  }

  #isReady(entry: QueueEntry, now: number): boolean {
    if (entry.isBackground && !this.#hasSlotToSpare) return false;
    return !this.#isBusy(entry) && this.#readyAt(entry) <= now;
  }

  #tokenAt({ lane, isBackground }: QueueEntry, now: number): number {
    return now + this.#rateLimiters[lane].timeToNextToken(now, isBackground ? reservedTokens : 0);
  }

  get #hasSlotToSpare(): boolean {
    const { maxConcurrentRequests } = this.limits;
    return maxConcurrentRequests <= 1 || this.inFlight.size < maxConcurrentRequests - 1;
  }

  #isBusy(entry: QueueEntry): boolean {
    const { target, unresolved } = entry;
    if (unresolved !== undefined) return true;
    if (target === undefined) return false;
    if (this.#busyTargets.has(target) || this.order.waitsForEarlierWrite(entry)) return true;
    return this.#targetBackoff.size > 0 && this.#targetBackoff.isBlocked(target);
  }

  #readyAt({ target }: QueueEntry): number {
    if (target === undefined) return 0;
    const readyAt = this.#targetReadyAt.get(target) ?? 0;
    return this.#targetBackoff.size === 0
      ? readyAt
      : Math.max(readyAt, this.#targetBackoff.readyAt(target));
  }
}

/** Per second; replaces an unlimited rate after a refusal. */
const unlimitedReferenceRate = 10;

const lowestShare = 1 / 8;

/**
 * A token bucket that allows a burst of one second's worth. A refusal halves the rate; accepted requests raise it
 * step by step up to its setting.
 */
export class AdaptiveRateLimiter {
  /** In tokens per ms. */
  readonly #configuredRate: number;
  readonly #referenceRate: number;
  readonly #recovery: number;
  #rate: number;
  #tokens: number;
  #refilledAt: number;
  #loweredAt = -Infinity;
  #raisedAt = -Infinity;

  /**
   * @param rate in tokens per second; Infinity for no limit
   * @param recoveryTime time in ms in which the rate rises from zero to its setting
   */
  constructor(
    rate: number,
    recoveryTime: number,
    private readonly clock: Clock,
  ) {
    this.#configuredRate = rate / 1000;
    this.#referenceRate = rate < Infinity ? this.#configuredRate : unlimitedReferenceRate / 1000;
    this.#recovery = this.#referenceRate / recoveryTime;
    this.#rate = this.#configuredRate;
    this.#tokens = this.#capacity;
    this.#refilledAt = clock.now();
  }

  get tokenInterval(): number {
    return 1 / this.#rate;
  }

  /**
   * Returns ms; 0 if a token is available.
   *
   * @param reserved tokens to leave for others, if the lane has that many
   */
  timeToNextToken(now: number, reserved = 0): number {
    if (this.#rate === Infinity) return 0;
    this.#refill(now);
    const needed = Math.min(1 + reserved, this.#capacity);
    return this.#tokens >= needed ? 0 : (needed - this.#tokens) / this.#rate;
  }

  /** `timeToNextToken` must be 0. */
  take(now: number): void {
    if (this.#rate === Infinity) return;
    this.#refill(now);
    this.#tokens -= 1;
  }

  /**
   * Halves the rate, unless the refused request was sent before the last halving.
   *
   * @param sentAt in ms of the clock
   */
  recordRefusal(sentAt: number, now: number): void {
    // Jitter spreads clients that were refused at the same time.
    this.#tokens = -this.clock.random() / 4;
    this.#refilledAt = now;
    if (sentAt < this.#loweredAt) return;
    const present = Math.min(this.#rate, this.#referenceRate);
    this.#rate = Math.max(present / 2, this.#referenceRate * lowestShare);
    this.#loweredAt = now;
    this.#raisedAt = now;
  }

  recordAccepted(now: number): void {
    if (this.#rate >= this.#configuredRate) return;
    const used = Math.min(now - this.#raisedAt, 2 / this.#rate);
    this.#raisedAt = now;
    const rate = this.#rate + used * this.#recovery;
    const isRecovered = rate >= Math.min(this.#configuredRate, 2 * this.#referenceRate);
    this.#rate = isRecovered ? this.#configuredRate : rate;
  }

  get #capacity(): number {
    return Math.max(1, this.#rate * 1000);
  }

  #refill(now: number): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#refilledAt) * this.#rate);
    this.#refilledAt = now;
    // Otherwise a timer could fire just before the token is available.
    const whole = Math.round(this.#tokens);
    if (whole - this.#tokens < 1e-6 && whole > this.#tokens) this.#tokens = whole;
  }
}

interface WaitForEarlierWrites {
  readonly write: OrderedWrite;
  readonly onReady: () => void;
}

/**
 * The order of writes that set lamps in common, for example of a room and of a lamp in it, and the only place of its
 * rule. The later of two such writes waits for the answer of the earlier, however long that takes. A command
 * joins a waiting request, which then stands where the command stands, if no other write of the same lamps is between
 * the two. It joins past such a write only if it replaces the whole request and one signal takes back all of them, so
 * that no earlier command can be left behind the write.
 */
export class WriteOrder {
  /** Later writes do not wait for these. */
  readonly #waiting = new Set<WaitForEarlierWrites>();

  constructor(
    private readonly queued: WaitingRequests,
    private readonly inFlight: Iterable<Pick<InFlightRequest, 'entry'>>,
  ) {}

  waitsForEarlierWrite(write: OrderedWrite): boolean {
    if (write.target === undefined && write.lampPaths === undefined) return false;
    for (const { entry } of this.inFlight) if (overlaps(entry, write)) return true;
    return this.#isBehindWaiting(write);
  }

  /** @param entry the last queued request for the resource of the command */
  mayJoin(entry: QueueEntry, command: QueuedCommand): boolean {
    if (entry.order > command.order || this.#hasComingBetween(entry, command)) return false;
    if (!this.#hasWriteBetween(entry, command)) return true;
    const isTakenBackWith = ({ signal }: QueuedCommand): boolean => signal === command.signal;
    return isReplacedBy(entry, command) && [...entry.commands].every(isTakenBackWith);
  }

  /** The turn of the request may hold the lamps, but not that of the command. */
  #hasComingBetween(entry: QueueEntry, { order }: QueuedCommand): boolean {
    for (const coming of this.queued.coming) {
      const { first, last } = coming.turn;
      const isOfCommand = first <= order && order <= last;
      if (isOfCommand || last < entry.order || first > order) continue;
      if (overlaps(coming, entry)) return true;
    }
    return false;
  }

  #hasWriteBetween(entry: QueueEntry, { order }: QueuedCommand): boolean {
    for (const other of this.queued.writesToSeveralLamps)
      if (other.order > entry.order && other.order < order && overlaps(other, entry)) return true;
    for (const other of this.queued.writesOfLamps(entry.lampPaths))
      if (other.order > entry.order) return true;
    return false;
  }

  /** Gives the writes before a command its priority. */
  hurryEarlier(command: OrderedWrite): void {
    for (const earlier of this.#listQueuedBefore(command)) earlier.isBackground = false;
  }

  /** Holds all lamps for the writes of a turn that are still to come. */
  hold(turn: Turn): ComingWrites {
    const coming: ComingWrites = { turn, order: turn.first, target: undefined, lampPaths: 'all' };
    this.queued.coming.add(coming);
    return coming;
  }

  release(coming: ComingWrites): void {
    this.queued.coming.delete(coming);
    for (const waiting of this.#waiting) if (waiting.write === coming) this.#resume(waiting);
  }

  /** Waits for all writes of the lamps before a position, and for those in flight. */
  waitForEarlier(write: OrderedWrite): Promise<void> {
    if (!this.waitsForEarlierWrite(write)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add({ write, onReady: resolve });
    });
  }

  /** Resumes what waits for no earlier write any more, or all. */
  resumeWaiting(areAll: boolean): void {
    for (const waiting of this.#waiting)
      if (areAll || !this.waitsForEarlierWrite(waiting.write)) this.#resume(waiting);
  }

  #resume(waiting: WaitForEarlierWrites): void {
    this.#waiting.delete(waiting);
    waiting.onReady();
  }

  #isBehindWaiting(write: OrderedWrite): boolean {
    for (const coming of this.queued.coming)
      if (coming.turn.last < write.order && overlaps(coming, write)) return true;
    return this.#isBehindQueued(write);
  }

  #isBehindQueued(write: OrderedWrite): boolean {
    for (const _earlier of this.#listQueuedBefore(write)) return true;
    return false;
  }

  *#listQueuedBefore(write: OrderedWrite): Iterable<QueueEntry> {
    for (const entry of this.queued.writesToSeveralLamps)
      if (entry.order < write.order && overlaps(entry, write)) yield entry;
    if (write.lampPaths === undefined) return;
    for (const entry of this.queued.writesOfLamps(write.lampPaths))
      if (entry.order < write.order) yield entry;
  }
}

interface LampSetter {
  readonly target: string | undefined;
  /** Set if the write sets more than its own resource. */
  readonly lampPaths: LampPaths | undefined;
}

export interface OrderedWrite extends LampSetter {
  readonly order: number;
}

function overlaps(one: LampSetter, other: LampSetter): boolean {
  if (one.target !== undefined && one.target === other.target) return false;
  if (one.lampPaths === undefined) return setsLamp(other, one.target);
  if (other.lampPaths === undefined) return setsLamp(one, other.target);
  if (one.lampPaths === 'all' || other.lampPaths === 'all') return true;
  const [few, many] =
    one.lampPaths.size < other.lampPaths.size
      ? [one.lampPaths, other.lampPaths]
      : [other.lampPaths, one.lampPaths];
  for (const path of few) if (many.has(path)) return true;
  return false;
}

const setsLamp = ({ lampPaths }: LampSetter, path: string | undefined): boolean =>
  path !== undefined &&
  lampPaths !== undefined &&
  (lampPaths === 'all' ? path.includes('/light/') : lampPaths.has(path));

interface UnresponsiveTarget {
  readonly backOff: ExponentialBackoff;
  readonly retryAt: number;
}

/**
 * Backoff for resources that did not answer although the bridge did. Together they have one write in flight, so that
 * they occupy at most one slot.
 */
class TargetBackoff {
  /** Number of these resources. Public for speed: each request reads it. Only this class changes it. */
  size = 0;
  readonly #targets = new Map<string, UnresponsiveTarget>();
  #targetInFlight: string | undefined;

  constructor(
    private readonly limits: ClientLimits,
    private readonly clock: Clock,
  ) {}

  isBlocked(target: string): boolean {
    return this.#targetInFlight !== undefined && this.#targets.has(target);
  }

  readyAt(target: string): number {
    return this.#targets.get(target)?.retryAt ?? 0;
  }

  recordStart(target: string): void {
    if (this.#targets.has(target)) this.#targetInFlight = target;
  }

  recordEnd(target: string): void {
    if (this.#targetInFlight === target) this.#targetInFlight = undefined;
  }

  recordFailure(target: string): void {
    const { initialTargetBackoff, maxTargetBackoff } = this.limits;
    const backOff =
      this.#targets.get(target)?.backOff ??
      new ExponentialBackoff(initialTargetBackoff, maxTargetBackoff, this.clock);
    this.#targets.set(target, { backOff, retryAt: this.clock.now() + backOff.nextDelay() });
    this.size = this.#targets.size;
  }

  clear(): void {
    this.#targets.clear();
    this.size = 0;
  }

  recordResponse(target: string): void {
    this.#targets.delete(target);
    this.size = this.#targets.size;
  }
}

/**
 * Opens if the bridge answers 503 or asks for a wait. Requests wait, then one trial request is sent: its success
 * closes the circuit breaker; a failure doubles the wait, with full jitter.
 */
export class OverloadCircuitBreaker {
  /** Only this class changes the public fields. */
  isOpen = false;
  nextTrialAt = 0;
  backoffLevel = 0;

  constructor(
    private readonly limits: ClientLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the circuit breaker, or extends the wait.
   *
   * @param isTrial other requests in flight do not double the wait
   * @param retryAfter in ms; used between `initialBackoff` and `maxRetryAfter`
   */
  recordRefusal(isTrial: boolean, retryAfter: number | undefined): void {
    const { initialBackoff, maxBusyBackoff, maxRetryAfter } = this.limits;
    const raisesBackoff = isTrial || !this.isOpen;
    const maxBackoff = Math.min(maxBusyBackoff, initialBackoff * 2 ** this.backoffLevel);
    const ownBackoff = raisesBackoff ? this.clock.random() * maxBackoff : 0;
    // A shorter wait would not relieve the bridge.
    const wait =
      retryAfter === undefined || retryAfter < initialBackoff
        ? Math.max(retryAfter ?? 0, ownBackoff)
        : Math.min(retryAfter, maxRetryAfter);
    if (raisesBackoff) this.backoffLevel += 1;
    this.isOpen = true;
    this.nextTrialAt = Math.max(this.nextTrialAt, this.clock.now() + wait);
    debugLogs.queue?.(`the bridge is busy: next request in ${Math.round(wait)} ms`);
  }

  /** The next wait starts one step shorter. */
  recordSuccess(): void {
    this.backoffLevel = Math.max(0, this.backoffLevel - 1);
    this.isOpen = false;
    this.nextTrialAt = 0;
  }
}
