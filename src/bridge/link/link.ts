import { addressOf, shownAddress } from '../trust/address';
import { systemClock } from '../time/clock';
import { Connection } from './connection';
import { credentialsOf } from '../trust/credentials';
import { BridgeError, asksForPatience, refusesKey } from '../errors/errors';
import { discoverBy, Follower } from '../finding/follower';
import { limitsOf } from '../limits';
import { failure } from '../errors/problem';
import { CommandQueue } from '../queue/queue';
import { meaningOf, sentence } from '../errors/sentences';
import { Transport } from '../wire/transport';
import { TrustKeeper } from '../trust/trust';
import { warningGate } from '../errors/warnings';
import type { Address } from '../trust/address';
import type { Clock } from '../time/clock';
import type { Reply } from '../wire/exchange';
import type { Limits } from '../limits';
import type { BridgeErrorCause } from '../errors/errors';
import type { BridgeAccess } from './bridge-access';
import type { Problem } from '../errors/problem';
import type { BridgeRequest } from '../wire/request';
import type { StreamAnswer } from '../wire/stream-answer';
import type { TransportOptions } from '../wire/transport';
import type { Settled } from '../queue/waiting-list';

/** What a link needs to know of its bridge. */
export interface LinkOptions extends BridgeAccess {
  /** Told of each request that was handed to the wire. */
  onSend?(request: BridgeRequest): void;
  /** Told of each reply, whatever its status. */
  onReply?(reply: Reply): void;
  /** Told when the bridge was found at another address, which is used from now on. */
  onMoved?(): void;
  /** The machine's clock when missing. */
  clock?: Clock;
}

/** What stays the same wherever the bridge is. */
type Way = Omit<TransportOptions, 'address'>;

const movedSentence = (address: Address, home: Address): string =>
  shownAddress(address) === shownAddress(home)
    ? `The bridge is back at ${shownAddress(home)}.`
    : `The bridge was found at ${shownAddress(address)} instead of ${shownAddress(home)}. Its certificate is the trusted one, so it is used there. Change the address in the bridge settings when it stays there.`;

/** The way to one bridge: queue, connections, trust, and how things stand. */
export class Link {
  readonly limits: Limits;
  readonly connection: Connection;
  /** Passes a warning on to people, the same no more than once in `sameWarning`. */
  readonly warn: (warning: string) => void;
  readonly #queue: CommandQueue;
  readonly #retiring = new Set<Transport>();
  readonly #follower: Follower | undefined;
  #transport: Transport;
  #closing: Promise<void> | undefined;

  /**
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when something cannot be used
   */
  constructor(options: LinkOptions) {
    const clock = options.clock ?? systemClock;
    const limits = limitsOf(options.limits);
    this.limits = limits;
    this.warn = warningGate((warning) => options.onWarning?.(warning), limits, clock);
    this.connection = new Connection(() => this.#queue.waiting, this.warn, clock);
    const home = addressOf(options.host, options.port);
    const way = {
      credentials: credentialsOf(options.key, options.keyHeader),
      trust: new TrustKeeper(options.trust ?? {}, this.warn),
      limits,
    };
    const foundAt = options.follow?.foundAt;
    const start = foundAt === undefined ? home : addressOf(foundAt.host, foundAt.port);
    this.#transport = new Transport({ ...way, address: start });
    this.#follower = this.#follow(options, { home, way, clock });
    this.#queue = new CommandQueue({
      limits,
      clock,
      send: (request, outcome) => {
        const attempt = this.#transport.send(request, outcome);
        // Bytes may leave as late as in the next turn of the event loop; nothing shall hold them up.
        setImmediate(() => {
          this.connection.noteRequest();
          options.onSend?.(request);
        });
        return attempt;
      },
      replied: (reply) => {
        this.#noteReply(reply);
        options.onReply?.(reply);
      },
      failed: (problem) => this.#noteProblem(problem),
    });
    this.#noteAddress(start, home);
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

  /** Looks for the bridge where it is away, when that is wanted. */
  #follow(
    options: LinkOptions,
    { home, way, clock }: { home: Address; way: Way; clock: Clock },
  ): Follower | undefined {
    const { follow } = options;
    if (follow === undefined) return undefined;
    const follower = new Follower({
      home,
      current: () => this.#transport.address,
      trust: way.trust,
      limits: way.limits,
      clock,
      bridgeId: follow.bridgeId,
      discover: discoverBy(follow),
      warn: this.warn,
      move: (address, certificate) => {
        this.#goTo(new Transport({ ...way, address }));
        this.#noteAddress(address, home);
        this.warn(movedSentence(address, home));
        follow.onMoved?.(address, certificate);
        options.onMoved?.();
      },
    });
    this.connection.listen(({ kind }) => follower.heed(kind));
    return follower;
  }

  /** Sends everything over another transport from now on; what is under way comes to its end over the old one. */
  #goTo(transport: Transport): void {
    const old = this.#transport;
    this.#transport = transport;
    this.#retiring.add(old);
    void old.retire().then(() => this.#retiring.delete(old));
  }

  #noteAddress(address: Address, home: Address): void {
    const shown = shownAddress(address);
    this.connection.moved(shown === shownAddress(home) ? undefined : shown);
  }

  /** Rejects what waits, ends what is under way, and leaves neither sockets nor timers. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.connection.close();
    await this.#queue.close();
    const transports = [this.#transport, ...this.#retiring];
    await Promise.all([
      ...transports.map((transport) => transport.destroy()),
      this.#follower?.close(),
    ]);
  }

  #noteReply({ status, retryAfter }: Reply): void {
    this.connection.noteContact();
    if (refusesKey(status)) {
      this.connection.become('unauthorized', refusal('use the bridge', { status }));
    } else if (asksForPatience(status)) {
      const facts = retryAfter === undefined ? { status } : { status, retryAfter };
      this.connection.become('waiting', refusal('go on', facts));
    } else {
      this.connection.become('connected');
    }
  }

  #noteProblem(problem: Problem): void {
    const kind = problem.kind === 'untrusted' ? 'untrusted' : 'away';
    this.connection.become(kind, failure('reach the bridge', problem));
  }
}

/** Why a bridge that answers cannot be used, by the status of its answer. */
function refusal(purpose: string, facts: BridgeErrorCause & { status: number }): BridgeError {
  const { code, what, todo } = meaningOf(facts.status);
  return new BridgeError(code, sentence(purpose, { what, todo }), facts);
}
