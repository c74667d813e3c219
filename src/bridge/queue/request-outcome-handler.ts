import { isOverloadStatus } from '../errors/bridge-error';
import { toRequestError } from '../errors/transport-failure';
import { createCommandExpiredError } from './queue-errors';
import type { QueueWaitReason } from './queue-errors';
import type { OverloadCircuitBreaker } from './overload-circuit-breaker';
import type { ClientLimits } from '../limits/client-limits';
import type { Clock } from '../time/clock';
import type { ConnectionHealthMonitor } from '../health/connection-health-monitor';
import { isResponse } from '../wire/http-request-attempt';
import type { AttemptOutcome, HttpResponse } from '../wire/http-request-attempt';
import type { TransportFailure, TransportFailureKind } from '../errors/transport-failure';
import type { BridgeRequest } from '../wire/bridge-request';
import type { QueueEntry, QueuedCommand } from './queued-command';
import type { RequestQueue } from './request-queue';
import type { InFlightRequest, RequestScheduler } from './request-scheduler';

interface RequestOutcomeHandlerOptions {
  limits: ClientLimits;
  clock: Clock;
  health: ConnectionHealthMonitor;
  queue: RequestQueue;
  scheduler: RequestScheduler;
  circuitBreaker: OverloadCircuitBreaker;
  onResponse: (response: HttpResponse) => void;
  onUnresponsive: (request: BridgeRequest) => void;
  onEnded: (entry: QueueEntry) => void;
}

export const rejectQueuedCommand = (command: QueuedCommand, failure: TransportFailure): void =>
  command.reject(toRequestError(command.request, failure, command.sent));

function mayHaveBeenSent({ attempt }: InFlightRequest, { kind }: TransportFailure): boolean {
  if (kind === 'lost' || kind === 'malformed') return true;
  return attempt?.sent === true && (kind === 'timeout' || kind === 'ended');
}

/** Answers commands or queues them again, and updates scheduler, circuit breaker and health. */
export class RequestOutcomeHandler {
  #closed = false;

  constructor(private readonly options: RequestOutcomeHandlerOptions) {}

  close(): void {
    this.#closed = true;
  }

  handle(inFlight: InFlightRequest, outcome: AttemptOutcome): void {
    if (isResponse(outcome)) this.#handleResponse(inFlight, outcome);
    else this.#handleFailure(inFlight, outcome);
  }

  #handleResponse(inFlight: InFlightRequest, response: HttpResponse): void {
    const { clock, scheduler, circuitBreaker, health, onResponse, onEnded } = this.options;
    const now = clock.now();
    scheduler.recordEnd(inFlight, now);
    const { entry, isTrial } = inFlight;
    const merged = entry.commands.size;
    if (isOverloadStatus(response.status)) {
      this.#handleRefusal(inFlight, response, now);
    } else {
      scheduler.recordResponse(inFlight, now);
      if (circuitBreaker.backoffLevel > 0 && (isTrial || !circuitBreaker.isOpen))
        circuitBreaker.recordSuccess();
    }
    onResponse(response);
    health.recordContact();
    for (const command of entry.commands)
      command.resolve({ response, merged, retriedAfterLoss: command.sent === 'maybe' });
    onEnded(entry);
  }

  get nextExpiryAt(): number {
    return this.options.queue.oldest + this.options.limits.maxQueueTime;
  }

  /** Answers commands that have waited too long. Returns their requests. */
  removeExpired(now: number): Iterable<QueueEntry> {
    const { limits, queue } = this.options;
    const newest = now - limits.maxQueueTime;
    if (queue.oldest > newest) return [];
    const entries = new Map<string, QueueEntry>();
    for (;;) {
      const expired = queue.removeOlderThan(newest);
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
    const { health, circuitBreaker, scheduler } = this.options;
    if (health.status !== 'up') return 'away';
    if (circuitBreaker.isOpen) return 'busy';
    return scheduler.isBackedOff(entry) ? 'target' : 'rate';
  }

  /** Status 429 or 503: the bridge did not carry out the request. */
  #handleRefusal(inFlight: InFlightRequest, response: HttpResponse, now: number): void {
    const { scheduler, circuitBreaker, limits } = this.options;
    const { entry, isTrial } = inFlight;
    const { status, retryAfter } = response;
    if (status === 429) scheduler.recordRefusal(inFlight, now);
    const concernsRateOnly = status === 429 && retryAfter === undefined;
    if (!concernsRateOnly) circuitBreaker.recordRefusal(isTrial, retryAfter);
    else if (isTrial) circuitBreaker.recordSuccess();
    const mayRetry = (command: QueuedCommand): boolean =>
      mayRetryAfterRefusal(command, limits.maxAttempts);
    for (const command of entry.commands) command.refusal = response;
    // Other paths come first: the bridge may refuse this one request only.
    const requeued = this.#requeue(entry, !isTrial && !concernsRateOnly, mayRetry);
    for (const command of requeued?.commands ?? [])
      if (command.request.method !== 'GET') command.attempts = Math.max(0, command.attempts - 1);
  }

  #handleFailure(inFlight: InFlightRequest, failure: TransportFailure): void {
    const { clock, limits, health, queue, scheduler, circuitBreaker, onEnded } = this.options;
    scheduler.recordEnd(inFlight, clock.now());
    const { entry, isTrial, sentAt } = inFlight;
    const { kind } = failure;
    if (mayHaveBeenSent(inFlight, failure))
      for (const command of entry.commands) command.sent = 'maybe';
    if (isTrial && kind !== 'ended') circuitBreaker.recordRefusal(true, undefined);
    this.#backOff(entry, kind);
    this.#requeue(entry, true, (command) =>
      mayRetryAfterFailure(command, failure, limits.maxAttempts),
    );
    for (const command of entry.commands) rejectQueuedCommand(command, failure);
    if (kind === 'untrusted')
      for (const command of queue.removeAll()) rejectQueuedCommand(command, failure);
    health.recordFailure(failure, sentAt);
    onEnded(entry);
  }

  #backOff({ target, commands }: QueueEntry, kind: TransportFailureKind): void {
    const [first] = commands;
    if (target === undefined || first === undefined) return;
    if (kind !== 'timeout' && !(kind === 'lost' && first.attempts > 1)) return;
    const { targetBackoff } = this.options.scheduler;
    const isOnly = targetBackoff.size === 0;
    targetBackoff.recordFailure(target);
    if (isOnly) void this.#reportUnresponsive(first.request);
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
    this.options.queue.requeue(requeued, keepsPosition);
    return requeued;
  }
}

/** Reads fail while the bridge is unreachable: the caller can ask again. */
export const failsWhenOffline = ({ request }: Pick<QueuedCommand, 'request'>): boolean =>
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
