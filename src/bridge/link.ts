import { addressOf } from './address';
import { systemClock } from './clock';
import { Connection } from './connection';
import { credentialsOf } from './credentials';
import { BridgeError } from './errors';
import { defaultLimits } from './limits';
import { CommandQueue } from './queue';
import { retryAfterOf } from './retry-after';
import { meaningOf, sentence } from './sentences';
import { Transport } from './transport';
import { TrustKeeper } from './trust';
import { warningGate } from './warnings';
import type { Clock } from './clock';
import type { Reply } from './exchange';
import type { Limits } from './limits';
import type { Problem } from './problem';
import type { BridgeRequest } from './request';
import type { StreamAnswer } from './resource-reader';
import type { Trust } from './trust';
import type { Settled } from './waiting-list';

/** What a link needs to know of its bridge. */
export interface LinkOptions {
  host: string;
  port?: number;
  key: string;
  keyHeader?: string;
  trust?: Trust;
  limits?: Partial<Limits>;
  onWarning?(warning: string): void;
  /** Told of each request that was handed to the wire. */
  onSend?(request: BridgeRequest): void;
  /** Told of each reply, whatever its status. */
  onReply?(reply: Reply): void;
  /** The machine's clock when missing. */
  clock?: Clock;
}

/** The way to one bridge: queue, connections, trust, and how things stand. */
export class Link {
  readonly limits: Limits;
  readonly connection: Connection;
  /** Passes a warning on to people, the same no more than once an hour. */
  readonly warn: (warning: string) => void;
  readonly #queue: CommandQueue;
  readonly #transport: Transport;
  #closing: Promise<void> | undefined;

  /**
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when something cannot be used
   */
  constructor(options: LinkOptions) {
    const clock = options.clock ?? systemClock;
    const limits = { ...defaultLimits, ...options.limits };
    this.limits = limits;
    this.warn = warningGate((warning) => options.onWarning?.(warning), clock);
    this.connection = new Connection(() => this.#queue.waiting, this.warn, clock);
    const transport = new Transport({
      address: addressOf(options.host, options.port),
      credentials: credentialsOf(options.key, options.keyHeader),
      trust: new TrustKeeper(options.trust ?? {}, this.warn),
      limits,
    });
    this.#transport = transport;
    this.#queue = new CommandQueue({
      limits,
      clock,
      send: (request, outcome) => {
        this.connection.noteRequest();
        const attempt = transport.send(request, outcome);
        // Afterwards: nothing may come between a message and the wire.
        options.onSend?.(request);
        return attempt;
      },
      replied: (reply) => {
        this.#noteReply(reply);
        options.onReply?.(reply);
      },
      failed: (problem) => this.#noteProblem(problem),
    });
  }

  /**
   * Carries a request out through the queue.
   *
   * @returns the reply, whatever its status
   * @throws {BridgeError} when there is no reply
   */
  carryOut(request: BridgeRequest, { signal }: { signal?: AbortSignal }): Promise<Settled> {
    return this.#queue.submit(request, signal);
  }

  /** Asks for the event stream, beside the queue. */
  stream(signal: AbortSignal): Promise<StreamAnswer> {
    return this.#transport.stream(signal);
  }

  /** Rejects what waits, ends what is under way, and leaves neither sockets nor timers. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.connection.close();
    await this.#queue.close();
    await this.#transport.destroy();
  }

  #noteReply({ status, retryAfter }: Reply): void {
    this.connection.noteContact();
    const { code, what, todo } = meaningOf(status);
    if (status === 401 || status === 403) {
      const message = sentence('use the bridge', { what, todo });
      this.connection.become('unauthorized', new BridgeError(code, message, { status }));
    } else if (status === 429 || status === 503) {
      const wait = retryAfterOf(retryAfter, Date.now());
      const facts = wait === undefined ? { status } : { status, retryAfter: wait };
      const message = sentence('go on', { what, todo });
      this.connection.become('waiting', new BridgeError(code, message, facts));
    } else {
      this.connection.become('connected');
    }
  }

  #noteProblem(problem: Problem): void {
    const { kind, code, reason } = problem;
    const message = sentence('reach the bridge', problem);
    const facts = reason === undefined ? {} : { reason };
    const error = new BridgeError(code, message, facts);
    this.connection.become(kind === 'untrusted' ? 'untrusted' : 'away', error);
  }
}
