import type { Dispatcher } from 'undici';
import {
  toMissingResponseFailure,
  TransportError,
  malformedResponseFailure,
  timeoutFailure,
} from '../errors/transport-failure';
import type { TransportFailure } from '../errors/transport-failure';
import { redactBody } from '../credentials/redact';
import { callAfterDelay, unrefTimerClock } from '../time/clock';

export interface HttpResponse {
  status: number;
  /** Wait in ms. */
  retryAfter: number | undefined;
  body: Buffer;
}

/** A response, including an error response, or why there is none. */
export type AttemptOutcome = HttpResponse | TransportFailure;

export const isResponse = (outcome: AttemptOutcome): outcome is HttpResponse => 'status' in outcome;

/** Called exactly once. */
export type AttemptListener = (outcome: AttemptOutcome) => void;

export interface RequestAttempt {
  readonly sent: boolean;
  /** Calls the listener immediately. */
  cancel(failure: TransportFailure): void;
}

export interface SharedAttemptOptions {
  endpoint: string;
  timeout: number;
  deadlineTimer: SharedDeadlineTimer;
  maxResponseSize: number;
  secret: string | undefined;
}

export type ResponseHeaders = Parameters<
  NonNullable<Dispatcher.DispatchHandler['onResponseStart']>
>[2];

/** Collects the response within limits of time and size. */
export class HttpRequestAttempt
  implements Dispatcher.DispatchHandler, OperationWithDeadline, RequestAttempt
{
  readonly #listener: AttemptListener;
  readonly #options: SharedAttemptOptions;
  readonly startedAt = performance.now();
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfter: number | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #completed = false;

  constructor(listener: AttemptListener, options: SharedAttemptOptions) {
    this.#listener = listener;
    this.#options = options;
  }

  /** The timeout counts from the creation. Called after sending, so that it does not delay the request. */
  enforceTimeout(): void {
    if (!this.#completed) this.#options.deadlineTimer.add(this);
  }

  get sent(): boolean {
    return this.#controller !== undefined;
  }

  get completed(): boolean {
    return this.#completed;
  }

  /** A request that was not sent yet is not sent. */
  cancel(failure: TransportFailure): void {
    if (!this.#complete()) return;
    this.#controller?.abort(new TransportError(failure));
    this.#listener(failure);
  }

  expire(): void {
    this.cancel(timeoutFailure(this.#options.endpoint, this.#options.timeout));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#completed)
      controller.abort(new TransportError(malformedResponseFailure('nobody waits')));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    this.#status = status;
    this.#retryAfter = parseRetryAfter(headers['retry-after'], Date.now());
    if (Number(headers['content-length']) > this.#options.maxResponseSize) this.#failOversized();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#options.maxResponseSize) this.#failOversized();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#complete()) return;
    const [first = Buffer.alloc(0)] = this.#chunks;
    const body = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#size) : first;
    this.#chunks = [];
    this.#listener({
      status: this.#status,
      retryAfter: this.#retryAfter,
      body: redactBody(body, this.#options.secret),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const failure = toMissingResponseFailure(error, this.#options.endpoint, this.sent);
    // The listener may send a request immediately, but undici's client is not re-entrant in onResponseError.
    queueMicrotask(() => {
      if (this.#complete()) this.#listener(failure);
    });
  }

  #failOversized(): void {
    this.#chunks = [];
    this.cancel(
      malformedResponseFailure(
        `the answer is larger than ${this.#options.maxResponseSize} bytes and was cut off`,
      ),
    );
  }

  #complete(): boolean {
    if (this.#completed) return false;
    this.#completed = true;
    this.#options.deadlineTimer.remove(this);
    return true;
  }
}

/**
 * Parses seconds or a date (RFC 9110, section 10.2.3).
 *
 * @param now from `Date.now()`
 * @returns in ms; undefined without a valid value
 */
export function parseRetryAfter(
  header: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\s*\d{1,9}(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

export interface OperationWithDeadline {
  /** From `performance.now()`. */
  readonly startedAt: number;
  expire(): void;
}

/**
 * One timer for the earliest deadline of many short operations: one timer per request costs more than all other work
 * before sending.
 */
export class SharedDeadlineTimer {
  readonly #operations = new Set<OperationWithDeadline>();
  #cancelTimer: (() => void) | undefined;

  constructor(private readonly timeout: number) {}

  add(operation: OperationWithDeadline): void {
    this.#operations.add(operation);
    this.#cancelTimer ??= this.#startTimer(this.timeout);
  }

  /** A running timer would wake an idle process. */
  remove(operation: OperationWithDeadline): void {
    if (this.#operations.delete(operation) && this.#operations.size === 0) this.#clearTimer();
  }

  close(): void {
    this.#clearTimer();
    this.#operations.clear();
  }

  #clearTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #startTimer(delay: number): () => void {
    return callAfterDelay(unrefTimerClock, Math.max(1, Math.ceil(delay)), (now) =>
      this.#expireOverdue(now),
    );
  }

  #expireOverdue(now: number): void {
    this.#cancelTimer = undefined;
    for (const operation of this.#operations) {
      const remaining = operation.startedAt + this.timeout - now;
      if (remaining > 0) {
        this.#cancelTimer = this.#startTimer(remaining);
        return;
      }
      this.#operations.delete(operation);
      operation.expire();
    }
  }
}
