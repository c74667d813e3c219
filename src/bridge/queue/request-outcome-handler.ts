import { isOverloadStatus } from '../errors/bridge-error';
import { toRequestError } from '../errors/transport-failure';
import type { OverloadCircuitBreaker } from './overload-circuit-breaker';
import type { ClientLimits } from '../limits/client-limits';
import type { Clock } from '../time/clock';
import type { ConnectionHealthMonitor } from '../health/connection-health-monitor';
import type { HttpResponse } from '../wire/http-request-attempt';
import type { TransportFailure, TransportFailureKind } from '../errors/transport-failure';
import type { BridgeRequest } from '../wire/request';
import type { QueueEntry, QueuedCommand } from './queued-command';
import type { RequestQueue } from './request-queue';
import type { InFlightRequest, RequestScheduler } from './request-scheduler';

/** Dependencies of `RequestOutcomeHandler`. */
export interface RequestOutcomeHandlerOptions {
  limits: ClientLimits;
  clock: Clock;
  health: ConnectionHealthMonitor;
  queue: RequestQueue;
  scheduler: RequestScheduler;
  circuitBreaker: OverloadCircuitBreaker;
  /** Called with each response, whatever its status. */
  onResponse: (response: HttpResponse) => void;
  /** Called when a resource does not answer, though the bridge does. */
  onUnresponsive: (request: BridgeRequest) => void;
  /** Called when the commands of a request were answered, or put back. */
  onEnded: (entry: QueueEntry) => void;
}

/** Rejects a command, and says whether it may have been done. */
export const rejectQueuedCommand = (command: QueuedCommand, failure: TransportFailure): void =>
  command.reject(toRequestError(command.request, failure, command.sent));

/** Whether an attempt without a response may have reached the bridge. */
function mayHaveBeenSent({ attempt }: InFlightRequest, { kind }: TransportFailure): boolean {
  if (kind === 'lost' || kind === 'malformed') return true;
  return attempt?.sent === true && (kind === 'timeout' || kind === 'ended');
}

/**
 * Handles what became of requests: answers the commands or puts them back, and records in scheduler, circuit breaker and health
 * what it means for others.
 */
export class RequestOutcomeHandler {
  readonly #options: RequestOutcomeHandlerOptions;
  #closed = false;

  constructor(options: RequestOutcomeHandlerOptions) {
    this.#options = options;
  }

  /** Puts nothing back any more. */
  close(): void {
    this.#closed = true;
  }

  /** Handles a response, whatever its status. */
  handleResponse(inFlight: InFlightRequest, response: HttpResponse): void {
    const { clock, scheduler, circuitBreaker, health, onResponse, onEnded } = this.#options;
    const now = clock.now();
    scheduler.recordEnd(inFlight, now);
    const { entry, isTrial } = inFlight;
    const merged = entry.commands.size;
    if (isOverloadStatus(response.status)) {
      this.#handleRefusal(inFlight, response, now);
    } else {
      scheduler.recordResponse(inFlight, now);
      if (circuitBreaker.backoffLevel > 0 && (isTrial || !circuitBreaker.isHolding))
        circuitBreaker.recordSuccess();
    }
    onResponse(response);
    health.recordContact();
    for (const command of entry.commands)
      command.resolve({ response, merged, retriedAfterLoss: command.sent === 'maybe' });
    onEnded(entry);
  }

  /** After 429 or 503: the bridge did not take the request. */
  #handleRefusal(inFlight: InFlightRequest, response: HttpResponse, now: number): void {
    const { scheduler, circuitBreaker, limits } = this.#options;
    const { entry, isTrial } = inFlight;
    const { status, retryAfter } = response;
    if (status === 429) scheduler.recordRefusal(inFlight, now);
    const concernsPaceOnly = status === 429 && retryAfter === undefined;
    if (!concernsPaceOnly) circuitBreaker.recordRefusal(isTrial, retryAfter);
    else if (isTrial) circuitBreaker.recordSuccess();
    const mayRetry = (command: QueuedCommand): boolean =>
      mayRetryAfterRefusal(command, limits.maxAttempts);
    for (const command of entry.commands) command.refusal = response;
    // Others first: a single one may be what the bridge refuses.
    const requeued = this.#requeue(entry, !isTrial && !concernsPaceOnly, mayRetry);
    for (const command of requeued?.commands ?? [])
      if (command.request.method !== 'GET') command.attempts = Math.max(0, command.attempts - 1);
  }

  /** Handles an attempt without a response. */
  handleFailure(inFlight: InFlightRequest, failure: TransportFailure): void {
    const { clock, limits, health, queue, scheduler, circuitBreaker, onEnded } = this.#options;
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

  /** Lets the writes to a target that did not answer wait by themselves. */
  #backOff({ target, commands }: QueueEntry, kind: TransportFailureKind): void {
    const [first] = commands;
    if (target === undefined || first === undefined) return;
    if (kind !== 'timeout' && !(kind === 'lost' && first.attempts > 1)) return;
    const { targetBackoff } = this.#options.scheduler;
    const isOnly = targetBackoff.size === 0;
    targetBackoff.recordFailure(target);
    if (isOnly) void this.#reportUnresponsive(first.request);
  }

  /** Reports a target that does not answer, unless it was the connection that failed. */
  async #reportUnresponsive(request: BridgeRequest): Promise<void> {
    const { health, onUnresponsive } = this.#options;
    // The health learns of the failure only after this call.
    await Promise.resolve();
    await health.whenJudged();
    if (health.status === 'up' && !this.#closed) onUnresponsive(request);
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
    this.#options.queue.requeue(requeued, keepsPosition);
    return requeued;
  }
}

/** Returns true for a read that fails while the bridge cannot be reached, because the caller can ask again. */
export const failsWhenOffline = ({ request }: Pick<QueuedCommand, 'request'>): boolean =>
  request.method === 'GET' && request.waitIfOffline !== true;

/**
 * After 429 or 503: the bridge has not executed the request. A refused change waits, up to `maxQueueTime`; a read
 * is given up after a few attempts, because the caller can ask again; POST is never repeated, so that nothing is
 * ever created twice.
 *
 * @param maxAttempts most attempts of a read, the first included; with 1, nothing is repeated
 */
const mayRetryAfterRefusal = (
  { request: { method }, attempts }: QueuedCommand,
  maxAttempts: number,
): boolean => method !== 'POST' && maxAttempts > 1 && (method !== 'GET' || attempts < maxAttempts);

/**
 * After an attempt without a response. What did not reach the bridge waits for it, up to `maxQueueTime`. What may
 * have reached it is repeated only where it is idempotent, and never where the time for its answer is over.
 *
 * @param maxAttempts most attempts, the first included
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
