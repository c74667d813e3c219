import { BridgeError } from '../errors/errors';
import { printable } from '../errors/printable';
import { RequestRate } from './request-rate';
import type { Clock } from '../time/clock';

/**
 * How things stand with the bridge. `idle`: nothing was asked of it yet; `connected`: it answers; `waiting`:
 * it asked for patience (429 or 503); `away`: it does not answer; `unauthorized`: it refuses the key;
 * `untrusted`: somebody else answers, or it has a new certificate; `closed`: the client was closed.
 */
export type ConnectionKind =
  'idle' | 'connected' | 'waiting' | 'away' | 'unauthorized' | 'untrusted' | 'closed';

/** How changes are learnt. */
export type ConnectionMode = 'polling' | 'stream';

/** A look at the connection. */
export interface ConnectionState {
  kind: ConnectionKind;
  since: Date;
  /** The error that led to it, where one did. */
  reason?: BridgeError;
  mode: ConnectionMode;
  /** Commands that wait. */
  queued: number;
  /** When the bridge last answered anything. */
  lastContact?: Date;
  /** Address at which the bridge was found, while that is not the one that was given. */
  movedTo?: string;
  /** Requests sent in the last 60 seconds. */
  requestsPerMinute: number;
}

/** Called with each new state. */
export type ConnectionListener = (state: ConnectionState) => void;

/** Keeps the state of the connection and tells who wants to know. */
export class Connection {
  readonly #queued: () => number;
  readonly #warn: (warning: string) => void;
  readonly #listeners = new Set<ConnectionListener>();
  #kind: ConnectionKind = 'idle';
  #since = new Date();
  #reason: BridgeError | undefined;
  #mode: ConnectionMode = 'polling';
  readonly #rate: RequestRate;
  #lastContact: Date | undefined;
  #movedTo: string | undefined;

  /**
   * @param queued counts what waits
   * @param warn called with each warning for people, and with each listener that failed
   */
  constructor(queued: () => number, warn: (warning: string) => void, clock: Clock) {
    this.#queued = queued;
    this.#warn = warn;
    this.#rate = new RequestRate(clock);
  }

  /** The state at this moment. */
  get state(): ConnectionState {
    return {
      kind: this.#kind,
      since: this.#since,
      mode: this.#mode,
      queued: this.#queued(),
      requestsPerMinute: this.#rate.lastMinute,
      ...(this.#lastContact === undefined ? {} : { lastContact: this.#lastContact }),
      ...(this.#movedTo === undefined ? {} : { movedTo: this.#movedTo }),
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
    };
  }

  /**
   * Adds a listener. It is called when `kind`, `mode` or `movedTo` changes, not for each command that waits.
   *
   * @returns removes it
   */
  listen(listener: ConnectionListener): () => void {
    const own: ConnectionListener = (state) => listener(state);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Notes what an answer or a failure says about the connection. */
  become(kind: Exclude<ConnectionKind, 'idle' | 'closed'>, reason?: BridgeError): void {
    if (this.#kind === kind || this.#kind === 'closed') return;
    this.#change(kind, reason);
    if (reason !== undefined && kind !== 'waiting') this.#warn(reason.message);
  }

  /** Notes that a request is sent. */
  noteRequest(): void {
    this.#rate.count();
  }

  /** Notes that the bridge answered something, whatever it was. */
  noteContact(): void {
    this.#lastContact = new Date();
  }

  /** Notes where the bridge was found; nothing when it is where it should be. */
  moved(address: string | undefined): void {
    if (this.#movedTo === address) return;
    this.#movedTo = address;
    this.#tell();
  }

  /** Notes how changes are learnt from now on. */
  learnBy(mode: ConnectionMode): void {
    if (this.#mode === mode) return;
    this.#mode = mode;
    this.#tell();
  }

  /** Notes that the client was closed, and forgets the listeners. */
  close(): void {
    if (this.#kind === 'closed') return;
    this.#change('closed', new BridgeError('ERR_BRIDGE_CLOSED', 'The connection was closed.'));
    this.#listeners.clear();
  }

  #change(kind: ConnectionKind, reason: BridgeError | undefined): void {
    this.#kind = kind;
    this.#since = new Date();
    this.#reason = reason;
    this.#tell();
  }

  #tell(): void {
    const { state } = this;
    for (const listener of this.#listeners) {
      try {
        listener(state);
      } catch (error) {
        const why = error instanceof Error ? printable(error.message) : 'no reason given';
        this.#warn(`A listener of the connection failed: ${why}.`);
      }
    }
  }
}
