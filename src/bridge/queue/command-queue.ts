import { debugLogs } from '../logging/debug-logs';
import { OverloadCircuitBreaker } from './overload-circuit-breaker';
import { QueuedUpdateBodyResolver } from './queued-update-body-resolver';
import { EarliestTimer, callAfterDelay } from '../time/clock';
import { createQueueEntry, toQueuePlacement } from './queued-command';
import { onAbort } from './on-abort';
import { RequestScheduler } from './request-scheduler';
import { abortedFailure, closedFailure } from '../errors/transport-failure';
import { createQueueFullError } from './queue-errors';
import {
  RequestOutcomeHandler,
  failsWhenOffline,
  rejectQueuedCommand,
} from './request-outcome-handler';
import { RequestQueue } from './request-queue';
import { WriteOrder } from './write-order';
import { MessagePlace, nextWriteOrder } from './message-place';
import type { LampReservation } from './write-order';
import type { Clock } from '../time/clock';
import type { AttemptListener, HttpResponse, RequestAttempt } from '../wire/http-request-attempt';
import type { ClientLimits } from '../limits/client-limits';
import type { ConnectionHealthMonitor } from '../health/connection-health-monitor';
import type { TransportFailure } from '../errors/transport-failure';
import type { BridgeRequest } from '../wire/bridge-request';
import type { InFlightRequest } from './request-scheduler';
import type {
  CommandOptions,
  QueuedCommandResponse,
  QueuedCommand,
  QueueEntry,
} from './queued-command';
import type { Members } from '../../resources';

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
 * Limits the rate of requests, merges queued writes of one resource, and retries requests that are safe to repeat.
 */
export class CommandQueue {
  readonly #queued: RequestQueue;
  readonly #bodyResolver: QueuedUpdateBodyResolver;
  readonly #order: WriteOrder;
  readonly #scheduler: RequestScheduler;
  readonly #circuitBreaker: OverloadCircuitBreaker;
  readonly #outcomes: RequestOutcomeHandler;
  readonly #timer: EarliestTimer;
  #closed = false;
  #onDrained: (() => void) | undefined;

  constructor(private readonly options: CommandQueueOptions) {
    const { limits, clock, health } = options;
    this.#queued = new RequestQueue(limits);
    this.#order = new WriteOrder(this.#queued, () => this.#scheduler.listWritesInFlight());
    this.#scheduler = new RequestScheduler(limits, clock, (entry) =>
      this.#order.waitsForEarlierWrite(entry),
    );
    this.#bodyResolver = new QueuedUpdateBodyResolver({
      queue: this.#queued,
      getMembersInFlight: (path) => this.#getMembersInFlight(path),
      waitsForEarlierWrite: (entry) => this.#order.waitsForEarlierWrite(entry),
      sendReady: () => this.#sendReady(),
    });
    this.#circuitBreaker = new OverloadCircuitBreaker(limits, clock);
    this.#outcomes = new RequestOutcomeHandler({
      ...options,
      queue: this.#queued,
      scheduler: this.#scheduler,
      circuitBreaker: this.#circuitBreaker,
      onEnded: (entry) => this.#onEnded(entry),
    });
    this.#timer = new EarliestTimer(clock, () => this.#sendReady());
    health.subscribe(() => this.#onHealthChange());
  }

  get queued(): number {
    return this.#queued.commands - this.#bodyResolver.readsInFlight;
  }

  /** In ms; 0 without a queued command. */
  get longestWait(): number {
    const { oldest } = this.#queued;
    return Number.isFinite(oldest) ? Math.max(0, this.options.clock.now() - oldest) : 0;
  }

  /** True while a busy bridge gets single trial requests. */
  get isOpen(): boolean {
    return this.#circuitBreaker.isOpen;
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
        order: options.place?.takeNext() ?? nextWriteOrder(),
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

  /**
   * @param findLampPaths returns undefined if a resource is unknown
   * @param place the last place if missing
   */
  reserveLamps(
    findLampPaths: (ids: readonly string[]) => readonly string[] | undefined,
    place = new MessagePlace(),
  ): LampReservation {
    const reservation = this.#order.reserve(place, findLampPaths, () => this.#sendReady());
    this.#sendReady();
    return reservation;
  }

  /** Later writes do not wait for this call. Resolves immediately if the bridge is unreachable. */
  waitForEarlierWrites(lampPaths: readonly string[]): Promise<void> {
    if (this.#closed || !this.options.health.allowsRequests) return Promise.resolve();
    return this.#order.waitForEarlier(nextWriteOrder(), new Set(lampPaths));
  }

  /**
   * Rejects queued commands with ERR_BRIDGE_CLOSED. Requests just sent get `closeTimeout`; hanging requests are
   * cancelled.
   *
   * @returns resolves when no request is in flight
   */
  async close(): Promise<void> {
    this.#closed = true;
    this.#outcomes.close();
    const { clock, limits } = this.options;
    const { inFlight } = this.#scheduler;
    for (const command of this.#queued.removeAll()) rejectQueuedCommand(command, closedFailure);
    this.#timer.set(Infinity);
    this.#order.advanceReservations(true);
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
    const key = toQueuePlacement(request);
    if (options.stateDependentBody !== undefined) key.mergeable = false;
    else if (this.#queued.requests === 0 && this.#canSend(now)) {
      const entry = createQueueEntry(key, command, options);
      if (this.#scheduler.canStart(entry, now)) return this.#send(entry, now);
    }
    const { limits } = this.options;
    if (this.queued >= limits.maxQueuedCommands)
      return command.reject(createQueueFullError(request, this.queued));
    this.#queued.checkSpaceFor(request);
    const later = { command, isBackground: options.isBackground === true };
    if (this.#queued.tryMerge(key, later, (last) => this.#order.mayJoin(last, command)))
      return undefined;
    const entry = createQueueEntry(key, command, options);
    this.#queued.add(entry);
    debugLogs.queue?.(`${entry.lane}: ${entry.path} waits, ${this.#queued.commands} waiting`);
    this.#bodyResolver.advance(entry);
    this.#sendReady();
    if (this.#queued.resolvedRequests <= limits.maxQueuedRequests) return undefined;
    if (entry.unresolved !== undefined || !this.#queued.has(entry)) return undefined;
    this.#queued.remove(entry);
    return command.reject(createQueueFullError(request, this.queued));
  }

  #getMembersInFlight(target: string | undefined): Members | undefined {
    for (const { entry } of this.#scheduler.inFlight)
      if (entry.target === target) return this.#queued.getMembers(entry);
    return undefined;
  }

  #sendReady(): void {
    const { clock, health } = this.options;
    const now = clock.now();
    for (const entry of this.#outcomes.removeExpired(now)) this.#bodyResolver.advance(entry);
    this.#bodyResolver.advanceWaiting();
    this.#order.advanceReservations(this.#closed || !health.allowsRequests);
    do {
      while (this.#canSend(now)) {
        const entry = this.#scheduler.selectNext(this.#queued, now);
        if (entry === undefined) break;
        this.#queued.dequeue(entry);
        this.#send(entry, now);
      }
    } while (this.#isBlocked(now) && this.#scheduler.freeHangingSlots(health, now));
    this.#timer.set(this.#nextTimerAt(now));
  }

  #canSend(now: number): boolean {
    const { health } = this.options;
    if (this.#closed || !health.allowsRequests) return false;
    return (
      !this.#circuitBreaker.isOpen ||
      (now >= this.#circuitBreaker.nextTrialAt && !this.#isTrialInFlight())
    );
  }

  #isTrialInFlight(): boolean {
    for (const { isTrial, isHanging } of this.#scheduler.inFlight)
      if (isTrial && !isHanging) return true;
    return false;
  }

  #send(entry: QueueEntry, now: number): void {
    const isTrial = this.#circuitBreaker.isOpen;
    const inFlight: InFlightRequest = {
      entry,
      sentAt: now,
      isTrial,
      isHanging: false,
      attempt: undefined,
    };
    this.#scheduler.recordStart(inFlight);
    for (const command of entry.commands) command.attempts += 1;
    const [first] = entry.commands;
    if (first !== undefined)
      debugLogs.queue?.(describeSending(entry, first, now, this.#queued.commands));
    const request = this.#queued.buildRequest(entry);
    const onOutcome: AttemptListener = (outcome) => this.#outcomes.handle(inFlight, outcome);
    inFlight.attempt = this.options.send(request, onOutcome, entry.order);
  }

  #onEnded(entry: QueueEntry): void {
    if (this.#onDrained !== undefined && this.#scheduler.inFlight.size === 0) this.#onDrained();
    this.#bodyResolver.advance(entry);
    this.#sendReady();
  }

  #onHealthChange(): void {
    const { health, limits } = this.options;
    const { status, failure, failedProbes, lastContactAt } = health;
    if (status === 'down' && failure !== undefined) {
      this.#scheduler.targetBackoff.clear();
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
    if (this.#circuitBreaker.isOpen) return this.#isTrialInFlight();
    return this.#scheduler.isBlockedBySlots(this.#queued, now);
  }

  #abort(command: QueuedCommand): void {
    const failure = this.#closed ? closedFailure : abortedFailure;
    const queuedEntry = this.#queued.removeCommand(command);
    if (queuedEntry !== undefined) {
      rejectQueuedCommand(command, failure);
      this.#bodyResolver.advance(queuedEntry);
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
    const expiresAt = this.#outcomes.nextExpiryAt;
    if (!this.options.health.allowsRequests) return expiresAt;
    const hangingAt = this.#isBlocked(now) ? this.#scheduler.nextHangingAt(now) : Infinity;
    const { nextTrialAt } = this.#circuitBreaker;
    if (this.#isTrialInFlight()) return Math.min(expiresAt, hangingAt);
    if (now < nextTrialAt) return Math.min(expiresAt, nextTrialAt);
    return Math.min(expiresAt, hangingAt, this.#scheduler.nextReadyAt(this.#queued, now));
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
