import { debugLogs } from '../logging/debug-logs';
import { addJitter } from '../time/exponential-backoff';
import { callAfterDelay } from '../time/clock';
import { abortedFailure, timeoutFailure } from '../errors/transport-failure';
import type { Clock, TimerHandle } from '../time/clock';
import type { ClientLimits } from '../limits/client-limits';
import type { RequestAttempt, RequestAttemptListener } from '../wire/http-request-attempt';
import type { TransportFailure } from '../errors/transport-failure';

/**
 * What is known about the connection. `up`: nothing speaks against it; `doubtful`: a request got no
 * response, and the bridge is being asked whether it is there; `down`: it cannot be reached, or another
 * host answers.
 */
export type ConnectionHealthStatus = 'up' | 'doubtful' | 'down';

/** Dependencies of a `ConnectionHealthMonitor`. */
export interface ConnectionHealthMonitorOptions {
  limits: ClientLimits;
  clock: Clock;
  /** The present address of the bridge, for errors. */
  getEndpoint: () => string;
  /** Sends a cheap read, once, past the queue, and calls the listener exactly once. */
  probe: (listener: RequestAttemptListener) => RequestAttempt;
}

/** Most probes in flight: while one waits for a host that is silent, the next one already tries. */
const maxProbes = 2;

/**
 * Judges the connection to one bridge by facts: a refused or reset connection, an unreachable host, a wrong
 * certificate mean that it is down; any response, and bytes on the event stream, that it is up. A request
 * without a response, and a refused connection just after a response, mean that the bridge is asked, by a cheap read. The only back-off of the connection is
 * here; queue, polls and event stream follow it.
 */
export class ConnectionHealthMonitor {
  /** Changed by this class only, as all its fields, which are read for each request. */
  status: ConnectionHealthStatus = 'up';
  /** False while requests have to wait. Another host than the bridge gets nothing anyway, so requests may try. */
  allowsRequests = true;
  /** Why the connection is down. */
  failure: TransportFailure | undefined;
  /** When the bridge last sent anything, in ms of the clock; -Infinity before. */
  lastContactAt = -Infinity;
  /** Number of probes that failed since the connection was last up. */
  failedProbes = 0;
  /** When bytes last came over the event stream, in ms of the clock; undefined without an open stream. */
  getLastStreamActivity: () => number | undefined = () => undefined;
  readonly #options: ConnectionHealthMonitorOptions;
  readonly #listeners = new Set<() => void>();
  readonly #probes = new Map<{ attempt: RequestAttempt | undefined }, () => void>();
  #downSince = 0;
  #timer: TimerHandle | undefined;
  #closed = false;

  constructor(options: ConnectionHealthMonitorOptions) {
    this.#options = options;
  }

  /**
   * Adds a listener, called after each change of the status, each failed probe, and each answered check.
   *
   * @returns removes it
   */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Records a response, whatever its status: the connection is up. */
  recordContact(): void {
    this.lastContactAt = this.#options.clock.now();
    if (this.status === 'up' || this.#closed) return;
    this.status = 'up';
    this.allowsRequests = true;
    this.failure = undefined;
    this.failedProbes = 0;
    this.#endProbes();
    this.#log('up');
    this.#notify();
  }

  /**
   * Records that a request got no response.
   *
   * @param sentAt when it was sent, in ms of the clock
   */
  recordFailure(failure: TransportFailure, sentAt: number): void {
    const { kind } = failure;
    if (this.#closed || kind === 'ended' || kind === 'malformed') return;
    if (kind === 'untrusted') this.#setDown(failure);
    else if (kind === 'away') this.#recordConnectFailure(failure, sentAt);
    else if (kind === 'lost' || !this.hasContactSince(sentAt)) this.doubt();
  }

  /** @returns whether the bridge has sent anything since a time of the clock, in ms */
  hasContactSince(time: number): boolean {
    return Math.max(this.lastContactAt, this.getLastStreamActivity() ?? -Infinity) >= time;
  }

  /** Asks the bridge whether it is there; requests wait meanwhile. */
  doubt(): void {
    if (this.status !== 'up' || this.#closed) return;
    this.status = 'doubtful';
    this.allowsRequests = false;
    this.#log('in doubt');
    this.check();
    this.#notify();
  }

  /** Asks the bridge whether it is there, unless it is being asked. */
  check(): void {
    if (this.#probes.size === 0 && !this.#closed) this.#probe();
  }

  /** Asks at once instead of after the wait, since the bridge was seen on the network. */
  retryNow(): void {
    if (this.status !== 'down' || this.#closed) return;
    this.#endProbes();
    this.#probeRepeatedly();
  }

  /** Resolves as soon as the status is not `doubtful`. */
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

  /** Ends probes and timers; nothing changes any more. */
  close(): void {
    this.#closed = true;
    this.#endProbes();
    this.#notify();
    this.#listeners.clear();
  }

  /**
   * A bridge may refuse one more connection, or leave it waiting, while it answers over those that it has: then it
   * is not down.
   */
  #recordConnectFailure(failure: TransportFailure, sentAt: number): void {
    if (this.status === 'up' && this.hasContactSince(sentAt)) return;
    if (this.status !== 'down' && this.#hasRecentContact()) this.doubt();
    else this.#setDown(failure);
  }

  #hasRecentContact(): boolean {
    const { clock, limits } = this.#options;
    return this.hasContactSince(clock.now() - limits.probeInterval);
  }

  #setDown(failure: TransportFailure): void {
    const { clock, limits } = this.#options;
    const wasDown = this.status === 'down';
    const isSameKind = wasDown && this.failure?.kind === failure.kind;
    this.failure = failure;
    this.allowsRequests = failure.kind === 'untrusted';
    if (!wasDown) {
      this.status = 'down';
      this.#downSince = clock.now();
      this.#log(`down: ${failure.detail}`);
      // A connection that failed once may be there again at once.
      this.#scheduleProbe((clock.random() * limits.probeInterval) / 2);
    }
    if (!isSameKind) this.#notify();
  }

  #scheduleProbe(wait: number): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => this.#probeRepeatedly(), wait);
  }

  #checkAgain(): void {
    const { clock, limits } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => this.check(), limits.probeInterval / 4);
  }

  #probeRepeatedly(): void {
    const { clock, limits } = this.#options;
    const isLate = clock.now() - this.#downSince >= limits.lateProbeAfter;
    const isSlow = isLate || this.failure?.kind === 'untrusted';
    this.#scheduleProbe(addJitter(isSlow ? limits.lateProbeInterval : limits.probeInterval, clock));
    if (this.#probes.size < maxProbes) this.#probe();
  }

  #probe(): void {
    const { clock, getEndpoint, limits, probe } = this.#options;
    const pending: { attempt: RequestAttempt | undefined } = { attempt: undefined };
    const startedAt = clock.now();
    const cancelTimeout = callAfterDelay(clock, limits.probeTimeout, () =>
      pending.attempt?.end(timeoutFailure(getEndpoint(), limits.probeTimeout)),
    );
    this.#probes.set(pending, cancelTimeout);
    const isCurrent = (): boolean => {
      cancelTimeout();
      return this.#probes.delete(pending);
    };
    pending.attempt = probe({
      onResponse: () => {
        if (!isCurrent()) return;
        const wasUp = this.status === 'up';
        this.recordContact();
        if (wasUp) this.#notify();
      },
      onFailure: (failure) => {
        if (isCurrent()) this.#onProbeFailed(failure, startedAt);
      },
    });
  }

  #onProbeFailed(failure: TransportFailure, startedAt: number): void {
    // Asked because of one request, while others were answered meanwhile.
    if (this.status === 'up' && failure.kind === 'timeout' && this.hasContactSince(startedAt))
      return;
    // Connections that the bridge still serves may be busy: their answers show it.
    if (this.status !== 'down' && failure.kind === 'away' && this.#hasRecentContact())
      return this.#checkAgain();
    this.failedProbes += 1;
    const wasDown = this.status === 'down';
    const hadSameKind = this.failure?.kind === failure.kind;
    this.#setDown(failure);
    if (wasDown && hadSameKind) this.#notify();
  }

  #endProbes(): void {
    this.#options.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    const probes = [...this.#probes];
    this.#probes.clear();
    for (const [{ attempt }, cancelTimeout] of probes) {
      cancelTimeout();
      attempt?.end(abortedFailure);
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #log(text: string): void {
    if (debugLogs.queue.enabled) debugLogs.queue.write(`connection: ${text}`);
  }
}
