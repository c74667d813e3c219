import { debugLogs } from '../debug-logs';
import { CircuitBreaker } from './circuit-breaker';
import { StateDependentBodyResolver } from './body-resolver';
import { callAfterDelay } from '../time/clock';
import { logQueued, logSend } from './log-queue';
import { onAbort } from './on-abort';
import { Scheduler } from './scheduler';
import { isOverloadStatus } from '../errors/bridge-error';
import { abortedFailure, closedFailure, toRequestError } from '../errors/transport-failure';
import { queuedBodiesTooLongError, commandExpiredError, queueFullError } from './queue-errors';
import { failsWhenOffline, mayRetryAfterFailure, mayRetryAfterThrottling } from './retry-policy';
import { RequestQueue, buildRequest } from './request-queue';
import { withRequestBody } from '../wire/request';
import { toQueueKey } from './entry';
import type { Clock, TimerHandle } from '../time/clock';
import type { RequestAttemptListener, HttpResponse } from '../wire/http-exchange';
import type { ClientLimits } from '../limits';
import type { TransportFailure } from '../errors/transport-failure';
import type { RetryContext } from './retry-policy';
import type { BridgeRequest, RequestBody } from '../wire/request';
import type { JsonBodyMembers } from './coalesced-write';
import type { StateDependentBody } from './state-dependent-body';
import type { CommandOptions, QueuedCommand, QueueEntry, CommandResult } from './entry';

/** An attempt of a request, as the queue sees it. */
export interface RequestAttempt {
  /** True once bytes may have reached the bridge. */
  readonly sent: boolean;
  /** Ends it; its listener is called at once. */
  end(failure: TransportFailure): void;
}

/** Options of a command queue. */
export interface CommandQueueOptions {
  limits: ClientLimits;
  clock: Clock;
  /** Sends one request, once, and calls the listener exactly once. */
  send(request: BridgeRequest, listener: RequestAttemptListener): RequestAttempt;
  /** Called with each response, whatever its status. */
  onResponse(response: HttpResponse): void;
  /** Called with each failure that concerns the connection as a whole. */
  onFailure(failure: TransportFailure): void;
}

interface InFlightRequest {
  readonly entry: QueueEntry;
  /** True for the one request that tests whether an open circuit can be closed. */
  readonly isProbe: boolean;
  attempt: RequestAttempt | undefined;
}

/**
 * Limits the rate of requests to one bridge, merges queued writes of one resource, retries what may
 * be retried.
 */
export class CommandQueue {
  readonly #options: CommandQueueOptions;
  readonly #queued = new RequestQueue();
  readonly #bodyResolver: StateDependentBodyResolver;
  readonly #inFlight = new Set<InFlightRequest>();
  readonly #scheduler: Scheduler;
  readonly #breaker: CircuitBreaker;
  #hasEverResponded = false;
  #timer: TimerHandle | undefined;
  #timerAt = Infinity;
  #closed = false;
  #onDrained: (() => void) | undefined;

  constructor(options: CommandQueueOptions) {
    const { limits, clock } = options;
    this.#options = options;
    this.#scheduler = new Scheduler(limits, clock.now());
    this.#bodyResolver = new StateDependentBodyResolver({
      queue: this.#queued,
      getMembersInFlight: (path) => this.#getMembersInFlight(path),
      setBody: (command, body) => this.#setBody(command, body),
      pump: () => this.#pump(),
    });
    this.#breaker = new CircuitBreaker(limits, clock);
  }

  /** Number of queued commands, without those whose state is being read. */
  get queued(): number {
    return this.#queued.commands - this.#bodyResolver.readsInFlight;
  }

  /**
   * Sends a request as soon as its lane, its target and the bridge allow; on an idle bridge before it returns.
   *
   * @returns the response, whatever its status
   * @throws {BridgeError} by rejection, when there is no response, and what a state-dependent body throws
   */
  submit(request: BridgeRequest, options: CommandOptions = {}): Promise<CommandResult> {
    const { signal, stateDependentBody } = options;
    return new Promise((resolve, reject) => {
      const queuedAt = this.#options.clock.now();
      const command: QueuedCommand = {
        request,
        queuedAt,
        attempts: 0,
        responseLost: false,
        resolve,
        reject,
      };
      if (this.#closed) reject(toRequestError(request, closedFailure));
      else if (signal === undefined) this.#enqueue(command, stateDependentBody);
      else if (signal.aborted) reject(toRequestError(request, abortedFailure));
      else this.#enqueueAbortable(command, stateDependentBody, signal);
    });
  }

  /**
   * Rejects queued commands with ERR_BRIDGE_CLOSED and sends nothing more.
   *
   * @returns when nothing is in flight any more, at the latest after `closeTimeout`
   */
  async close(): Promise<void> {
    this.#closed = true;
    const { clock, limits } = this.#options;
    for (const command of this.#queued.removeAll()) reject(command, closedFailure);
    this.#scheduleTimer(clock.now());
    for (const { attempt } of this.#inFlight)
      if (attempt?.sent === false) attempt.end(closedFailure);
    if (this.#inFlight.size === 0) return;
    await new Promise<void>((resolve) => {
      const cancelTimer = callAfterDelay(clock, limits.closeTimeout, () => resolve());
      this.#onDrained = () => {
        cancelTimer();
        resolve();
      };
    });
    for (const { attempt } of this.#inFlight) attempt?.end(closedFailure);
  }

  #enqueueAbortable(
    command: QueuedCommand,
    stateDependentBody: StateDependentBody | undefined,
    signal: AbortSignal,
  ): void {
    const { resolve, reject: rejectCommand } = command;
    const removeAbortListener = onAbort(signal, () => this.#abort(command));
    command.resolve = (result) => {
      removeAbortListener();
      resolve(result);
    };
    command.reject = (error) => {
      removeAbortListener();
      rejectCommand(error);
    };
    this.#enqueue(command, stateDependentBody);
  }

  #enqueue(command: QueuedCommand, stateDependentBody: StateDependentBody | undefined): void {
    const { limits } = this.#options;
    const { request } = command;
    if (this.queued >= limits.maxQueuedCommands) {
      return command.reject(queueFullError(request, this.queued));
    }
    if (!this.#hasSpaceFor(request)) {
      return command.reject(queuedBodiesTooLongError(request, limits.maxQueuedBodyLength));
    }
    const key = toQueueKey(request);
    if (stateDependentBody !== undefined) key.mergeable = false;
    if (this.#queued.tryMerge(key, command)) return undefined;
    const entry = this.#queued.createEntry(key, command, stateDependentBody);
    if (this.#queued.requests === 0 && this.#trySendNow(entry, command.queuedAt)) return undefined;
    this.#queued.add(entry);
    if (debugLogs.queue.enabled) logQueued(entry, this.#queued.commands);
    this.#bodyResolver.advance(entry);
    this.#pump();
    if (this.#queued.resolvedRequests <= limits.maxQueuedRequests) return undefined;
    if (entry.unresolved !== undefined || !this.#queued.has(entry)) return undefined;
    this.#queued.remove(entry);
    return command.reject(queueFullError(request, this.queued));
  }

  #hasSpaceFor({ body = '' }: BridgeRequest): boolean {
    return this.#queued.bodyLength + body.length <= this.#options.limits.maxQueuedBodyLength;
  }

  #setBody(command: QueuedCommand, body: RequestBody): void {
    const request = withRequestBody(command.request, body);
    if (!this.#hasSpaceFor(request))
      throw queuedBodiesTooLongError(request, this.#options.limits.maxQueuedBodyLength);
    command.request = request;
  }

  #getMembersInFlight(target: string | undefined): JsonBodyMembers | undefined {
    for (const { entry } of this.#inFlight)
      if (entry.target === target) return this.#queued.getMembers(entry);
    return undefined;
  }

  /** Sends to an idle bridge without queueing. */
  #trySendNow(entry: QueueEntry, now: number): boolean {
    if (!this.#canSend(now) || !this.#scheduler.canStart(entry, this.#inFlight.size, now))
      return false;
    this.#scheduler.recordStart(entry, now);
    this.#send(entry);
    return true;
  }

  #pump(): void {
    const now = this.#options.clock.now();
    this.#rejectExpired(now);
    while (this.#canSend(now)) {
      const entry = this.#scheduler.selectNext(this.#queued, this.#inFlight.size, now);
      if (entry === undefined) break;
      this.#queued.dequeue(entry);
      this.#scheduler.recordStart(entry, now);
      this.#send(entry);
    }
    this.#scheduleTimer(now);
  }

  #canSend(now: number): boolean {
    if (this.#closed) return false;
    if (this.#breaker.openReason === undefined) return true;
    return now >= this.#breaker.nextProbeAt && !this.#isProbing();
  }

  #isProbing(): boolean {
    for (const { isProbe } of this.#inFlight) if (isProbe) return true;
    return false;
  }

  #send(entry: QueueEntry): void {
    const inFlight: InFlightRequest = {
      entry,
      isProbe: this.#breaker.openReason !== undefined,
      attempt: undefined,
    };
    this.#inFlight.add(inFlight);
    for (const command of entry.commands) command.attempts += 1;
    if (debugLogs.queue.enabled) logSend(entry, this.#options.clock.now(), this.#queued.commands);
    inFlight.attempt = this.#options.send(buildRequest(entry), {
      onResponse: (response) => this.#onResponse(inFlight, response),
      onFailure: (failure) => this.#onFailure(inFlight, failure),
    });
  }

  #onResponse(inFlight: InFlightRequest, response: HttpResponse): void {
    this.#releaseSlot(inFlight);
    this.#hasEverResponded = true;
    const { entry, isProbe } = inFlight;
    const merged = entry.commands.size;
    this.#options.onResponse(response);
    if (isOverloadStatus(response.status)) {
      this.#breaker.recordFailure('busy', isProbe, response.retryAfter);
      const retryContext = this.#retryContext(false);
      // Let another target send the next probe, so that no single one uses up its attempts.
      this.#requeue(entry, !isProbe, (command) => mayRetryAfterThrottling(command, retryContext));
    } else {
      this.#breaker.recordSuccess(isProbe);
    }
    this.#bodyResolver.advance(entry);
    for (const command of entry.commands) {
      command.resolve({ response, merged, retriedAfterLoss: command.responseLost });
    }
    this.#pump();
  }

  #onFailure(inFlight: InFlightRequest, failure: TransportFailure): void {
    this.#releaseSlot(inFlight);
    const { entry, isProbe } = inFlight;
    const wasUnreachable = this.#breaker.openReason === 'away';
    const retryContext = this.#retryContext(wasUnreachable);
    if (failure.kind === 'lost') for (const command of entry.commands) command.responseLost = true;
    const requeued = this.#requeue(entry, true, (command) =>
      mayRetryAfterFailure(command, failure, retryContext),
    );
    for (const command of entry.commands) reject(command, failure);
    // A kept-alive connection may be closed just as it is reused: a first loss says nothing about the bridge.
    const [first] = requeued?.commands ?? [];
    const isFirstLoss = failure.kind === 'lost' && (first?.attempts ?? 1) === 1;
    if (!isFirstLoss || isProbe) this.#propagateFailure(failure, isProbe, wasUnreachable);
    this.#bodyResolver.advance(entry);
    this.#pump();
  }

  /** Applies a failure of the connection to all other requests. */
  #propagateFailure(failure: TransportFailure, isProbe: boolean, wasUnreachable: boolean): void {
    const { kind } = failure;
    if (kind === 'ended' || kind === 'malformed') return;
    this.#options.onFailure(failure);
    if (kind === 'untrusted') {
      for (const command of this.#queued.removeAll()) reject(command, failure);
      return;
    }
    this.#breaker.recordFailure('away', isProbe);
    if (!wasUnreachable) return;
    for (const command of this.#queued.removeAll(failsWhenOffline)) reject(command, failure);
  }

  #retryContext(wasUnreachable: boolean): RetryContext {
    const { maxAttempts } = this.#options.limits;
    return { maxAttempts, hasEverResponded: this.#hasEverResponded, wasUnreachable };
  }

  /**
   * Puts those commands of an entry back that may be retried; the others stay in it.
   *
   * @returns the new entry, if any
   */
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

  #releaseSlot(inFlight: InFlightRequest): void {
    this.#inFlight.delete(inFlight);
    this.#scheduler.recordEnd(inFlight.entry, this.#options.clock.now());
    if (this.#inFlight.size === 0) this.#onDrained?.();
  }

  #abort(command: QueuedCommand): void {
    const queuedEntry = this.#queued.removeCommand(command);
    if (queuedEntry !== undefined) {
      reject(command, abortedFailure);
      this.#bodyResolver.advance(queuedEntry);
      this.#scheduleTimer(this.#options.clock.now());
      return;
    }
    for (const { entry, attempt } of this.#inFlight) {
      if (!entry.commands.has(command)) continue;
      if (entry.commands.size === 1) {
        attempt?.end(abortedFailure);
      } else {
        entry.commands.delete(command);
        reject(command, abortedFailure);
      }
      return;
    }
  }

  #rejectExpired(now: number): void {
    const { maxQueueTime } = this.#options.limits;
    if (this.#queued.oldest > now - maxQueueTime) return;
    const entries = new Map<string, QueueEntry>();
    for (
      let expired = this.#queued.removeOlderThan(now - maxQueueTime);
      expired !== undefined;
      expired = this.#queued.removeOlderThan(now - maxQueueTime)
    ) {
      const { command, entry } = expired;
      command.reject(commandExpiredError(command.request, maxQueueTime, this.#breaker.openReason));
      entries.set(entry.path, entry);
    }
    for (const entry of entries.values()) this.#bodyResolver.advance(entry);
  }

  /**
   * Sets the one timer to the next time at which something expires or may be sent; it may fire
   * early, never late.
   */
  #scheduleTimer(now: number): void {
    const { clock } = this.#options;
    const at = this.#nextTimerAt(now);
    if (this.#timer !== undefined && this.#timerAt <= at && at < Infinity) return;
    clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = at;
    if (at === Infinity) return;
    this.#timer = clock.setTimeout(
      () => {
        this.#timer = undefined;
        this.#pump();
      },
      Math.ceil(Math.max(0, at - now)),
    );
  }

  #nextTimerAt(now: number): number {
    if (this.#queued.requests === 0) return Infinity;
    const expiresAt = this.#queued.oldest + this.#options.limits.maxQueueTime;
    const readyAt = this.#scheduler.nextReadyAt(this.#queued, now);
    if (this.#breaker.openReason === undefined) return Math.min(expiresAt, readyAt);
    if (this.#isProbing()) return expiresAt;
    if (now < this.#breaker.nextProbeAt) return Math.min(expiresAt, this.#breaker.nextProbeAt);
    return Math.min(expiresAt, readyAt);
  }
}

const reject = (command: QueuedCommand, failure: TransportFailure): void =>
  command.reject(toRequestError(command.request, failure));
