import type { Dispatcher } from 'undici';
import {
  toMissingResponseFailure,
  TransportError,
  malformedResponseFailure,
  timeoutFailure,
} from '../errors/transport-failure';
import { redactBody } from '../credentials/redact';
import type { SharedDeadlineTimer, OperationWithDeadline } from './shared-deadline-timer';
import type { TransportFailure } from '../errors/transport-failure';

/** A complete HTTP response, whatever its status. */
export interface HttpResponse {
  status: number;
  /** Wait that the bridge asks for in `Retry-After`, in ms. */
  retryAfter: number | undefined;
  body: Buffer;
}

/** Called exactly once with the outcome of an attempt. */
export interface RequestAttemptListener {
  onResponse(response: HttpResponse): void;
  onFailure(failure: TransportFailure): void;
}

/** An attempt of a request, as whoever sends it sees it. */
export interface RequestAttempt {
  /** True once bytes may have reached the bridge. */
  readonly sent: boolean;
  /** Ends it; its listener is called at once. */
  end(failure: TransportFailure): void;
}

/** Options shared by all attempts of a client. */
export interface SharedAttemptOptions {
  /** Address for error messages. */
  endpoint: string;
  /** Timeout of the whole attempt, in ms. */
  timeout: number;
  /** Enforces the timeout. */
  deadlineTimer: SharedDeadlineTimer;
  /** Largest response body, in bytes. */
  maxResponseSize: number;
  /** The application key, redacted from response bodies. */
  secret: string | undefined;
}

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** One attempt of one request: collects the response, limited in time and size. */
export class HttpRequestAttempt
  implements Dispatcher.DispatchHandler, OperationWithDeadline, RequestAttempt
{
  readonly #listener: RequestAttemptListener;
  readonly #options: SharedAttemptOptions;
  readonly startedAt = performance.now();
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfter: number | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #completed = false;

  constructor(listener: RequestAttemptListener, options: SharedAttemptOptions) {
    this.#listener = listener;
    this.#options = options;
  }

  /** Starts to enforce the timeout, as of the creation; after the request is on its way, so as not to delay it. */
  enforceTimeout(): void {
    if (!this.#completed) this.#options.deadlineTimer.add(this);
  }

  /** True once bytes of the request may have reached the bridge. */
  get sent(): boolean {
    return this.#controller !== undefined;
  }

  /** True once the listener has been called. */
  get completed(): boolean {
    return this.#completed;
  }

  /** Ends the attempt with a failure; a request that has not been sent yet is not sent any more. */
  end(failure: TransportFailure): void {
    if (!this.#complete()) return;
    this.#controller?.abort(new TransportError(failure));
    this.#listener.onFailure(failure);
  }

  expire(): void {
    this.end(timeoutFailure(this.#options.endpoint, this.#options.timeout));
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
    this.#listener.onResponse({
      status: this.#status,
      retryAfter: this.#retryAfter,
      body: redactBody(body, this.#options.secret),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const failure = toMissingResponseFailure(error, this.#options.endpoint, this.sent);
    // undici's client is not re-entrant from onResponseError, and the listener may send again at once: defer it.
    queueMicrotask(() => {
      if (this.#complete()) this.#listener.onFailure(failure);
    });
  }

  #failOversized(): void {
    this.#chunks = [];
    this.end(
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
 * Parses the header `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
 *
 * @param header value as received
 * @param now present time as of `Date.now()`
 * @returns wait in ms, or undefined if there is no valid value
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
