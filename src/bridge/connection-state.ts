import { BridgeError, sanitizeText } from './errors';
import type { Clock } from './clock';

/**
 * Status of the connection.
 *
 * `idle`: no request was sent. `connected`: the bridge responds. `waiting`: it responded with 429 or 503. `away`: it
 * does not respond. `unauthorized`: it rejects the key. `untrusted`: the certificate is not the pinned one. `closed`:
 * the client was closed.
 */
export type ConnectionStatus =
  | 'idle'
  | 'connected'
  | 'waiting'
  | 'away'
  | 'unauthorized'
  | 'untrusted'
  | 'closed';

export type ChangeDeliveryMode = 'polling' | 'stream';

export interface ConnectionState {
  kind: ConnectionStatus;
  since: Date;
  reason?: BridgeError;
  mode: ChangeDeliveryMode;
  queued: number;
  lastContact?: Date;
  /** Set if it differs from the configured address. */
  movedTo?: string;
  requestsPerMinute: number;
}

export type ConnectionStateListener = (state: ConnectionState) => void;

/** Keeps the state of the connection, tells listeners of its changes, and warns of failures. */
export class ConnectionStateReporter {
  /** Objects: a listener that subscribes twice has two subscriptions. */
  readonly #subscriptions = new Set<{ readonly listener: ConnectionStateListener }>();
  #kind: ConnectionStatus = 'idle';
  #since = new Date();
  #reason: BridgeError | undefined;
  #mode: ChangeDeliveryMode = 'polling';
  readonly #requestRate: RequestRateMeter;
  #lastContact: Date | undefined;
  #movedTo: string | undefined;

  constructor(
    private readonly queued: () => number,
    private readonly warn: (warning: string) => void,
    clock: Clock,
  ) {
    this.#requestRate = new RequestRateMeter(clock);
  }

  get state(): ConnectionState {
    return {
      kind: this.#kind,
      since: this.#since,
      mode: this.#mode,
      queued: this.queued(),
      requestsPerMinute: this.#requestRate.lastMinute,
      ...(this.#lastContact === undefined ? {} : { lastContact: this.#lastContact }),
      ...(this.#movedTo === undefined ? {} : { movedTo: this.#movedTo }),
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
    };
  }

  /** Reports changes of `kind`, `mode` and `movedTo`. The result removes the listener. */
  subscribe(listener: ConnectionStateListener): () => void {
    const subscription = { listener };
    this.#subscriptions.add(subscription);
    return () => void this.#subscriptions.delete(subscription);
  }

  setState(kind: Exclude<ConnectionStatus, 'idle' | 'closed'>, reason?: BridgeError): void {
    if (this.#kind === 'closed') return;
    if (this.#kind === kind) return this.#updateReason(reason);
    this.#updateState(kind, reason);
    if (reason !== undefined && kind !== 'waiting') this.warn(reason.message);
  }

  recordRequest(): void {
    this.#requestRate.count();
  }

  recordContact(): void {
    this.#lastContact = new Date();
  }

  setMovedTo(address: string | undefined): void {
    if (this.#movedTo === address) return;
    this.#movedTo = address;
    this.#notifyListeners();
  }

  setMode(mode: ChangeDeliveryMode): void {
    if (this.#mode === mode) return;
    this.#mode = mode;
    this.#notifyListeners();
  }

  close(): void {
    if (this.#kind === 'closed') return;
    this.#updateState('closed', new BridgeError('ERR_BRIDGE_CLOSED', 'The connection was closed.'));
    this.#subscriptions.clear();
  }

  /** A bridge that was never reached may fail for a different reason each time; listeners learn the latest. */
  #updateReason(reason: BridgeError | undefined): void {
    const isSame = this.#reason?.cause.reason === reason?.cause.reason;
    if (this.#kind !== 'away' || this.#lastContact !== undefined || isSame) return;
    this.#reason = reason;
    this.#notifyListeners();
  }

  #updateState(kind: ConnectionStatus, reason: BridgeError | undefined): void {
    this.#kind = kind;
    this.#since = new Date();
    this.#reason = reason;
    this.#notifyListeners();
  }

  #notifyListeners(): void {
    const { state } = this;
    for (const { listener } of this.#subscriptions) {
      try {
        listener(state);
      } catch (error) {
        const why = error instanceof Error ? sanitizeText(error.message) : 'no reason given';
        this.warn(`A listener of the connection failed: ${why}.`);
      }
    }
  }
}

const windowSeconds = 60;

/** Counts the requests of the last minute. */
export class RequestRateMeter {
  readonly #countsBySecond = Array.from({ length: windowSeconds }, () => 0);
  #second = 0;

  constructor(private readonly clock: Clock) {}

  get lastMinute(): number {
    this.#advance();
    return this.#countsBySecond.reduce((sum, count) => sum + count, 0);
  }

  count(): void {
    this.#advance();
    const slot = this.#second % windowSeconds;
    this.#countsBySecond[slot] = (this.#countsBySecond[slot] ?? 0) + 1;
  }

  #advance(): void {
    const now = Math.floor(this.clock.now() / 1_000);
    const elapsed = Math.min(now - this.#second, windowSeconds);
    for (let step = 1; step <= elapsed; step += 1) {
      this.#countsBySecond[(this.#second + step) % windowSeconds] = 0;
    }
    this.#second = now;
  }
}
