import { debugLogs } from './debug-logs';
import { addJitter, callAfterDelay } from './clock';
import { abortedFailure, timeoutFailure } from './transport-failure';
import type { Clock, TimerHandle } from './clock';
import type { ClientLimits } from './limits';
import { isResponse } from './http';
import type { AttemptListener, RequestAttempt } from './http';
import type { TransportFailure } from './transport-failure';

/**
 * `doubtful`: a request got no response, and a probe asks the bridge. `down`: the bridge is unreachable, or another
 * host answers.
 */
type ConnectionHealthStatus = 'up' | 'doubtful' | 'down';

interface ConnectionHealthMonitorOptions {
  limits: ClientLimits;
  clock: Clock;
  getEndpoint: () => string;
  /** Sends a cheap read once, without the queue, and calls the listener exactly once. */
  probe: (listener: AttemptListener) => RequestAttempt;
}

/** A second probe is sent while the first waits for a silent host. */
const maxProbes = 2;

/**
 * Judges the connection to one bridge.
 *
 * Down: a refused or reset connection, an unreachable host, a wrong certificate. Up: any response or bytes on the
 * event stream. A request without a response, or a refused connection just after a response, starts a probe. Queue,
 * polls and event stream follow this status; the connection has no other backoff.
 */
export class ConnectionHealthMonitor {
  /** Public fields for speed: each request reads them. Only this class changes them. */
  status: ConnectionHealthStatus = 'up';
  /** False while requests must wait. While another host answers, none is sent to it, so requests need not wait. */
  allowsRequests = true;
  failure: TransportFailure | undefined;
  /** Last bytes from the bridge, in ms of the clock. */
  lastContactAt = -Infinity;
  failedProbes = 0;
  getLastStreamActivity: () => number | undefined = () => undefined;
  readonly #listeners = new Set<() => void>();
  readonly #probes = new Map<{ attempt: RequestAttempt | undefined }, () => void>();
  #downSince = 0;
  #timer: TimerHandle | undefined;
  #nextProbeAt = 0;
  #closed = false;

  constructor(private readonly options: ConnectionHealthMonitorOptions) {}

  /** Adds a listener for changes of the status, failed probes and answered checks. The result removes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** In ms; undefined unless the bridge is down. */
  get nextAttemptIn(): number | undefined {
    if (this.status !== 'down' || this.#timer === undefined) return undefined;
    return Math.max(0, this.#nextProbeAt - this.options.clock.now());
  }

  recordContact(): void {
    this.lastContactAt = this.options.clock.now();
    if (this.status === 'up' || this.#closed) return;
    this.status = 'up';
    this.allowsRequests = true;
    this.failure = undefined;
    this.failedProbes = 0;
    this.#cancelProbes();
    this.#log('up');
    this.#notify();
  }

  recordFailure(failure: TransportFailure, sentAt: number): void {
    const { kind } = failure;
    if (this.#closed || kind === 'ended' || kind === 'malformed') return;
    if (kind === 'untrusted') this.#setDown(failure);
    else if (kind === 'away') this.#recordConnectFailure(failure, sentAt);
    else if (kind === 'lost' || !this.hasContactSince(sentAt)) this.doubt();
  }

  hasContactSince(time: number): boolean {
    return Math.max(this.lastContactAt, this.getLastStreamActivity() ?? -Infinity) >= time;
  }

  doubt(): void {
    if (this.status !== 'up' || this.#closed) return;
    this.status = 'doubtful';
    this.allowsRequests = false;
    this.#log('in doubt');
    this.check();
    this.#notify();
  }

  check(): void {
    if (this.#probes.size === 0 && !this.#closed) this.#probe();
  }

  /** Probes immediately, because the bridge announced itself. */
  retryNow(): void {
    if (this.status !== 'down' || this.#closed) return;
    this.#cancelProbes();
    this.#probeRepeatedly();
  }

  whenJudged(): Promise<void> {
    if (this.status !== 'doubtful' || this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const unsubscribe = this.subscribe(() => {
        if (this.status === 'doubtful' && !this.#closed) return;
        unsubscribe();
        resolve();
      });
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancelProbes();
    this.#notify();
    this.#listeners.clear();
  }

  /** A bridge that answers over existing connections may refuse or ignore further ones; it is not down. */
  #recordConnectFailure(failure: TransportFailure, sentAt: number): void {
    if (this.status === 'up' && this.hasContactSince(sentAt)) return;
    if (this.status !== 'down' && this.#hasRecentContact()) this.doubt();
    else this.#setDown(failure);
  }

  #hasRecentContact(): boolean {
    const { clock, limits } = this.options;
    return this.hasContactSince(clock.now() - limits.probeInterval);
  }

  #setDown(failure: TransportFailure): void {
    const { clock, limits } = this.options;
    const wasDown = this.status === 'down';
    const isSameKind = wasDown && this.failure?.kind === failure.kind;
    this.failure = failure;
    this.allowsRequests = failure.kind === 'untrusted';
    if (!wasDown) {
      this.status = 'down';
      this.#downSince = clock.now();
      this.#log(`down: ${failure.detail}`);
      // The bridge may accept connections again soon.
      this.#scheduleProbe((clock.random() * limits.probeInterval) / 2);
    }
    if (!isSameKind) this.#notify();
  }

  #scheduleProbe(wait: number): void {
    const { clock } = this.options;
    clock.clearTimeout(this.#timer);
    this.#nextProbeAt = clock.now() + wait;
    this.#timer = clock.setTimeout(() => this.#probeRepeatedly(), wait);
  }

  #probeRepeatedly(): void {
    const { clock, limits } = this.options;
    const isLate = clock.now() - this.#downSince >= limits.lateProbeAfter;
    const isSlow = isLate || this.failure?.kind === 'untrusted';
    this.#scheduleProbe(addJitter(isSlow ? limits.lateProbeInterval : limits.probeInterval, clock));
    if (this.#probes.size < maxProbes) this.#probe();
  }

  #probe(): void {
    const { clock, getEndpoint, limits, probe } = this.options;
    const pending: { attempt: RequestAttempt | undefined } = { attempt: undefined };
    const startedAt = clock.now();
    const cancelTimeout = callAfterDelay(clock, limits.probeTimeout, () =>
      pending.attempt?.cancel(timeoutFailure(getEndpoint(), limits.probeTimeout)),
    );
    this.#probes.set(pending, cancelTimeout);
    pending.attempt = probe((outcome) => {
      cancelTimeout();
      if (!this.#probes.delete(pending)) return;
      if (!isResponse(outcome)) return this.#onProbeFailed(outcome, startedAt);
      const wasUp = this.status === 'up';
      this.recordContact();
      if (wasUp) this.#notify();
    });
  }

  #onProbeFailed(failure: TransportFailure, startedAt: number): void {
    // The bridge has answered other requests since the failed probe started.
    if (this.status === 'up' && failure.kind === 'timeout' && this.hasContactSince(startedAt))
      return;
    // The bridge may be busy with existing connections; their responses will show it.
    if (this.status !== 'down' && failure.kind === 'away' && this.#hasRecentContact()) {
      const { clock, limits } = this.options;
      clock.clearTimeout(this.#timer);
      this.#timer = clock.setTimeout(() => this.check(), limits.probeInterval / 4);
      return;
    }
    this.failedProbes += 1;
    const wasDown = this.status === 'down';
    const hadSameKind = this.failure?.kind === failure.kind;
    this.#setDown(failure);
    if (wasDown && hadSameKind) this.#notify();
  }

  #cancelProbes(): void {
    this.options.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    const probes = [...this.#probes];
    this.#probes.clear();
    for (const [{ attempt }, cancelTimeout] of probes) {
      cancelTimeout();
      attempt?.cancel(abortedFailure);
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #log(text: string): void {
    debugLogs.queue?.(`connection: ${text}`);
  }
}
