import { BackOff, spreadWait } from '../time/back-off';
import type { Clock, Timer } from '../time/clock';
import type { BridgeError, BridgeErrorCode } from '../errors/errors';
import type { Limits } from '../limits';

/** Errors that concern the bridge as a whole, with how to look for its return. */
const outageKinds: Partial<Record<BridgeErrorCode, 'retry' | 'busy' | 'key'>> = {
  ERR_BRIDGE_UNREACHABLE: 'retry',
  ERR_BRIDGE_TIMEOUT: 'retry',
  ERR_BRIDGE_UNTRUSTED: 'retry',
  ERR_BRIDGE_TOO_MANY_REQUESTS: 'busy',
  ERR_BRIDGE_BUSY: 'busy',
  ERR_BRIDGE_UNAUTHORIZED: 'key',
  ERR_BRIDGE_FORBIDDEN: 'key',
  ERR_BRIDGE_NOT_CONFIGURED: 'key',
};

/** True for an error that concerns the bridge as a whole, not one resource type. */
export const isOutage = (error: BridgeError): boolean => outageKinds[error.code] !== undefined;

/** A time in which the bridge cannot be read: looks for its return, one attempt at a time. */
export class Outage {
  readonly #backOff: BackOff;
  #timer: Timer | undefined;
  #error: BridgeError;

  /**
   * @param error why the bridge cannot be read
   * @param probe makes one attempt; its outcome comes back by {@link failedAgain} or {@link end}
   */
  constructor(
    error: BridgeError,
    private readonly clock: Clock,
    private readonly limits: Limits,
    private readonly probe: () => void,
  ) {
    this.#error = error;
    this.#backOff = new BackOff(limits.firstRetry, limits.longestRetry, clock);
    this.#plan();
  }

  get error(): BridgeError {
    return this.#error;
  }

  /** True when an answer to any other request shows that it is over; a busy bridge answers some. */
  get endsByAnswer(): boolean {
    return outageKinds[this.#error.code] !== 'busy';
  }

  failedAgain(error: BridgeError): void {
    this.#error = error;
    this.#plan();
  }

  end(): void {
    this.clock.clearTimeout(this.#timer);
  }

  #plan(): void {
    this.clock.clearTimeout(this.#timer);
    this.#timer = this.clock.setTimeout(this.probe, this.#wait());
  }

  #wait(): number {
    const { code, cause } = this.#error;
    const { keyCheck, longestRetryAfter } = this.limits;
    const wait =
      outageKinds[code] === 'key' ? spreadWait(keyCheck, this.clock) : this.#backOff.next();
    return Math.max(wait, Math.min(cause.retryAfter ?? 0, longestRetryAfter));
  }
}
