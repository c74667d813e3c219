import { BridgeError } from '../errors/bridge-error';
import { sanitizeText } from '../errors/sanitize-text';
import { RequestRateMeter } from './request-rate-meter';
import type { Clock } from '../time/clock';

/**
 * Status of the connection. `idle`: nothing was sent yet; `connected`: the bridge answers;
 * `waiting`: it answered 429 or 503; `away`: it does not answer; `unauthorized`: it refuses the
 * key; `untrusted`: another host answers, or it has a new certificate; `closed`: the client was
 * closed.
 */
export type ConnectionStatus =
  | 'idle'
  | 'connected'
  | 'waiting'
  | 'away'
  | 'unauthorized'
  | 'untrusted'
  | 'closed';

/** How changes of resources are received. */
export type ChangeDeliveryMode = 'polling' | 'stream';

/** Snapshot of the connection. */
export interface ConnectionState {
  kind: ConnectionStatus;
  since: Date;
  /** The error that led to it, where one did. */
  reason?: BridgeError;
  mode: ChangeDeliveryMode;
  /** Number of queued commands. */
  queued: number;
  /** When the bridge last answered anything. */
  lastContact?: Date;
  /** Address at which the bridge was found, while that is not the configured one. */
  movedTo?: string;
  /** Requests sent in the last 60 seconds. */
  requestsPerMinute: number;
}

/** Called with each new state. */
export type ConnectionStateListener = (state: ConnectionState) => void;

/** Keeps the state of the connection and notifies listeners of its changes. */
export class ConnectionStateReporter {
  readonly #queued: () => number;
  readonly #warn: (warning: string) => void;
  /** One for each call of `subscribe`, also for two of one listener. */
  readonly #subscriptions = new Set<{ readonly listener: ConnectionStateListener }>();
  #kind: ConnectionStatus = 'idle';
  #since = new Date();
  #reason: BridgeError | undefined;
  #mode: ChangeDeliveryMode = 'polling';
  readonly #requestRate: RequestRateMeter;
  #lastContact: Date | undefined;
  #movedTo: string | undefined;

  /**
   * @param queued gives the number of queued commands
   * @param warn called with each warning for people, and with each listener that failed
   */
  constructor(queued: () => number, warn: (warning: string) => void, clock: Clock) {
    this.#queued = queued;
    this.#warn = warn;
    this.#requestRate = new RequestRateMeter(clock);
  }

  /** The state at this moment. */
  get state(): ConnectionState {
    return {
      kind: this.#kind,
      since: this.#since,
      mode: this.#mode,
      queued: this.#queued(),
      requestsPerMinute: this.#requestRate.lastMinute,
      ...(this.#lastContact === undefined ? {} : { lastContact: this.#lastContact }),
      ...(this.#movedTo === undefined ? {} : { movedTo: this.#movedTo }),
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
    };
  }

  /**
   * Adds a listener. It is called when `kind`, `mode` or `movedTo` changes, not when `queued` does.
   *
   * @returns removes it
   */
  subscribe(listener: ConnectionStateListener): () => void {
    const subscription = { listener };
    this.#subscriptions.add(subscription);
    return () => void this.#subscriptions.delete(subscription);
  }

  /** Sets the status after a response or a failure. */
  setState(kind: Exclude<ConnectionStatus, 'idle' | 'closed'>, reason?: BridgeError): void {
    if (this.#kind === 'closed') return;
    if (this.#kind === kind) return this.#updateReason(reason);
    this.#updateState(kind, reason);
    if (reason !== undefined && kind !== 'waiting') this.#warn(reason.message);
  }

  /** Counts a request that was sent. */
  recordRequest(): void {
    this.#requestRate.count();
  }

  /** Records the time of a response, whatever its status. */
  recordContact(): void {
    this.#lastContact = new Date();
  }

  /** Sets the address at which the bridge was found; undefined when it is the configured one. */
  setMovedTo(address: string | undefined): void {
    if (this.#movedTo === address) return;
    this.#movedTo = address;
    this.#notifyListeners();
  }

  /** Sets how changes are received from now on. */
  setMode(mode: ChangeDeliveryMode): void {
    if (this.#mode === mode) return;
    this.#mode = mode;
    this.#notifyListeners();
  }

  /** Sets the status `closed` and removes all listeners. */
  close(): void {
    if (this.#kind === 'closed') return;
    this.#updateState('closed', new BridgeError('ERR_BRIDGE_CLOSED', 'The connection was closed.'));
    this.#subscriptions.clear();
  }

  /** Notifies of another reason only while the bridge was never reached: then that is what people look for. */
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
        this.#warn(`A listener of the connection failed: ${why}.`);
      }
    }
  }
}
