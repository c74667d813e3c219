import { isResource } from './state/admit-resource';
import { bridgeReader } from './state/bridge-reader';
import { checkedBody, checkInterval, checkOperation, checkTarget } from './wire/command-check';
import { readItem, readList, readReference } from './wire/envelope';
import { HomeState } from './watching/home-state';
import { Link } from './link/link';
import { createRequest, itemRequest, listRequest, updateRequest } from './wire/request';
import type {
  CheckedBody,
  CreateOf,
  Operation,
  ReadOf,
  Resource,
  ResourceIdentifier,
  ResourceType,
  UpdateOf,
} from '../resources';
import type { ConnectionListener, ConnectionState } from './link/connection';
import type { BridgeAccess } from './link/bridge-access';
import type { Mirror } from './state/mirror';
import type { BridgeRequest } from './wire/request';
import type { Watch, WatchOptions } from './watching/watch';

/** What a client needs to know of its bridge. */
export interface BridgeClientOptions extends BridgeAccess {
  /** Whether the event stream is used; `auto` when missing. */
  events?: 'auto' | 'never';
}

/** How one request is made. */
export interface RequestOptions {
  /** Gives the request up; it is then answered with ERR_BRIDGE_ABORTED. */
  signal?: AbortSignal;
}

/** How one resource is read. */
export interface ReadOptions extends RequestOptions {
  /** Waits for a bridge that is away, up to `commandAge`, as writes do; otherwise the read fails at once. */
  patient?: boolean;
}

/** How one write is made. */
export interface WriteOptions extends RequestOptions {
  /** Lets members through that the table does not list. */
  allowUnknownFields?: boolean;
}

/** One operation on a type that is only known at run time. */
export interface UntypedRequest {
  operation: Operation;
  rtype: ResourceType;
  /** For `get`, `update` and `delete`. */
  rid?: string;
  /** For `create` and `update`; a `CheckedBody` of the operation is not checked again. */
  body?: unknown;
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

/** One bridge over the wire. */
export class BridgeClient {
  readonly #link: Link;
  readonly #state: HomeState;

  /**
   * Opens no connection yet.
   *
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the address, the key, the name of its header or the
   *   fingerprint cannot be used
   */
  constructor(options: BridgeClientOptions) {
    const link = new Link({
      ...options,
      onSend: ({ method, rid }) => {
        if (method !== 'GET' && rid !== undefined) this.#state.noteWrite(rid);
      },
      onReply: ({ status }) => this.#state.noteAnswer(status),
      onMoved: () => {
        // Shows at once whether the bridge answers there; if not, its connection says so.
        this.#state.mirror.refresh().catch(() => undefined);
      },
    });
    link.connection.listen(({ kind }) => {
      if (kind === 'away' || kind === 'untrusted') this.#state.noteLoss();
    });
    this.#link = link;
    this.#state = new HomeState({
      reader: bridgeReader((request, how) => link.carryOut(request, how)),
      openStream: options.events === 'never' ? undefined : (signal) => link.stream(signal),
      limits: link.limits,
      onWarning: link.warn,
      onMode: (mode) => link.connection.learnBy(mode),
    });
  }

  /** Last known state of everything the bridge holds. */
  get mirror(): Mirror {
    return this.#state.mirror;
  }

  /**
   * Watches the resources of a type: their state at an interval, and their changes as soon as they are
   * known, over the event stream of the bridge where it has one. All watches of a type share its polls.
   *
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the type cannot be listed or the interval is no number;
   *   ERR_BRIDGE_CLOSED when the client is closed
   */
  watch(options: WatchOptions): Watch {
    checkOperation('list', options.rtype);
    checkInterval(options.rtype, options.interval);
    return this.#state.watch(options);
  }

  /** How things stand with the bridge at this moment. */
  get connection(): ConnectionState {
    return this.#link.connection.state;
  }

  /**
   * Tells of each change of `connection.kind` and `connection.mode`.
   *
   * @returns ends the telling
   */
  onConnection(listener: ConnectionListener): () => void {
    return this.#link.connection.listen(listener);
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
    const { reply, merged } = await this.#link.carryOut(request, options);
    return { ...readList(request, reply, isResourceOf(rtype)), merged };
  }

  /**
   * Reads everything the bridge holds.
   *
   * @throws {BridgeError}
   */
  async listAll(options: RequestOptions = {}): Promise<Answer<Resource[]>> {
    const request = listRequest();
    const { reply, merged } = await this.#link.carryOut(request, options);
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
    options: ReadOptions = {},
  ): Promise<Answer<ReadOf<T>>> {
    checkTarget('get', rtype, rid);
    const { patient = false } = options;
    const request = { ...itemRequest('get', rtype, rid), patient };
    const { reply, merged } = await this.#link.carryOut(request, options);
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
    return this.#create(rtype, body, options);
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
    return this.#update(rtype, rid, body, options);
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
    return this.#write(itemRequest('delete', rtype, rid), options);
  }

  /**
   * Carries out an operation whose type is only known at run time. It is checked like all others.
   *
   * @returns resources for `list`, the resource for `get`, otherwise the identifier
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when the type has no such operation,
   *   `rid` is no id or the table does not allow the body
   */
  async send(
    { operation, rtype, rid = '', body }: UntypedRequest,
    options: ReadOptions & WriteOptions = {},
  ): Promise<Answer<unknown>> {
    checkOperation(operation, rtype);
    switch (operation) {
      case 'list':
        return this.list(rtype, options);
      case 'get':
        return this.get(rtype, rid, options);
      case 'create':
        return this.#create(rtype, body, options);
      case 'update':
        return this.#update(rtype, rid, body, options);
      default:
        return this.remove(rtype, rid, options);
    }
  }

  async #create(
    rtype: ResourceType,
    body: unknown,
    options: WriteOptions,
  ): Promise<Answer<ResourceIdentifier>> {
    checkOperation('create', rtype);
    const checked = this.#check('create', rtype, body, options);
    return this.#write(createRequest(rtype, checked.text), options);
  }

  async #update(
    rtype: ResourceType,
    rid: string,
    body: unknown,
    options: WriteOptions,
  ): Promise<Answer<ResourceIdentifier>> {
    checkTarget('update', rtype, rid);
    const checked = this.#check('update', rtype, body, options);
    return this.#write(updateRequest(rtype, rid, checked), options);
  }

  async #write(
    request: BridgeRequest,
    options: RequestOptions,
  ): Promise<Answer<ResourceIdentifier>> {
    const { rid, rtype } = request;
    const { reply, merged, repeated } = await this.#link.carryOut(request, options);
    const gone = repeated && request.operation === 'delete' && reply.status === 404;
    const answer =
      gone && rid !== undefined && rtype !== undefined
        ? { status: reply.status, data: { rid, rtype }, warnings: [goneWhenAskedAgain], merged }
        : { ...readReference(request, reply), merged };
    this.#state.noteWrite(answer.data.rid);
    return answer;
  }

  #check(
    operation: 'create' | 'update',
    rtype: ResourceType,
    body: unknown,
    { allowUnknownFields = false }: WriteOptions,
  ): CheckedBody {
    const { bodySize } = this.#link.limits;
    return checkedBody(operation, rtype, body, allowUnknownFields, bodySize);
  }

  /**
   * Ends everything: what waits is rejected with ERR_BRIDGE_CLOSED, what is under way gets `closeTimeout` to
   * end, nothing is sent afterwards, and neither sockets nor timers stay.
   */
  async close(): Promise<void> {
    this.#state.close();
    await this.#link.close();
  }
}

const goneWhenAskedAgain =
  'The connection was lost at first; when asked again, the bridge no longer had it.';

/** True for a resource of the type. Only `type` and `id` are sure, so only they are looked at. */
const isResourceOf =
  <T extends ResourceType>(rtype: T) =>
  (entry: unknown): entry is ReadOf<T> & Resource =>
    isResource(entry) && entry.type === rtype;
