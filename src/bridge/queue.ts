import { debugLogs } from './debug-logs';
import { RequestScheduler } from './schedule';
import type { InFlightRequest, OrderedWrite } from './schedule';
import { EarliestTimer, callAfterDelay } from './clock';
import type { Clock } from './clock';
import { createQueueEntry, createQueueFullError, WaitingRequests } from './waiting';
import type { QueuedCommandResponse, QueuedCommand, QueueEntry } from './waiting';
import { onAbort } from './on-abort';
import { abortedFailure, closedFailure, toRequestError } from './transport-failure';
import type { TransportFailure } from './transport-failure';
import { nextWriteOrder } from './turn';
import type { HeldLamps, Turn } from './turn';
import { isResponse } from './http';
import type { AttemptListener, HttpResponse, RequestAttempt } from './http';
import type { ClientLimits } from './limits';
import type { ConnectionHealthMonitor } from './health';
import type { StateDependentBody, BridgeRequest, LampPaths } from './request';
import type { Members } from '../resources/members';
import { isOverloadStatus } from './errors';
import type { BridgeError } from './errors';
import { createUnansweredError } from './error-messages';
import { describeDuration } from '../units/duration';

export interface CommandOptions {
  /** Aborts the command. A write that was sent continues, because the next write must not overtake it. */
  signal?: AbortSignal | undefined;
  /** The last if missing. */
  turn?: Turn | undefined;
  isBackground?: boolean | undefined;
  /** The request has no body then. */
  stateDependentBody?: StateDependentBody | undefined;
}

interface CommandQueueOptions {
  limits: ClientLimits;
  clock: Clock;
  health: ConnectionHealthMonitor;
  /** Calls the listener exactly once. The order is that of the request among all writes. */
  send: (request: BridgeRequest, listener: AttemptListener, order: number) => RequestAttempt;
  onResponse: (response: HttpResponse) => void;
  onUnresponsive: (request: BridgeRequest) => void;
}

/**
 * Sends the requests of a client in their order and at its rate. Merges queued writes of one resource, builds bodies
 * that depend on the state, and repeats requests that are safe to repeat.
 */
export class CommandQueue {
  readonly #queued: WaitingRequests;
  readonly #scheduler: RequestScheduler;
  readonly #timer: EarliestTimer;
  /** Their state-dependent bodies wait for earlier writes. */
  readonly #entriesBehindWrites = new Set<QueueEntry>();
  #readsInFlight = 0;
  #closed = false;
  #onDrained: (() => void) | undefined;

  constructor(private readonly options: CommandQueueOptions) {
    const { limits, clock, health } = options;
    this.#queued = new WaitingRequests(limits);
    this.#scheduler = new RequestScheduler(limits, clock, this.#queued);
    this.#timer = new EarliestTimer(clock, () => this.#sendReady());
    health.subscribe(() => this.#onHealthChange());
  }

  get queued(): number {
    return this.#queued.commands - this.#readsInFlight;
  }

  /** In ms; 0 without a queued command. */
  get longestWait(): number {
    const { oldest } = this.#queued;
    return Number.isFinite(oldest) ? Math.max(0, this.options.clock.now() - oldest) : 0;
  }

  /** True while a busy bridge gets single trial requests. */
  get isOpen(): boolean {
    return this.#scheduler.circuitBreaker.isOpen;
  }

  /**
   * Sends a request as soon as its lane, its target and the bridge allow it; on an idle bridge before this method
   * returns.
   *
   * @returns the response, including an error response
   * @throws {BridgeError} by rejection, if there is no response; also rejects with the errors of a state-dependent
   * body
   */
  submit(request: BridgeRequest, options: CommandOptions = {}): Promise<QueuedCommandResponse> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      const command: QueuedCommand = {
        request,
        queuedAt: this.options.clock.now(),
        order: options.turn?.takeNext() ?? nextWriteOrder(),
        signal,
        attempts: 0,
        sent: 'no',
        refusal: undefined,
        resolve,
        reject,
      };
      if (this.#closed) rejectQueuedCommand(command, closedFailure);
      else if (signal === undefined) this.#enqueue(command, options);
      else if (signal.aborted) rejectQueuedCommand(command, abortedFailure);
      else this.#enqueueAbortable(command, options, signal);
    });
  }

  /** Holds all lamps for a turn: later writes of them wait. */
  holdLamps(turn: Turn, findLampPaths: (ids: readonly string[]) => LampPaths): HeldLamps {
    const { order } = this.#scheduler;
    const coming = order.hold(turn);
    return {
      waitForEarlier: () => this.#waitForEarlier(coming),
      keepOnly: (ids) => {
        coming.lampPaths = findLampPaths(ids);
        this.#sendReady();
      },
      end: () => {
        order.release(coming);
        this.#sendReady();
      },
    };
  }

  /** Later writes do not wait for this call. Resolves immediately if the bridge is unreachable. */
  waitForEarlierWrites(lampPaths: readonly string[]): Promise<void> {
    const order = nextWriteOrder();
    return this.#waitForEarlier({ order, target: undefined, lampPaths: new Set(lampPaths) });
  }

  #waitForEarlier(write: OrderedWrite): Promise<void> {
    return this.#isOutOfReach ? Promise.resolve() : this.#scheduler.order.waitForEarlier(write);
  }

  /**
   * Rejects queued commands with ERR_BRIDGE_CLOSED. Requests just sent get `closeTimeout`; hanging requests are
   * cancelled.
   *
   * @returns resolves when no request is in flight
   */
  async close(): Promise<void> {
    this.#closed = true;
    const { clock, limits } = this.options;
    const { inFlight } = this.#scheduler;
    for (const command of this.#queued.removeAll()) rejectQueuedCommand(command, closedFailure);
    this.#timer.set(Infinity);
    this.#scheduler.order.resumeWaiting(true);
    const overdue = new Set(this.#scheduler.findHanging(clock.now()));
    for (const request of inFlight)
      if (request.isHanging || overdue.has(request) || request.attempt?.sent === false)
        request.attempt?.cancel(closedFailure);
    if (inFlight.size === 0) return;
    await new Promise<void>((resolve) => {
      const cancelTimer = callAfterDelay(clock, limits.closeTimeout, () => resolve());
      this.#onDrained = () => {
        cancelTimer();
        resolve();
      };
    });
    for (const { attempt } of inFlight) attempt?.cancel(closedFailure);
  }

  #enqueueAbortable(command: QueuedCommand, options: CommandOptions, signal: AbortSignal): void {
    const { resolve, reject } = command;
    let isSettled = false;
    let removeAbortListener: (() => void) | undefined;
    const settle = (): void => {
      isSettled = true;
      removeAbortListener?.();
    };
    command.resolve = (result) => {
      settle();
      resolve(result);
    };
    command.reject = (error) => {
      settle();
      reject(error);
    };
    this.#enqueue(command, options);
    // After sending, so that adding a listener does not delay the request.
    if (!isSettled) removeAbortListener = onAbort(signal, () => this.#abort(command));
  }

  #enqueue(command: QueuedCommand, options: CommandOptions): void {
    const { request, queuedAt: now } = command;
    const { isBackground = false, stateDependentBody } = options;
    const entry = createQueueEntry(command, isBackground, stateDependentBody);
    const isIdle = this.#queued.requests === 0 && stateDependentBody === undefined;
    if (isIdle && this.#canSend(now) && this.#scheduler.canStart(entry, now))
      return this.#send(entry, now);
    const { limits } = this.options;
    if (this.queued >= limits.maxQueuedCommands)
      return command.reject(createQueueFullError(request, this.queued));
    this.#queued.checkSpaceFor(request);
    if (this.#tryMerge(entry, command)) return undefined;
    this.#queued.add(entry);
    debugLogs.queue?.(`${entry.lane}: ${entry.path} waits, ${this.#queued.commands} waiting`);
    this.#resolveBodies(entry);
    this.#sendReady();
    if (this.#queued.resolvedRequests <= limits.maxQueuedRequests) return undefined;
    if (entry.unresolved !== undefined || !this.#queued.has(entry)) return undefined;
    this.#queued.remove(entry);
    return command.reject(createQueueFullError(request, this.queued));
  }

  #tryMerge(entry: QueueEntry, command: QueuedCommand): boolean {
    const { order } = this.#scheduler;
    if (!entry.isBackground) order.hurryEarlier(entry);
    const last = this.#queued.findLastToMerge(entry);
    if (last === undefined || !order.mayJoin(last, command)) return false;
    return this.#queued.tryMerge(last, command, entry.isBackground);
  }

  /**
   * Builds the state-dependent bodies for a target in the order of the queue: from the members of the pending writes,
   * or from a read after these are answered. Called after a write to the target was queued, has left the queue, or has
   * ended.
   */
  #resolveBodies(changed: QueueEntry): void {
    let pending: Members | undefined;
    let previous: QueueEntry | undefined;
    for (const entry of this.#queued.entriesToResolve(changed)) {
      const { unresolved } = entry;
      if (unresolved?.reading !== undefined) return;
      pending ??= this.#getMembersInFlight(changed.target);
      if (unresolved !== undefined) {
        const outcome = this.#resolveBody(entry, unresolved.body, pending);
        if (outcome === 'failed') continue;
        if (outcome === 'waiting') return;
      }
      pending = { ...pending, ...this.#queued.getMembers(entry) };
      if (previous === undefined || !this.#queued.tryMergeEntries(previous, entry))
        previous = entry;
    }
  }

  #resolveWaitingBodies(): void {
    if (this.#entriesBehindWrites.size === 0) return;
    const waiting = [...this.#entriesBehindWrites];
    this.#entriesBehindWrites.clear();
    for (const entry of waiting) if (this.#queued.has(entry)) this.#resolveBodies(entry);
  }

  #resolveBody(
    entry: QueueEntry,
    body: StateDependentBody,
    pending: Members | undefined,
  ): 'resolved' | 'failed' | 'waiting' {
    if (this.#scheduler.order.waitsForEarlierWrite(entry)) {
      this.#entriesBehindWrites.add(entry);
      return 'waiting';
    }
    if (pending === undefined) {
      void this.#readBody(entry, body);
      return 'waiting';
    }
    try {
      const built = body.fromPendingWrites?.(pending);
      if (built === undefined) return 'waiting';
      this.#queued.resolve(entry, built);
      return 'resolved';
    } catch (error) {
      this.#rejectEntry(entry, error);
      return 'failed';
    }
  }

  async #readBody(entry: QueueEntry, body: StateDependentBody): Promise<void> {
    const reading = new AbortController();
    entry.unresolved = { body, reading };
    this.#readsInFlight += 1;
    try {
      const built = await body.fromFreshState(reading.signal);
      if (this.#queued.has(entry)) this.#queued.resolve(entry, built);
    } catch (error) {
      if (this.#queued.has(entry)) this.#rejectEntry(entry, error);
    } finally {
      this.#readsInFlight -= 1;
    }
    // The first command is sent before later commands can be merged into it, as on an idle bridge.
    this.#sendReady();
    this.#resolveBodies(entry);
    this.#sendReady();
  }

  #rejectEntry(entry: QueueEntry, error: unknown): void {
    this.#queued.remove(entry);
    for (const { reject } of entry.commands) reject(error);
  }

  #getMembersInFlight(target: string | undefined): Members | undefined {
    for (const { entry } of this.#scheduler.inFlight)
      if (entry.target === target) return this.#queued.getMembers(entry);
    return undefined;
  }

  #sendReady(): void {
    const { clock, health } = this.options;
    const now = clock.now();
    for (const entry of this.#removeExpired(now)) this.#resolveBodies(entry);
    this.#resolveWaitingBodies();
    this.#scheduler.order.resumeWaiting(this.#isOutOfReach);
    do {
      while (this.#canSend(now)) {
        const entry = this.#scheduler.selectNext(now);
        if (entry === undefined) break;
        this.#queued.dequeue(entry);
        this.#send(entry, now);
      }
    } while (this.#isBlocked(now) && this.#scheduler.freeHangingSlots(health, now));
    this.#timer.set(this.#nextTimerAt(now));
  }

  /** One lost answer does not put a bridge out of reach: what it is to do first may still come first. */
  get #isOutOfReach(): boolean {
    const { status, allowsRequests } = this.options.health;
    return this.#closed || (status === 'down' && !allowsRequests);
  }

  /** Answers commands that have waited too long. Returns their requests. */
  #removeExpired(now: number): Iterable<QueueEntry> {
    const newest = now - this.options.limits.maxQueueTime;
    if (this.#queued.oldest > newest) return [];
    const entries = new Map<string, QueueEntry>();
    for (;;) {
      const expired = this.#queued.removeOlderThan(newest);
      if (expired === undefined) return entries.values();
      this.#expire(expired.command, expired.entry);
      entries.set(expired.entry.path, expired.entry);
    }
  }

  /** A command that the bridge refused repeatedly gets that response. */
  #expire(command: QueuedCommand, entry: QueueEntry): void {
    const { refusal: response } = command;
    const waitReason = this.#getWaitReason(entry);
    if (response !== undefined && (waitReason === 'busy' || waitReason === 'rate'))
      command.resolve({ response, merged: 1, retriedAfterLoss: command.sent === 'maybe' });
    else
      command.reject(
        createCommandExpiredError(command, this.options.limits.maxQueueTime, waitReason),
      );
  }

  #getWaitReason(entry: QueueEntry): QueueWaitReason {
    if (this.options.health.status !== 'up') return 'away';
    if (this.isOpen) return 'busy';
    return this.#scheduler.isBackedOff(entry) ? 'target' : 'rate';
  }

  #canSend(now: number): boolean {
    return !this.#closed && this.options.health.allowsRequests && this.#scheduler.mayStart(now);
  }

  #send(entry: QueueEntry, now: number): void {
    const inFlight = this.#scheduler.start(entry, now);
    for (const command of entry.commands) command.attempts += 1;
    const [first] = entry.commands;
    if (first !== undefined)
      debugLogs.queue?.(describeSending(entry, first, now, this.#queued.commands));
    const request = this.#queued.buildRequest(entry);
    const onOutcome: AttemptListener = (outcome) =>
      isResponse(outcome)
        ? this.#handleResponse(inFlight, outcome)
        : this.#handleFailure(inFlight, outcome);
    inFlight.attempt = this.options.send(request, onOutcome, entry.order);
  }

  #handleResponse(inFlight: InFlightRequest, response: HttpResponse): void {
    const { clock, health, onResponse } = this.options;
    const now = clock.now();
    this.#scheduler.recordEnd(inFlight, now);
    const { entry } = inFlight;
    const merged = entry.commands.size;
    if (isOverloadStatus(response.status)) this.#handleRefusal(inFlight, response, now);
    else this.#scheduler.recordResponse(inFlight, now);
    onResponse(response);
    health.recordContact();
    for (const command of entry.commands)
      command.resolve({ response, merged, retriedAfterLoss: command.sent === 'maybe' });
    this.#onEnded(entry);
  }

  /** Status 429 or 503: the bridge did not carry out the request. */
  #handleRefusal(inFlight: InFlightRequest, response: HttpResponse, now: number): void {
    const { entry, isTrial } = inFlight;
    const concernsRateOnly = this.#scheduler.recordRefusal(inFlight, response, now);
    const mayRetry = (command: QueuedCommand): boolean =>
      mayRetryAfterRefusal(command, this.options.limits.maxAttempts);
    for (const command of entry.commands) command.refusal = response;
    // Other paths come first: the bridge may refuse this one request only.
    const requeued = this.#requeue(entry, !isTrial && !concernsRateOnly, mayRetry);
    for (const command of requeued?.commands ?? [])
      if (command.request.method !== 'GET') command.attempts = Math.max(0, command.attempts - 1);
  }

  #handleFailure(inFlight: InFlightRequest, failure: TransportFailure): void {
    const { clock, limits, health } = this.options;
    this.#scheduler.recordEnd(inFlight, clock.now());
    const { entry, sentAt } = inFlight;
    const { kind } = failure;
    const [first] = entry.commands;
    if (mayHaveBeenSent(inFlight, failure))
      for (const command of entry.commands) command.sent = 'maybe';
    if (this.#scheduler.recordFailure(inFlight, kind) && first !== undefined)
      void this.#reportUnresponsive(first.request);
    this.#requeue(entry, true, (command) =>
      mayRetryAfterFailure(command, failure, limits.maxAttempts),
    );
    for (const command of entry.commands) rejectQueuedCommand(command, failure);
    if (kind === 'untrusted') this.#rejectQueued(failure);
    health.recordFailure(failure, sentAt);
    this.#onEnded(entry);
  }

  async #reportUnresponsive(request: BridgeRequest): Promise<void> {
    const { health, onUnresponsive } = this.options;
    // `health` learns of the failure after this call.
    await Promise.resolve();
    await health.whenJudged();
    if (health.status === 'up' && !this.#closed) onUnresponsive(request);
  }

  #requeue(
    entry: QueueEntry,
    keepsPosition: boolean,
    mayRetry: (command: QueuedCommand) => boolean,
  ): QueueEntry | undefined {
    if (this.#closed) return undefined;
    const commands = new Set([...entry.commands].filter(mayRetry));
    if (commands.size === 0) return undefined;
    for (const command of commands) entry.commands.delete(command);
    const requeued = { ...entry, commands, coalescedWrite: undefined };
    this.#queued.requeue(requeued, keepsPosition);
    return requeued;
  }

  #onEnded(entry: QueueEntry): void {
    if (this.#onDrained !== undefined && this.#scheduler.inFlight.size === 0) this.#onDrained();
    this.#resolveBodies(entry);
    this.#sendReady();
  }

  #onHealthChange(): void {
    const { health, limits } = this.options;
    const { status, failure, failedProbes, lastContactAt } = health;
    if (status === 'down' && failure !== undefined) {
      this.#scheduler.forgetUnansweredTargets();
      const neverAnswered = lastContactAt === -Infinity && failedProbes >= limits.maxAttempts;
      if (failure.kind === 'untrusted' || neverAnswered) this.#rejectQueued(failure);
      else if (failedProbes > 0) this.#rejectQueued(failure, failsWhenOffline);
    }
    if (!this.#closed) this.#sendReady();
  }

  #rejectQueued(failure: TransportFailure, predicate?: (command: QueuedCommand) => boolean): void {
    for (const command of this.#queued.removeAll(predicate)) rejectQueuedCommand(command, failure);
  }

  #isBlocked(now: number): boolean {
    if (this.#closed || this.#queued.requests === 0 || !this.options.health.allowsRequests)
      return false;
    return this.#scheduler.isBlocked(now);
  }

  #abort(command: QueuedCommand): void {
    const failure = this.#closed ? closedFailure : abortedFailure;
    const queuedEntry = this.#queued.removeCommand(command);
    if (queuedEntry !== undefined) {
      rejectQueuedCommand(command, failure);
      this.#resolveBodies(queuedEntry);
      // Not at once: whoever takes back one command may take back the next, too.
      if (this.#queued.requests > 0) this.#timer.set(this.options.clock.now());
      else this.#timer.set(Infinity);
      return;
    }
    for (const { entry, attempt } of this.#scheduler.inFlight) {
      if (!entry.commands.has(command)) continue;
      const isSent = attempt?.sent === true;
      // The next write must not overtake a sent write: the bridge answers the sent one first.
      const goesOn = isSent && entry.target !== undefined && !this.#closed;
      if (entry.commands.size === 1 && !goesOn) return attempt?.cancel(failure);
      entry.commands.delete(command);
      if (isSent) command.sent = 'maybe';
      return rejectQueuedCommand(command, failure);
    }
  }

  #nextTimerAt(now: number): number {
    if (this.#queued.requests === 0) return Infinity;
    const expiresAt = this.#queued.oldest + this.options.limits.maxQueueTime;
    if (!this.options.health.allowsRequests) return expiresAt;
    const hangingAt = this.#isBlocked(now) ? this.#scheduler.nextHangingAt(now) : Infinity;
    return Math.min(expiresAt, hangingAt, this.#scheduler.nextReadyAt(now));
  }
}

const describeSending = (
  { lane, commands }: QueueEntry,
  { request, attempts, queuedAt }: QueuedCommand,
  now: number,
  queued: number,
): string =>
  `${lane}: sends ${request.method} ${request.path}, attempt ${attempts}, ` +
  `merged ${commands.size}, waited ${Math.round(now - queuedAt)} ms, ${queued} waiting`;

const rejectQueuedCommand = (command: QueuedCommand, failure: TransportFailure): void =>
  command.reject(toRequestError(command.request, failure, command.sent));

function mayHaveBeenSent({ attempt }: InFlightRequest, { kind }: TransportFailure): boolean {
  if (kind === 'lost' || kind === 'malformed') return true;
  return attempt?.sent === true && (kind === 'timeout' || kind === 'ended');
}

/** Reads fail while the bridge is unreachable: the caller can ask again. */
const failsWhenOffline = ({ request }: Pick<QueuedCommand, 'request'>): boolean =>
  request.method === 'GET' && request.waitIfOffline !== true;

/**
 * After 429 or 503, the bridge did not carry out the command. A change waits up to `maxQueueTime`. A read is repeated
 * a few times, because the caller can ask again. POST is never repeated, so that nothing is created twice.
 *
 * @param maxAttempts of a read; 1 disables all repeats
 */
const mayRetryAfterRefusal = (
  { request: { method }, attempts }: QueuedCommand,
  maxAttempts: number,
): boolean => method !== 'POST' && maxAttempts > 1 && (method !== 'GET' || attempts < maxAttempts);

/**
 * True if a command may be repeated after an attempt without a response. A request that did not reach the bridge
 * waits up to `maxQueueTime`. One that may have reached it is repeated only if it is idempotent and did not time out.
 */
function mayRetryAfterFailure(
  command: QueuedCommand,
  { kind }: TransportFailure,
  maxAttempts: number,
): boolean {
  const { request, attempts } = command;
  if (kind === 'away') return !failsWhenOffline(command) || attempts < maxAttempts;
  if (kind !== 'lost' || request.method === 'POST') return false;
  return request.nonIdempotent !== true && attempts < maxAttempts;
}

type QueueWaitReason = 'busy' | 'away' | 'target' | 'rate';

const waitReasonClauses: Readonly<Record<QueueWaitReason, string>> = {
  busy: ' because the bridge answered that it is busy',
  away: ' because the bridge could not be reached',
  target: ' because the bridge did not answer an earlier command to the same resource in time',
  rate: '',
};

const createCommandExpiredError = (
  { request, sent }: Pick<QueuedCommand, 'request' | 'sent'>,
  maxQueueTime: number,
  waitReason: QueueWaitReason,
): BridgeError =>
  createUnansweredError(
    'ERR_BRIDGE_EXPIRED',
    request,
    {
      detail: `it waited longer than ${describeDuration(maxQueueTime)}${waitReasonClauses[waitReason]}`,
      hint: 'It will not be sent any more. Send it again if it is still wanted.',
    },
    sent,
  );
