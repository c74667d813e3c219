import { formatAddress } from '../address/bridge-address';
import { debugLogs } from '../logging/debug-logs';
import { TlsConnector } from '../tls/tls-connector';
import { SharedDeadlineTimer } from './shared-deadline-timer';
import { HttpExchange } from './http-exchange';
import { HttpConnection } from './http-connection';
import { formatHeaders, formatRequest } from './format-request';
import { logAttempt } from './log-attempt';
import { openEventStream } from './open-event-stream';
import { closedFailure } from '../errors/transport-failure';
import type { BridgeAddress } from '../address/bridge-address';
import type { Credentials } from '../credentials/credentials';
import type { HttpExchangeOptions, RequestAttemptListener } from './http-exchange';
import type { ClientLimits } from '../limits/client-limits';
import type { HttpRequest } from './request';
import type { EventStreamResponse } from './open-event-stream';
import type { CertificateVerifier } from '../tls/certificate-verifier';

/** Options of a transport. */
export interface HttpTransportOptions {
  address: BridgeAddress;
  /** Key and name of its header; missing before pairing. */
  credentials?: Credentials;
  trust: CertificateVerifier;
  limits: ClientLimits;
}

/**
 * HTTP to one bridge: a pool of kept-alive connections, one timeout per attempt, no redirects, no
 * proxy, no retries.
 */
export class HttpTransport {
  readonly #options: HttpTransportOptions;
  /** Address and port of the bridge, as people write them. */
  readonly endpoint: string;
  readonly #exchangeOptions: HttpExchangeOptions;
  readonly #connector: TlsConnector;
  /** Header lines of every request for a resource, and of that for the event stream. */
  readonly #requestHeaders: string;
  readonly #streamHeaders: string;
  readonly #closing = new AbortController();
  readonly #pool = new Set<HttpConnection>();
  readonly #drainListeners: (() => void)[] = [];

  constructor(options: HttpTransportOptions) {
    const { address, credentials, trust, limits } = options;
    this.#options = options;
    this.endpoint = formatAddress(address);
    this.#exchangeOptions = {
      endpoint: this.endpoint,
      timeout: limits.requestTimeout,
      deadlineTimer: new SharedDeadlineTimer(limits.requestTimeout),
      maxResponseSize: limits.maxResponseSize,
      secret: credentials?.key,
    };
    this.#connector = new TlsConnector(address, trust, limits.connectTimeout);
    const headers = {
      host: this.endpoint,
      connection: 'keep-alive',
      ...(credentials === undefined ? {} : { [credentials.keyHeader]: credentials.key }),
    };
    this.#requestHeaders = formatHeaders({ ...headers, accept: 'application/json' });
    this.#streamHeaders = formatHeaders({ ...headers, accept: 'text/event-stream' });
  }

  /** Address of the bridge. */
  get address(): BridgeAddress {
    return this.#options.address;
  }

  /**
   * Sends one request, once.
   *
   * @param listener called exactly once: with the response, whatever its status, or with the
   *   failure
   * @returns the attempt, to see whether it was sent and to end it
   */
  send(request: HttpRequest, listener: RequestAttemptListener): HttpExchange {
    const observer = debugLogs.http.enabled
      ? logAttempt(request, this.endpoint, listener)
      : listener;
    const exchange = new HttpExchange(observer, this.#exchangeOptions);
    if (this.#closing.signal.aborted) exchange.end(closedFailure);
    else exchange.send(this.#acquireConnection(), formatRequest(request, this.#requestHeaders));
    exchange.enforceTimeout();
    return exchange;
  }

  /**
   * Opens the event stream over a connection of its own, pinned like all others.
   *
   * @param signal ends the connection
   * @returns the response, whatever its status, and what reads its body
   * @throws {BridgeError} when there is no response
   */
  async openEventStream(signal: AbortSignal): Promise<EventStreamResponse> {
    return openEventStream(
      {
        connector: this.#connector,
        endpoint: this.endpoint,
        headers: this.#streamHeaders,
        secret: this.#exchangeOptions.secret,
        headTimeout: this.#options.limits.requestTimeout,
      },
      AbortSignal.any([signal, this.#closing.signal]),
    );
  }

  /**
   * Ends every connection. Attempts in flight fail with `closedFailure`; nothing is sent
   * afterwards.
   */
  async destroy(): Promise<void> {
    this.#closing.abort();
    for (const connection of this.#pool) connection.close(closedFailure);
    this.#connector.close();
    this.#exchangeOptions.deadlineTimer.close();
    await this.#waitUntilDrained();
  }

  /** As `destroy`, but waits for attempts in flight first. */
  async closeGracefully(): Promise<void> {
    this.#closing.abort();
    for (const connection of this.#pool) connection.closeWhenIdle();
    await this.#waitUntilDrained();
    await this.destroy();
  }

  /** Waits until every connection of the pool is closed. */
  #waitUntilDrained(): Promise<void> {
    if (this.#pool.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drainListeners.push(resolve);
    });
  }

  /**
   * An idle connection of the pool, else a new one. There are never more connections than
   * concurrent requests.
   */
  #acquireConnection(): HttpConnection {
    for (const connection of this.#pool) if (connection.isIdle) return connection;
    const connection = new HttpConnection({
      connector: this.#connector,
      endpoint: this.endpoint,
      keepAliveTimeout: this.#options.limits.keepAliveTimeout,
      onClosed: (closed) => {
        this.#pool.delete(closed);
        if (this.#pool.size === 0) for (const resolve of this.#drainListeners.splice(0)) resolve();
      },
    });
    this.#pool.add(connection);
    return connection;
  }
}
