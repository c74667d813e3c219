import { ExponentialBackoff, addJitter } from '../time/exponential-backoff';
import type { Clock, TimerHandle } from '../time/clock';
import type { BridgeError, BridgeErrorCode } from '../errors/bridge-error';
import type { ClientLimits } from '../limits/client-limits';

/** The bridge rejects every request: it is busy or does not accept the key. */
const refusalsByCode: Partial<Record<BridgeErrorCode, 'busy' | 'key'>> = {
  ERR_BRIDGE_TOO_MANY_REQUESTS: 'busy',
  ERR_BRIDGE_BUSY: 'busy',
  ERR_BRIDGE_UNAUTHORIZED: 'key',
  ERR_BRIDGE_FORBIDDEN: 'key',
  ERR_BRIDGE_NOT_CONFIGURED: 'key',
};

export const isBridgeWideRefusal = (error: BridgeError): boolean =>
  refusalsByCode[error.code] !== undefined;

export class RefusedBridgePollScheduler {
  readonly #backOff: ExponentialBackoff;
  #timer: TimerHandle | undefined;

  /** @param retryPoll makes one attempt; `recordFailure` or `close` must follow */
  constructor(
    private error: BridgeError,
    private readonly clock: Clock,
    private readonly limits: ClientLimits,
    private readonly retryPoll: () => void,
  ) {
    this.#backOff = new ExponentialBackoff(
      limits.initialReconnectDelay,
      Math.min(limits.maxReconnectDelay, limits.lateProbeInterval),
      clock,
    );
    this.recordFailure(error);
  }

  /**
   * A response to another request proves that the bridge can be read, unless it is busy: a busy bridge answers some.
   */
  get endsOnResponse(): boolean {
    return refusalsByCode[this.error.code] !== 'busy';
  }

  recordFailure(error: BridgeError): void {
    this.error = error;
    this.clock.clearTimeout(this.#timer);
    this.#timer = this.clock.setTimeout(this.retryPoll, this.#wait());
  }

  close(): void {
    this.clock.clearTimeout(this.#timer);
  }

  #wait(): number {
    const { code, cause } = this.error;
    const { unauthorizedRetryInterval, maxRetryAfter } = this.limits;
    const wait =
      refusalsByCode[code] === 'key'
        ? addJitter(unauthorizedRetryInterval, this.clock)
        : this.#backOff.nextDelay();
    return Math.max(wait, Math.min(cause.retryAfter ?? 0, maxRetryAfter));
  }
}
