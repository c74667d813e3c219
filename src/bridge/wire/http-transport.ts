import type { Client, Dispatcher } from 'undici';
import { toUrlOrigin, formatAddress } from '../address/bridge-address';
import type { BridgeAddress } from '../address/bridge-address';
import { debugLogs } from '../logging/debug-logs';
import { VerifiedTlsConnector } from '../tls/verified-tls-connector';
import { loadHttpClient, parseRetryAfter } from './http-client';
import type { ResponseHeaders } from './http-client';
import { openEventStream } from './open-event-stream';
import type { EventStreamOpener } from './open-event-stream';
import {
  toMissingResponseFailure,
  closedFailure,
  TransportError,
  malformedResponseFailure,
  timeoutFailure,
} from '../errors/transport-failure';
import type { TransportFailure } from '../errors/transport-failure';
import type { Credentials } from '../credentials/credentials';
import type { ClientLimits } from '../limits/client-limits';
import type { HttpRequest } from './bridge-request';
import type { CertificateVerifier } from '../tls/certificate-verifier';
import { redactBody } from '../credentials/redact';
import { callAfterDelay, unrefTimerClock } from '../time/clock';

interface HttpTransportOptions {
  address: BridgeAddress;
  credentials?: Credentials;
  trust: CertificateVerifier;
  limits: ClientLimits;
}

interface PooledConnection {
  client: Client;
  attempt: HttpRequestAttempt | undefined;
}

/** A pool of kept-alive connections, one timeout per attempt, no redirects, no proxy, no retries. */
export class HttpTransport {
  readonly #options: HttpTransportOptions;
  readonly endpoint: string;
  readonly #attemptOptions: SharedAttemptOptions;
  readonly #connector: VerifiedTlsConnector;
  readonly #keyHeaders: readonly string[];
  readonly #readHeaders: string[];
  readonly #writeHeaders: string[];
  readonly #closing = new AbortController();
  readonly #pool: PooledConnection[] = [];

  constructor(options: HttpTransportOptions) {
    const { address, credentials, trust, limits } = options;
    this.#options = options;
    this.endpoint = formatAddress(address);
    this.#attemptOptions = {
      endpoint: this.endpoint,
      timeout: limits.requestTimeout,
      deadlineTimer: new SharedDeadlineTimer(limits.requestTimeout),
      maxResponseSize: limits.maxResponseSize,
      secret: credentials?.key,
    };
    this.#connector = new VerifiedTlsConnector(address, trust, limits.connectTimeout);
    this.#keyHeaders = credentials === undefined ? [] : [credentials.keyHeader, credentials.key];
    this.#readHeaders = [...this.#keyHeaders, 'accept', 'application/json'];
    this.#writeHeaders = [...this.#readHeaders, 'content-type', 'application/json'];
  }

  get address(): BridgeAddress {
    return this.#options.address;
  }

  /** Calls the listener exactly once. */
  send(request: HttpRequest, listener: AttemptListener): HttpRequestAttempt {
    const observer = debugLogs.http
      ? createRequestAttemptLogger(request, this.endpoint, listener)
      : listener;
    const attempt = new HttpRequestAttempt(observer, this.#attemptOptions);
    try {
      this.#dispatch(request, attempt);
    } catch (error) {
      attempt.cancel(toMissingResponseFailure(error, this.endpoint, false));
    }
    attempt.enforceTimeout();
    return attempt;
  }

  /** Uses a separate connection with the same certificate verification. */
  readonly openEventStream: EventStreamOpener = (signal) => {
    const { address, limits } = this.#options;
    return openEventStream(
      {
        origin: toUrlOrigin(address),
        endpoint: this.endpoint,
        connect: (_options, callback) => this.#connector.open(callback),
        headers: [...this.#keyHeaders, 'accept', 'text/event-stream'],
        secret: this.#attemptOptions.secret,
        headTimeout: limits.requestTimeout,
      },
      AbortSignal.any([signal, this.#closing.signal]),
    );
  };

  /** Attempts in flight fail with `closedFailure`. No request is sent afterwards. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#connector.close();
    const closed = new TransportError(closedFailure);
    await Promise.all(this.#pool.map(({ client }) => client.destroy(closed)));
    this.#attemptOptions.deadlineTimer.close();
  }

  async closeGracefully(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#pool.map(({ client }) => client.close()));
    this.#connector.close();
    this.#attemptOptions.deadlineTimer.close();
  }

  /** At most as many connections as concurrent requests. */
  #acquireConnection(): PooledConnection {
    for (const connection of this.#pool)
      if (connection.attempt?.completed !== false) return connection;
    const { keepAliveTimeout } = this.#options.limits;
    const HttpClient = loadHttpClient();
    const client = new HttpClient(toUrlOrigin(this.#options.address), {
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout,
      keepAliveMaxTimeout: keepAliveTimeout,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => this.#connector.open(callback),
    });
    const connection = { client, attempt: undefined };
    this.#pool.push(connection);
    return connection;
  }

  #dispatch(request: HttpRequest, attempt: HttpRequestAttempt): void {
    if (this.#closing.signal.aborted) return attempt.cancel(closedFailure);
    const { method, path, body } = request;
    const options: Dispatcher.DispatchOptions =
      body === undefined
        ? { method, path, headers: this.#readHeaders }
        : { method, path, headers: this.#writeHeaders, body };
    const connection = this.#acquireConnection();
    connection.attempt = attempt;
    connection.client.dispatch(options, attempt);
  }
}

function createRequestAttemptLogger(
  { method, path, body }: HttpRequest,
  endpoint: string,
  listener: AttemptListener,
): AttemptListener {
  const startedAt = performance.now();
  const size = body === undefined ? '' : ` (${Buffer.byteLength(body)} bytes)`;
  const writeOutcome = (outcome: string): void =>
    debugLogs.http?.(
      `${endpoint} ${method} ${path}${size}: ${outcome} after ${Math.round(performance.now() - startedAt)} ms`,
    );
  return (outcome) => {
    writeOutcome(describeOutcomeForLog(outcome));
    listener(outcome);
  };
}

function describeOutcomeForLog(outcome: AttemptOutcome): string {
  if (!isResponse(outcome)) return `${outcome.kind} ${outcome.code} ${outcome.reason ?? ''}`.trim();
  const { status, body, retryAfter } = outcome;
  const wait = retryAfter === undefined ? '' : `, retry after ${retryAfter} ms`;
  return `${status}, ${body.length} bytes${wait}`;
}

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

interface SharedAttemptOptions {
  endpoint: string;
  timeout: number;
  deadlineTimer: SharedDeadlineTimer;
  maxResponseSize: number;
  secret: string | undefined;
}

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
