import type { Client, Dispatcher } from 'undici';
import { toUrlOrigin, formatAddress } from '../address/bridge-address';
import { debugLogs } from '../logging/debug-logs';
import { VerifiedTlsConnector } from '../tls/verified-tls-connector';
import { SharedDeadlineTimer, HttpRequestAttempt, isResponse } from './http-request-attempt';
import { loadHttpClient } from './load-http-client';
import { openEventStream } from './open-event-stream';
import {
  toMissingResponseFailure,
  closedFailure,
  TransportError,
} from '../errors/transport-failure';
import type { BridgeAddress } from '../address/bridge-address';
import type { Credentials } from '../credentials/credentials';
import type { AttemptListener, AttemptOutcome, SharedAttemptOptions } from './http-request-attempt';
import type { ClientLimits } from '../limits/client-limits';
import type { HttpRequest } from './bridge-request';
import type { EventStreamOpener } from './open-event-stream';
import type { CertificateVerifier } from '../tls/certificate-verifier';

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
