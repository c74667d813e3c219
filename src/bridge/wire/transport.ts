import type * as undiciModule from 'undici';
import type { Client, Dispatcher } from 'undici';
import { originOf, shownAddress } from '../trust/address';
import { Connector } from '../trust/connector';
import { Deadlines } from './deadlines';
import { Exchange } from './exchange';
import { openStream } from './stream';
import { answerProblem, closedProblem, ConnectionProblem } from '../errors/problem';
import { bytesWithoutSecret } from '../trust/without-secret';
import type { Address } from '../trust/address';
import type { Credentials } from '../trust/credentials';
import type { ExchangeBounds, Outcome } from './exchange';
import type { Limits } from '../limits';
import type { WireRequest } from './request';
import type { StreamAnswer } from './stream-answer';
import type { TrustKeeper } from '../trust/trust';

/** What a transport needs to know. */
export interface TransportOptions {
  address: Address;
  /** What the bridge knows us by; missing before pairing. */
  credentials?: Credentials;
  trust: TrustKeeper;
  limits: Limits;
}

type Undici = typeof undiciModule;

/** One kept connection and the attempt it last carried. */
interface Line {
  client: Client;
  exchange: Exchange | undefined;
}

/** HTTP to one bridge: kept connections, one deadline per attempt, no redirects, no proxy, no repetition. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #where: string;
  readonly #bounds: ExchangeBounds;
  readonly #connector: Connector;
  readonly #keyHeaders: readonly string[];
  readonly #readHeaders: string[];
  readonly #writeHeaders: string[];
  readonly #closing = new AbortController();
  readonly #lines: Line[] = [];
  #loading: Promise<Undici> | undefined;
  #undici: Undici | undefined;

  constructor(options: TransportOptions) {
    const { address, credentials, trust, limits } = options;
    this.#options = options;
    this.#where = shownAddress(address);
    this.#bounds = {
      where: this.#where,
      deadline: limits.requestDeadline,
      deadlines: new Deadlines(limits.requestDeadline),
      largest: limits.answerSize,
      secret: credentials?.key,
    };
    this.#connector = new Connector(address, trust, limits.connectTimeout);
    this.#keyHeaders = credentials === undefined ? [] : [credentials.keyHeader, credentials.key];
    this.#readHeaders = [...this.#keyHeaders, 'accept', 'application/json'];
    this.#writeHeaders = [...this.#readHeaders, 'content-type', 'application/json'];
  }

  /** Where it goes. */
  get address(): Address {
    return this.#options.address;
  }

  /**
   * Sends one request, once.
   *
   * @param outcome told exactly once: of the reply, whatever its status, or of the problem
   * @returns the attempt, to look whether it is on the wire and to put an end to it
   */
  send(request: WireRequest, outcome: Outcome): Exchange {
    const exchange = new Exchange(outcome, this.#bounds);
    if (this.#undici !== undefined) this.#dispatch(this.#undici, request, exchange);
    else void this.#dispatchFirst(request, exchange);
    return exchange;
  }

  /**
   * Asks for the event stream over a connection of its own, pinned like all others.
   *
   * @param signal ends the connection
   * @throws {BridgeError} when no answer came
   */
  async stream(signal: AbortSignal): Promise<StreamAnswer> {
    const { address, limits } = this.#options;
    const answer = await openStream(
      {
        undici: await this.#load(),
        origin: originOf(address),
        where: this.#where,
        connect: (_options, connected) => this.#connector.open(connected),
        headers: [...this.#keyHeaders, 'accept', 'text/event-stream'],
        headDeadline: limits.requestDeadline,
      },
      AbortSignal.any([signal, this.#closing.signal]),
    );
    return { ...answer, body: bytesWithoutSecret(answer.body, this.#bounds.secret) };
  }

  /** Ends every connection. Attempts that are under way are told `closedProblem`; nothing is sent afterwards. */
  async destroy(): Promise<void> {
    this.#closing.abort();
    this.#connector.close();
    const closed = new ConnectionProblem(closedProblem);
    await Promise.all(this.#lines.map(({ client }) => client.destroy(closed)));
    this.#bounds.deadlines.close();
  }

  /** Ends as `destroy`, but lets attempts that are under way come to their own end first. */
  async retire(): Promise<void> {
    this.#closing.abort();
    // What ends before its time is told to those who wait for it.
    await Promise.allSettled(this.#lines.map(({ client }) => client.close()));
    this.#connector.close();
    this.#bounds.deadlines.close();
  }

  #load(): Promise<Undici> {
    this.#loading ??= import('undici');
    return this.#loading;
  }

  async #dispatchFirst(request: WireRequest, exchange: Exchange): Promise<void> {
    try {
      this.#undici = await this.#load();
      this.#dispatch(this.#undici, request, exchange);
    } catch (error) {
      exchange.end(answerProblem(error, this.#where, false));
    }
  }

  /** A kept connection that is free, else a new one. There are never more than requests under way. */
  #freeLine(undici: Undici): Line {
    for (const line of this.#lines) if (line.exchange?.settled !== false) return line;
    const { idleConnection } = this.#options.limits;
    const client = new undici.Client(originOf(this.#options.address), {
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: idleConnection,
      keepAliveMaxTimeout: idleConnection,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, connected) => this.#connector.open(connected),
    });
    const line = { client, exchange: undefined };
    this.#lines.push(line);
    return line;
  }

  #dispatch(undici: Undici, request: WireRequest, exchange: Exchange): void {
    if (this.#closing.signal.aborted) return exchange.end(closedProblem);
    if (exchange.settled) return;
    const { method, path, body } = request;
    const options: Dispatcher.DispatchOptions =
      body === undefined
        ? { method, path, headers: this.#readHeaders }
        : { method, path, headers: this.#writeHeaders, body };
    const line = this.#freeLine(undici);
    line.exchange = exchange;
    line.client.dispatch(options, exchange);
  }
}
