import type * as undiciModule from 'undici';
import type { Dispatcher, Pool } from 'undici';
import { originOf, shownAddress } from './address';
import { Connector } from './connector';
import { Exchange } from './exchange';
import { openStream } from './stream';
import { answerProblem, closedProblem } from './problem';
import type { Address } from './address';
import type { Outcome } from './exchange';
import type { Limits } from './limits';
import type { BridgeRequest } from './request';
import type { StreamAnswer } from './resource-reader';
import type { TrustKeeper } from './trust';

/** What a transport needs to know. */
export interface TransportOptions {
  address: Address;
  key: string;
  keyHeader: string;
  trust: TrustKeeper;
  limits: Limits;
}

type Undici = typeof undiciModule;

/** Idle time after which a kept connection is closed from this side, in ms. */
const keepAlive = 30_000;

/** HTTP to one bridge: kept connections, one deadline per attempt, no redirects, no proxy, no repetition. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #where: string;
  readonly #connector: Connector;
  readonly #readHeaders: string[];
  readonly #writeHeaders: string[];
  readonly #closing = new AbortController();
  #undici: Promise<Undici> | undefined;
  #pool: Pool | undefined;

  constructor(options: TransportOptions) {
    const { address, key, keyHeader, trust, limits } = options;
    this.#options = options;
    this.#where = shownAddress(address);
    this.#connector = new Connector(address, trust, limits.connectTimeout);
    this.#readHeaders = [keyHeader, key, 'accept', 'application/json'];
    this.#writeHeaders = [...this.#readHeaders, 'content-type', 'application/json'];
  }

  /**
   * Sends one request, once.
   *
   * @param outcome told exactly once: of the reply, whatever its status, or of the problem
   * @returns the attempt, to look whether it is on the wire and to put an end to it
   */
  send(request: BridgeRequest, outcome: Outcome): Exchange {
    const { requestDeadline, answerSize } = this.#options.limits;
    const exchange = new Exchange(outcome, this.#where, requestDeadline, answerSize);
    if (this.#pool !== undefined) this.#dispatch(this.#pool, request, exchange);
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
    const { address, key, keyHeader, limits } = this.#options;
    return openStream(
      {
        undici: await this.#load(),
        origin: originOf(address),
        where: this.#where,
        connect: (_options, connected) => this.#connector.open(connected),
        headers: { [keyHeader]: key, accept: 'text/event-stream' },
        headDeadline: limits.requestDeadline,
      },
      AbortSignal.any([signal, this.#closing.signal]),
    );
  }

  /** Ends every connection. Attempts that are under way are told `closedProblem`; nothing is sent afterwards. */
  async destroy(): Promise<void> {
    this.#closing.abort();
    this.#connector.close();
    await this.#pool?.destroy();
  }

  #load(): Promise<Undici> {
    this.#undici ??= import('undici');
    return this.#undici;
  }

  async #dispatchFirst(request: BridgeRequest, exchange: Exchange): Promise<void> {
    try {
      const undici = await this.#load();
      this.#pool ??= this.#openPool(undici);
      this.#dispatch(this.#pool, request, exchange);
    } catch (error) {
      exchange.end(answerProblem(error, this.#where, false));
    }
  }

  #openPool({ Pool }: Undici): Pool {
    return new Pool(originOf(this.#options.address), {
      connections: this.#options.limits.requestsUnderWay,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAlive,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, connected) => this.#connector.open(connected),
    });
  }

  #dispatch(pool: Pool, request: BridgeRequest, exchange: Exchange): void {
    if (this.#closing.signal.aborted) return exchange.end(closedProblem);
    if (exchange.settled) return;
    const { method, path, body } = request;
    const options: Dispatcher.DispatchOptions =
      body === undefined
        ? { method, path, headers: this.#readHeaders }
        : { method, path, headers: this.#writeHeaders, body };
    pool.dispatch(options, exchange);
  }
}
