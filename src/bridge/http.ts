import type { Client, Dispatcher, buildConnector } from 'undici';
import { toUrlOrigin, formatAddress } from './address';
import type { BridgeAddress } from './address';
import { debugLogs } from './debug-logs';
import { VerifiedTlsConnector } from './tls';
import {
  toMissingResponseFailure,
  closedFailure,
  TransportError,
  malformedResponseFailure,
  timeoutFailure,
  toTransportFailureError,
} from './transport-failure';
import type { TransportFailure } from './transport-failure';
import type { Credentials } from './credentials';
import type { ClientLimits } from './limits';
import type { HttpRequest } from './request';
import type { CertificateVerifier } from './tls';
import { redactBody, StreamRedactor } from './redact';
import { callAfterDelay, unrefTimerClock, systemClock } from './clock';
import { getNestedMember } from '../resources/members';
import type { BridgeError } from './errors';

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

type HttpClientClass = typeof Client;

let loadedClass: HttpClientClass | undefined;

/**
 * Loads the HTTP client on first use: Node-RED does not need it to load the nodes. Loads only the client of undici:
 * the rest (fetch, WebSocket, caches, mocks) takes three times as long and twice the memory, and would set the
 * dispatcher of every `fetch` in the process. If this undici has no such file, all of undici is loaded.
 *
 * @returns undici's class `Client` without the methods added elsewhere (`request`, `stream`, …)
 * @throws Error if undici is not installed
 */
export function loadHttpClient(): HttpClientClass {
  loadedClass ??= requireClientFile() ?? requirePackage();
  return loadedClass;
}

function requireClientFile(): HttpClientClass | undefined {
  try {
    const exported: unknown = require('undici/lib/dispatcher/client.js');
    return isClientClass(exported) ? exported : undefined;
  } catch {
    return undefined;
  }
}

function requirePackage(): HttpClientClass {
  const exported: unknown = require('undici');
  const client = getNestedMember(exported, 'Client');
  if (isClientClass(client)) return client;
  throw new Error('The installed undici has no HTTP client. Install this package again.');
}

const isClientClass = (exported: unknown): exported is HttpClientClass =>
  typeof exported === 'function' && 'dispatch' in Object(exported.prototype);

export type ResponseHeaders = Parameters<
  NonNullable<Dispatcher.DispatchHandler['onResponseStart']>
>[2];

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

export interface EventStreamResponse {
  status: number;
  contentType: string;
  retryAfter?: number | undefined;
  /**
   * Call it once. Without a call, only the beginning is read.
   *
   * @param onBytes called in the turn of their arrival
   * @returns resolves at the end of the body
   * @throws {BridgeError} if the connection is lost; also throws the errors of `onBytes`
   */
  readBody: (onBytes: (bytes: Uint8Array) => void) => Promise<void>;
}

/**
 * @param signal closes the connection
 * @returns the response, including an error response
 * @throws {BridgeError} by rejection, if there is no response
 */
export type EventStreamOpener = (signal: AbortSignal) => Promise<EventStreamResponse>;

interface OpenEventStreamOptions {
  origin: string;
  endpoint: string;
  connect: buildConnector.connector;
  headers: string[];
  secret: string | undefined;
  headTimeout: number;
}

/** Hue CLIP API reference. */
const eventStreamPath = '/eventstream/clip/v2';

/** Uses a connection of its own; see `EventStreamOpener`. */
async function openEventStream(
  options: OpenEventStreamOptions,
  signal: AbortSignal,
): Promise<EventStreamResponse> {
  const { origin, endpoint, connect, headers, secret, headTimeout } = options;
  const HttpClient = loadHttpClient();
  const client = new HttpClient(origin, {
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  });
  const destroyClient = (failure: TransportFailure): void =>
    void client.destroy(new TransportError(failure));
  const onAbort = (): void => destroyClient(closedFailure);
  signal.addEventListener('abort', onAbort, { once: true });
  const cleanUp = (): void => {
    signal.removeEventListener('abort', onAbort);
    onAbort();
  };
  const cancelTimer = callAfterDelay(systemClock, headTimeout, () =>
    destroyClient(timeoutFailure(endpoint, headTimeout)),
  );
  try {
    if (signal.aborted) throw new TransportError(closedFailure);
    const response = await new Promise<StreamedResponse>((resolve, reject) => {
      client.dispatch(
        { method: 'GET', path: eventStreamPath, headers },
        new StreamedResponse(resolve, reject),
      );
    });
    const { status, headers: responseHeaders } = response;
    const type = responseHeaders['content-type'];
    return {
      status,
      contentType: typeof type === 'string' ? type : '',
      retryAfter: parseRetryAfter(responseHeaders['retry-after'], Date.now()),
      readBody: async (onBytes) => {
        const redactor = new StreamRedactor(secret, onBytes);
        try {
          await response.read((chunk) => redactor.write(chunk));
          redactor.end();
        } catch (error) {
          throw response.hasFailed ? toStreamError(error, endpoint) : error;
        } finally {
          cleanUp();
        }
      },
    };
  } catch (error) {
    cleanUp();
    throw toStreamError(error, endpoint);
  } finally {
    cancelTimer();
  }
}

/** A response that is reported when its headers have arrived. Its body is pushed to a reader. */
class StreamedResponse implements Dispatcher.DispatchHandler {
  status = 0;
  headers: ResponseHeaders = {};
  hasFailed = false;
  #controller: Dispatcher.DispatchController | undefined;
  #onChunk: ((chunk: Uint8Array) => void) | undefined;
  readonly #unread: Uint8Array[] = [];
  readonly #ended: Promise<void>;
  #resolveEnded: () => void = () => undefined;
  #rejectEnded: (error: unknown) => void = () => undefined;

  constructor(
    private readonly onResponse: (response: StreamedResponse) => void,
    private readonly onFailure: (error: Error) => void,
  ) {
    this.#ended = new Promise((resolve, reject) => {
      this.#resolveEnded = resolve;
      this.#rejectEnded = reject;
    });
    // If nobody reads the body, the lost connection must not be an unhandled rejection.
    this.#ended.catch(() => undefined);
  }

  async read(onChunk: (chunk: Uint8Array) => void): Promise<void> {
    for (const chunk of this.#unread.splice(0)) onChunk(chunk);
    this.#onChunk = onChunk;
    this.#controller?.resume();
    return this.#ended;
  }

  onRequestStart(): void {
    // undici recognises this kind of handler by this method.
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    // Informational responses come first. RFC 9110, section 15.2.
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    this.#controller = controller;
    this.onResponse(this);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#onChunk === undefined) {
      this.#unread.push(chunk);
      controller.pause();
      return;
    }
    try {
      this.#onChunk(chunk);
    } catch (error) {
      this.#rejectEnded(error);
    }
  }

  onResponseEnd(): void {
    this.#resolveEnded();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.hasFailed = true;
    if (this.#controller === undefined) this.onFailure(error);
    else this.#rejectEnded(error);
  }
}

/** Before there is a connection, the error is a TransportError of the connector with the reason. */
function toStreamError(error: unknown, endpoint: string): BridgeError {
  return toTransportFailureError(
    'listen to the events of the bridge',
    toMissingResponseFailure(error, endpoint, true),
  );
}
