import { parseHostAndPort, formatAddress } from './address';
import type { BridgeAddress } from './address';
import { systemClock } from './clock';
import type { Clock } from './clock';
import { ConnectionStateReporter, RequestRateMeter } from './connection-state';
import type { ChangeDeliveryMode, ConnectionStatus } from './connection-state';
import { createResourceFetcher } from './load-state';
import type { BridgeLink } from './load-state';
import { parseCredentials } from './credentials';
import { BridgeError, isOverloadStatus, isAuthFailureStatus, sanitizeText } from './errors';
import type { BridgeErrorFacts } from './errors';
import { BridgeRediscovery } from './rediscovery';
import type { RediscoveryOptions } from './rediscovery';
import { discoverBridges } from './discovery';
import { resolveClientLimits } from './limits';
import type { ClientLimits } from './limits';
import { toTransportFailureError } from './transport-failure';
import { CommandQueue } from './queue';
import { ConnectionHealthMonitor } from './health';
import {
  describeRequestedOperation,
  explainStatus,
  formatErrorExplanation,
} from './error-messages';
import { HttpTransport, isResponse } from './http';
import type { AttemptListener, HttpResponse, RequestAttempt, EventStreamOpener } from './http';
import { buildListRequest } from './request';
import type { BridgeRequest, PreparedRequest, HttpRequest } from './request';
import { CertificateVerifier } from './tls';
import type { CertificateInfo, TrustOptions } from './tls';
import { unitLengths } from '../units/duration';
import { BoundedMap } from './bounded-map';

export interface BridgeAccessOptions {
  host: string;
  /** 443 if missing. */
  port?: number;
  /** Sent only to the bridge that `trust` identifies. */
  key: string;
  /** `home-application-key` if missing. */
  keyHeader?: string;
  /** If missing, the first certificate is trusted and kept in memory. */
  trust?: TrustOptions;
  limits?: Partial<ClientLimits>;
  /**
   * How an unreachable bridge is rediscovered by mDNS; only the pinned certificate is accepted. If missing, the
   * bridge is not searched for.
   */
  follow?: RediscoveryOptions;
  /** Called at most once per `warningRepeatInterval` for the same text. */
  onWarning?(warning: string): void;
}

export interface BridgeConnectionOptions extends BridgeAccessOptions {
  /** May return a changed request. The order is that of the request among all writes. */
  prepareRequest?(request: BridgeRequest, order: number): PreparedRequest | undefined;
  onSend?(request: BridgeRequest): void;
  onResponse?(response: HttpResponse): void;
  clock?: Clock;
}

/** What a connection did last. */
export interface ConnectionDiagnostics {
  /** Host and port. */
  readonly address: string;
  /** The certificate accepted last; missing before the first connection. */
  readonly certificate?: CertificateInfo;
  /** The last 200 requests, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Requests refused because of overload. */
  readonly refusedPerMinute: number;
  readonly reconnectsLastDay: number;
  /** Wait of the oldest queued request, in ms; 0 without one. */
  readonly longestWait: number;
  /** Time in ms until an unreachable bridge is tried again; missing while it is reachable. */
  readonly nextAttemptIn?: number;
}

const probeRequest = buildListRequest('bridge');

const formatMovedWarning = (address: BridgeAddress, configuredAddress: BridgeAddress): string =>
  formatAddress(address) === formatAddress(configuredAddress)
    ? `The bridge is back at ${formatAddress(configuredAddress)}.`
    : `The bridge was found at ${formatAddress(address)} instead of ${formatAddress(configuredAddress)}. Its certificate is the trusted one, so it is used there. Change the address in the bridge settings when it stays there.`;

/** Sends the requests of a client to its bridge, and knows whether and where the bridge can be reached. */
export class BridgeConnection implements BridgeLink {
  readonly clock: Clock;
  readonly limits: ClientLimits;
  readonly stateReporter: ConnectionStateReporter;
  readonly health: ConnectionHealthMonitor;
  readonly warn: (warning: string) => void;
  readonly queue: CommandQueue;
  readonly fetcher = createResourceFetcher((...request) => this.queue.submit(...request));
  readonly setMode = (mode: ChangeDeliveryMode): void => this.stateReporter.setMode(mode);
  readonly #history: ConnectionHistory;
  readonly #verifier: CertificateVerifier;
  readonly #drainingTransports = new Set<HttpTransport>();
  readonly #configuredAddress: BridgeAddress;
  readonly #rediscovery: BridgeRediscovery | undefined;
  #transport: HttpTransport;
  #closing: Promise<void> | undefined;

  /** @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if an option is invalid */
  constructor(options: BridgeConnectionOptions) {
    const clock = options.clock ?? systemClock;
    const limits = resolveClientLimits(options.limits);
    this.clock = clock;
    this.limits = limits;
    this.#history = new ConnectionHistory(clock);
    this.warn = throttleWarnings((warning) => options.onWarning?.(warning), limits, clock);
    this.stateReporter = new ConnectionStateReporter(() => this.queue.queued, this.warn, clock);
    this.stateReporter.subscribe(({ kind }) => this.#history.recordState(kind));
    this.#configuredAddress = parseHostAndPort(options.host, options.port);
    const trust = new CertificateVerifier(options.trust ?? {}, this.warn);
    this.#verifier = trust;
    const credentials = parseCredentials(options.key, options.keyHeader);
    const createTransport = (address: BridgeAddress): HttpTransport =>
      new HttpTransport({ credentials, trust, limits, address });
    const { follow } = options;
    const foundAt = follow?.foundAt;
    this.#transport = createTransport(
      foundAt === undefined
        ? this.#configuredAddress
        : parseHostAndPort(foundAt.host, foundAt.port),
    );
    if (follow !== undefined) this.#rediscovery = this.#follow(follow, createTransport, clock);
    const onResponse = (response: HttpResponse): void => {
      this.#onResponse(response);
      options.onResponse?.(response);
    };
    this.health = new ConnectionHealthMonitor({
      limits,
      clock,
      getEndpoint: () => this.#transport.endpoint,
      probe: (listener) => this.#sendProbe(listener, onResponse),
    });
    this.health.subscribe(() => this.#onHealthChange());
    this.queue = new CommandQueue({
      limits,
      clock,
      health: this.health,
      send: (request, listener, order) => {
        const prepared = options.prepareRequest?.(request, order);
        const recording = this.#history.recordRequest(request, listener);
        const attempt =
          prepared === undefined
            ? this.#transport.send(request, recording)
            : this.#transport.send(prepared.request, notifyOnSuccess(recording, prepared));
        // The next iteration of the event loop writes the socket; reporting must not delay it.
        setImmediate(() => {
          this.stateReporter.recordRequest();
          options.onSend?.(request);
        });
        return attempt;
      },
      onResponse,
      onUnresponsive: (request) => this.warn(formatUnresponsiveWarning(request)),
    });
    this.#updateMovedTo();
  }

  get diagnostics(): ConnectionDiagnostics {
    const { requests, refusedLastMinute, reconnectsLastDay } = this.#history;
    const certificate = this.#verifier.lastAccepted;
    const { nextAttemptIn } = this.health;
    return {
      address: this.#transport.endpoint,
      ...(certificate === undefined ? {} : { certificate }),
      requests,
      refusedPerMinute: refusedLastMinute,
      reconnectsLastDay,
      longestWait: this.queue.longestWait,
      ...(nextAttemptIn === undefined ? {} : { nextAttemptIn }),
    };
  }

  #sendProbe(
    listener: AttemptListener,
    onResponse: (response: HttpResponse) => void,
  ): RequestAttempt {
    this.stateReporter.recordRequest();
    const recording = this.#history.recordRequest(probeRequest, (outcome) => {
      if (isResponse(outcome)) onResponse(outcome);
      listener(outcome);
    });
    return this.#transport.send(probeRequest, recording);
  }

  readonly openEventStream: EventStreamOpener = (signal) => this.#transport.openEventStream(signal);

  #follow(
    follow: RediscoveryOptions,
    createTransport: (address: BridgeAddress) => HttpTransport,
    clock: Clock,
  ): BridgeRediscovery {
    const rediscovery = new BridgeRediscovery({
      configuredAddress: this.#configuredAddress,
      getCurrentAddress: () => this.#transport.address,
      verifier: this.#verifier,
      limits: this.limits,
      clock,
      bridgeId: follow.bridgeId,
      discover: (signal) => discoverBridges({ ...follow, signal }),
      warn: this.warn,
      switchAddress: (address, certificate) => {
        this.#switchTransport(createTransport(address));
        this.#updateMovedTo();
        this.warn(formatMovedWarning(address, this.#configuredAddress));
        follow.onMoved?.(address, certificate);
        this.health.retryNow();
      },
      onAnnounced: () => this.health.retryNow(),
    });
    this.stateReporter.subscribe(({ kind }) => rediscovery.onStateChange(kind));
    return rediscovery;
  }

  /** Requests in flight end over the previous transport. */
  #switchTransport(transport: HttpTransport): void {
    const previous = this.#transport;
    this.#transport = transport;
    this.#drainingTransports.add(previous);
    void previous.closeGracefully().then(() => this.#drainingTransports.delete(previous));
  }

  #updateMovedTo(): void {
    const { endpoint } = this.#transport;
    const hasMoved = endpoint !== formatAddress(this.#configuredAddress);
    this.stateReporter.setMovedTo(hasMoved ? endpoint : undefined);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.stateReporter.close();
    // The queue closes first, so that waiting commands fail as closed, whatever the health is.
    const draining = this.queue.close();
    this.health.close();
    await draining;
    const transports = [this.#transport, ...this.#drainingTransports];
    await Promise.all([
      ...transports.map((transport) => transport.close()),
      this.#rediscovery?.close(),
    ]);
  }

  #onResponse({ status, retryAfter }: HttpResponse): void {
    this.stateReporter.recordContact();
    if (isAuthFailureStatus(status)) {
      this.stateReporter.setState('unauthorized', toRefusalError('use the bridge', { status }));
    } else if (isOverloadStatus(status)) {
      const facts = retryAfter === undefined ? { status } : { status, retryAfter };
      this.stateReporter.setState('waiting', toRefusalError('go on', facts));
    } else if (!this.queue.isOpen) {
      // While the circuit breaker is open, the response belongs to an earlier request.
      this.stateReporter.setState('connected');
    }
  }

  #onHealthChange(): void {
    const { status, failure } = this.health;
    if (status !== 'down' || failure === undefined) return;
    const kind = failure.kind === 'untrusted' ? 'untrusted' : 'away';
    this.stateReporter.setState(kind, toTransportFailureError('reach the bridge', failure));
  }
}

const notifyOnSuccess =
  (listener: AttemptListener, prepared: PreparedRequest): AttemptListener =>
  (outcome) => {
    if (isResponse(outcome) && outcome.status < 400) prepared.onSuccess();
    listener(outcome);
  };

const formatUnresponsiveWarning = (request: BridgeRequest): string =>
  `The bridge leaves the request to ${describeRequestedOperation(request)} unanswered, though it answers others. Further requests to it wait, and hold up only what sets the same lamps; see whether it has power and can be reached by the bridge.`;

function toRefusalError(
  purpose: string,
  facts: BridgeErrorFacts & { status: number },
): BridgeError {
  const { code, detail, hint } = explainStatus(facts.status);
  return new BridgeError(code, formatErrorExplanation(purpose, { detail, hint }), facts);
}

/** A sent request, without body and key. */
export interface RecordedRequest {
  readonly sentAt: Date;
  readonly method: string;
  readonly path: string;
  /** HTTP status, or why there was no response, such as `timeout`; undefined before. */
  readonly result: number | string | undefined;
  /** In ms; undefined before the response or failure. */
  readonly duration: number | undefined;
}

const maxRequests = 200;

/** One in about 90 seconds for a day. */
const maxReconnects = 1_000;

/** The last requests and reconnects, for people who look for the cause of a problem. */
export class ConnectionHistory {
  readonly #refusals: RequestRateMeter;
  readonly #requests: RecordedRequest[] = [];
  #nextIndex = 0;
  readonly #reconnectedAt: number[] = [];
  #isLost = false;

  constructor(private readonly clock: Clock) {
    this.#refusals = new RequestRateMeter(clock);
  }

  /** Oldest first. */
  get requests(): readonly RecordedRequest[] {
    return [
      ...this.#requests.slice(this.#nextIndex % maxRequests),
      ...this.#requests.slice(0, this.#nextIndex % maxRequests),
    ];
  }

  get refusedLastMinute(): number {
    return this.#refusals.lastMinute;
  }

  get reconnectsLastDay(): number {
    const since = this.clock.now() - unitLengths.day;
    return this.#reconnectedAt.filter((time) => time >= since).length;
  }

  /** Returns a listener that records the end and calls the given one. */
  recordRequest(
    { method, path }: Pick<HttpRequest, 'method' | 'path'>,
    listener: AttemptListener,
  ): AttemptListener {
    const index = this.#nextIndex % maxRequests;
    const startedAt = this.clock.now();
    const request = { sentAt: new Date(), method, path, result: undefined, duration: undefined };
    this.#requests[index] = request;
    this.#nextIndex += 1;
    return (outcome) => {
      const result = isResponse(outcome) ? outcome.status : outcome.kind;
      if (typeof result === 'number' && isOverloadStatus(result)) this.#refusals.count();
      const duration = Math.round(this.clock.now() - startedAt);
      // Later requests may have replaced it.
      if (this.#requests[index] === request)
        this.#requests[index] = { ...request, result, duration };
      listener(outcome);
    };
  }

  recordState(kind: ConnectionStatus): void {
    if (kind === 'away') this.#isLost = true;
    if (kind !== 'connected' || !this.#isLost) return;
    this.#isLost = false;
    this.#reconnectedAt.push(this.clock.now());
    if (this.#reconnectedAt.length > maxReconnects) this.#reconnectedAt.shift();
  }
}

const maxRemembered = 100;

/**
 * Reports the same text at most once per `warningRepeatInterval`.
 *
 * @param report an error that it throws becomes a process warning of Node.js
 */
export function throttleWarnings(
  report: (warning: string) => void,
  { warningRepeatInterval }: Pick<ClientLimits, 'warningRepeatInterval'>,
  clock: Clock,
): (warning: string) => void {
  const lastReportedAt = new BoundedMap<string, number>(maxRemembered);
  return (warning) => {
    const now = clock.now();
    const reportedAt = lastReportedAt.get(warning);
    if (reportedAt !== undefined && now - reportedAt < warningRepeatInterval) return;
    lastReportedAt.set(warning, now);
    try {
      report(sanitizeText(warning, 1_000));
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
}
