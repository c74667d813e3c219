import { addressOf } from './address';
import { bridgeReader } from './bridge-reader';
import { bodyText, checkOperation, checkTarget } from './command-check';
import { isResource, readItem, readList, readReference } from './envelope';
import { BridgeError } from './errors';
import { HomeState } from './home-state';
import { defaultLimits } from './limits';
import { abortedProblem, problemError } from './problem';
import { createRequest, itemRequest, listRequest } from './request';
import { Transport } from './transport';
import { TrustKeeper } from './trust';
import type {
  CreateOf,
  ReadOf,
  Resource,
  ResourceIdentifier,
  ResourceType,
  UpdateOf,
} from '../resources';
import type { Reply } from './exchange';
import type { Limits } from './limits';
import type { Mirror } from './mirror';
import type { BridgeRequest } from './request';
import type { Trust } from './trust';
import type { Watch, WatchOptions } from './watch';

/** What a client needs to know of its bridge. */
export interface BridgeClientOptions {
  /** Host name or IP address. */
  host: string;
  /** 443 when missing. */
  port?: number;
  /** The application key. It goes to the bridge that `trust` names, and nowhere else. */
  key: string;
  /** Name of the header that carries the key: `home-application-key` when missing. */
  keyHeader?: string;
  /** How the bridge is known; without it the first certificate is remembered in memory. */
  trust?: Trust;
  /** Bounds that differ from `defaultLimits`. */
  limits?: Partial<Limits>;
  /** Whether the event stream is used; `auto` when missing. */
  events?: 'auto' | 'never';
  /** Told of what a person should know although nothing failed. The same warning comes once an hour at most. */
  onWarning?(warning: string): void;
}

/** How one request is made. */
export interface RequestOptions {
  /** Gives the request up; it is then answered with ERR_BRIDGE_ABORTED. */
  signal?: AbortSignal;
}

/** How one write is made. */
export interface WriteOptions extends RequestOptions {
  /** Lets members through that the table does not list. */
  allowUnknownFields?: boolean;
}

/** A successful answer of the bridge. */
export interface Answer<Data> {
  status: number;
  data: Data;
  /** The bridge's remarks beside the success, such as commands that may have no effect. */
  warnings: readonly string[];
  /** How many commands this one request answered; 1 when it was alone. */
  merged: number;
}

/** Name of the header that carries the key. Service document, section 5. */
export const defaultKeyHeader = 'home-application-key';

/** One bridge over the wire. */
export class BridgeClient {
  readonly #transport: Transport;
  readonly #limits: Limits;
  readonly #state: HomeState;

  /**
   * Opens no connection yet.
   *
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the address, the key, the name of its header or the
   *   fingerprint cannot be used
   */
  constructor(options: BridgeClientOptions) {
    const warn = (warning: string): void => options.onWarning?.(warning);
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#transport = new Transport({
      address: addressOf(options.host, options.port),
      ...credentialsOf(options),
      trust: new TrustKeeper(options.trust ?? {}, warn),
      limits: this.#limits,
    });
    this.#state = new HomeState({
      reader: bridgeReader((request, how) => this.#exchange(request, how)),
      openStream:
        options.events === 'never' ? undefined : (signal) => this.#transport.stream(signal),
      limits: this.#limits,
      onWarning: warn,
      onMode: () => undefined,
    });
  }

  /** Last known state of everything the bridge holds. */
  get mirror(): Mirror {
    return this.#state.mirror;
  }

  /**
   * Watches the resources of a type: their state at an interval, and their changes as soon as they are
   * known, over the event stream of the bridge where it has one. All watches of a type share its polls.
   */
  watch(options: WatchOptions): Watch {
    return this.#state.watch(options);
  }

  /**
   * Reads all resources of a type.
   *
   * @throws {BridgeError} as every method: nothing else leaves the client
   */
  async list<T extends ResourceType>(
    rtype: T,
    options: RequestOptions = {},
  ): Promise<Answer<ReadOf<T>[]>> {
    checkOperation('list', rtype);
    const request = listRequest(rtype);
    const { reply, merged } = await this.#exchange(request, options);
    return { ...readList(request, reply, isResourceOf(rtype)), merged };
  }

  /**
   * Reads everything the bridge holds.
   *
   * @throws {BridgeError}
   */
  async listAll(options: RequestOptions = {}): Promise<Answer<Resource[]>> {
    const request = listRequest();
    const { reply, merged } = await this.#exchange(request, options);
    return { ...readList(request, reply, isResource), merged };
  }

  /**
   * Reads one resource.
   *
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when `rid` is no id
   */
  async get<T extends ResourceType>(
    rtype: T,
    rid: string,
    options: RequestOptions = {},
  ): Promise<Answer<ReadOf<T>>> {
    checkTarget('get', rtype, rid);
    const request = itemRequest('get', rtype, rid);
    const { reply, merged } = await this.#exchange(request, options);
    return { ...readItem(request, reply, isResourceOf(rtype)), merged };
  }

  /**
   * Creates a resource. It is sent once, whatever happens.
   *
   * @returns the identifier of the new resource
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when the table does not allow the body
   */
  async create<T extends ResourceType>(
    rtype: T,
    body: CreateOf<T>,
    options: WriteOptions = {},
  ): Promise<Answer<ResourceIdentifier>> {
    checkOperation('create', rtype);
    const text = bodyText(
      'create',
      rtype,
      body,
      options.allowUnknownFields ?? false,
      this.#limits.bodySize,
    );
    const request = createRequest(rtype, text);
    return this.#write(request, options);
  }

  /**
   * Changes a resource. While it waits, a later change of the same resource is merged into it.
   *
   * @returns the identifier of the resource
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when `rid` is no id or the table does
   *   not allow the body
   */
  async update<T extends ResourceType>(
    rtype: T,
    rid: string,
    body: UpdateOf<T>,
    options: WriteOptions = {},
  ): Promise<Answer<ResourceIdentifier>> {
    checkTarget('update', rtype, rid);
    const text = bodyText(
      'update',
      rtype,
      body,
      options.allowUnknownFields ?? false,
      this.#limits.bodySize,
    );
    const request = itemRequest('update', rtype, rid, text);
    return this.#write(request, options);
  }

  /**
   * Deletes a resource.
   *
   * @returns the identifier of what is gone
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when `rid` is no id
   */
  async remove(
    rtype: ResourceType,
    rid: string,
    options: RequestOptions = {},
  ): Promise<Answer<ResourceIdentifier>> {
    checkTarget('delete', rtype, rid);
    const request = itemRequest('delete', rtype, rid);
    return this.#write(request, options);
  }

  /** Ends all connections. What is under way is rejected with ERR_BRIDGE_CLOSED. */
  async close(): Promise<void> {
    this.#state.close();
    await this.#transport.destroy();
  }

  async #write(
    request: BridgeRequest,
    options: RequestOptions,
  ): Promise<Answer<ResourceIdentifier>> {
    if (request.rid !== undefined) this.#state.noteWrite(request.rid);
    const { reply, merged } = await this.#exchange(request, options);
    const answer = { ...readReference(request, reply), merged };
    this.#state.noteWrite(answer.data.rid);
    return answer;
  }

  #exchange(
    request: BridgeRequest,
    { signal }: RequestOptions,
  ): Promise<{ reply: Reply; merged: number }> {
    return new Promise((resolve, reject) => {
      const exchange = this.#transport.send(request, {
        replied: (reply) => resolve({ reply, merged: 1 }),
        failed: (problem) => reject(problemError(request, problem)),
      });
      signal?.addEventListener('abort', () => exchange.end(abortedProblem), { once: true });
    });
  }
}

function credentialsOf({ key, keyHeader = defaultKeyHeader }: BridgeClientOptions): {
  key: string;
  keyHeader: string;
} {
  if (!/^[\x21-\x7e]{1,512}$/.test(key)) {
    throw new BridgeError(
      'ERR_BRIDGE_NOT_CONFIGURED',
      'The bridge has no usable application key. Pair with the bridge, or enter the key, letters and digits without spaces.',
    );
  }
  if (!/^[a-z][a-z0-9-]{0,63}$/i.test(keyHeader)) {
    throw new BridgeError(
      'ERR_BRIDGE_NOT_CONFIGURED',
      `The name of the key header has letters, digits and hyphens, such as ${defaultKeyHeader}.`,
    );
  }
  return { key, keyHeader: keyHeader.toLowerCase() };
}

/** True for a resource of the type. Only `type` and `id` are sure, so only they are looked at. */
const isResourceOf =
  <T extends ResourceType>(rtype: T) =>
  (entry: unknown): entry is ReadOf<T> & Resource =>
    isResource(entry) && entry.type === rtype;
