import { createResourceFetcher } from '../state/resource-fetcher';
import { parseWriteResponse } from '../wire/envelope';
import { createStateDependentBody } from './state-dependent-body';
import { ResourceReader } from './resource-reader';
import { StateSynchronizer } from './state-synchronizer';
import { BridgeConnection } from '../connection/bridge-connection';
import {
  buildCreateRequest,
  buildSingleResourceRequest,
  buildUpdateRequest,
  checkOperationSupported,
  checkPollInterval,
  checkOperationTarget,
  checkWritableType,
  serializeRequestBody,
} from '../wire/request';
import type {
  CreateBody,
  Resource,
  ResourceIdentifier,
  ResourceOf,
  ResourceType,
  UpdateBody,
} from '../../resources';
import type { ConnectionStateListener, ConnectionState } from '../connection/connection-state';
import type { Mirror } from '../state/mirror';
import { iterateChanges } from '../watch/change-iterator';
import type { ChangeIterationOptions, ChangeIterable, Watch, WatchOptions } from '../watch/watch';
import type { ResourceObservationOptions } from '../watch/watch';
import type { WriteListener } from '../watch/watch';
import type { LampReservation, MessagePlace } from '../queue/lamp-reservation';
import { listLampPaths, withLampPaths } from './lamp-paths';
import { WriteAdditions } from './write-additions';
import { findResourceOnBridge } from './find-resource-on-bridge';
import { buildLightUpdate } from './light-command';
import type { LightCommand } from './light-command';
import type { GroupedLight, Light } from '../../resources/table/resource-types';
import type { BridgeClientOptions, SuccessfulBridgeResult, ModifyOptions } from './client-options';
import type { ReadOptions, RequestOptions, UntypedModifyOptions } from './client-options';
import type { UntypedRequest, WriteOptions } from './client-options';
import type { BridgeRequest, RequestBody } from '../wire/request';
import type { CommandOptions } from '../queue/queued-command';

/** Client of one bridge: reads, writes, watches and the last known state. */
export class BridgeClient {
  readonly #connection: BridgeConnection;
  readonly #state: StateSynchronizer;
  readonly #reader: ResourceReader;
  readonly #closing = new AbortController();
  readonly #writeListeners = new Set<WriteListener>();

  /**
   * Opens no connection yet.
   *
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the address, the key, the name of its header or the
   *   fingerprint cannot be used
   */
  constructor(options: BridgeClientOptions) {
    const connection = new BridgeConnection({
      ...options,
      onSend: (request) => this.#state.recordRequest(request),
      prepareRequest: (request) => this.#state.fadedBrightness.prepare(request),
      onResponse: ({ status }) => this.#state.recordResponse(status),
    });
    this.#connection = connection;
    this.#state = new StateSynchronizer({
      reader: createResourceFetcher((request, requestOptions) =>
        connection.execute(request, requestOptions),
      ),
      openStream:
        options.events === 'never' ? undefined : (signal) => connection.openEventStream(signal),
      health: connection.health,
      limits: connection.limits,
      onWarning: connection.warn,
      findFormerName: options.findFormerName,
      onModeChange: (mode) => connection.stateReporter.setMode(mode),
      restoreBrightness: (lamps) => {
        // The command that turned them on has been answered, and their state shows what became of it.
        for (const { rid, brightness } of lamps)
          this.update('light', rid, { dimming: { brightness } }).catch(() => undefined);
      },
    });
    this.#reader = new ResourceReader(connection, this.#state.mirror);
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
  watch<Type extends ResourceType>(options: WatchOptions<Type>): Watch;
  watch(options: WatchOptions): Watch {
    checkOperationSupported('list', options.rtype);
    checkPollInterval(options.rtype, options.interval);
    return this.#state.watch(options);
  }

  /** Calls back for changes that are learnt anyway, by events or the reads of others. @returns ends that */
  observe(observation: ResourceObservationOptions): () => void {
    return this.#state.observe(observation);
  }

  /**
   * Iterates over the changes of a type from now on, as `watch` reports them, through outages too. It ends
   * with `break`, with the signal and with the client.
   *
   * @throws {BridgeError} as `watch`; the iteration fails with ERR_BRIDGE_QUEUE_FULL beyond `maxBufferedChanges`
   */
  changes<Type extends ResourceType>(
    rtype: Type,
    options: ChangeIterationOptions = {},
  ): ChangeIterable<Type> {
    const { maxBufferedChanges } = this.#connection.limits;
    const startWatch = (watchOptions: WatchOptions<Type>): Watch => this.watch(watchOptions);
    return iterateChanges(rtype, options, startWatch, this.#closing.signal, maxBufferedChanges);
  }

  /**
   * Finds a resource by its id, its name or `Room/Name`, by the same rule as the nodes. A state older than
   * `defaultPollInterval` is read anew, unless the event stream keeps it current.
   *
   * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET when none or several match, with a suggestion
   */
  async find<Type extends ResourceType>(rtype: Type, nameOrId: string): Promise<ResourceOf<Type>> {
    checkOperationSupported('list', rtype);
    const isLive = this.#state.mode === 'stream';
    const maxAge = isLive ? Infinity : this.#connection.limits.defaultPollInterval;
    return findResourceOnBridge(this.#state.stateCache, rtype, nameOrId, maxAge);
  }

  /** State of the connection to the bridge at this moment. */
  get connectionState(): ConnectionState {
    return this.#connection.stateReporter.state;
  }

  /** Calls back on each change of `kind`, `mode` or `movedTo` of the connection state. @returns removes the listener */
  onConnectionChange(listener: ConnectionStateListener): () => void {
    return this.#connection.stateReporter.subscribe(listener);
  }

  /** Reserves all lamps for what is sent when more is known: later writes wait. @param place that of its message; the last when missing */
  reserveLamps(place?: MessagePlace): LampReservation {
    return this.#connection.reserveLamps((ids) => listLampPaths(this.mirror, ids), place);
  }

  /** Waits until all earlier writes of some lamps are answered; not where the bridge is away. @param lampPaths their paths */
  waitForEarlierWrites(lampPaths: readonly string[]): Promise<void> {
    return this.#connection.waitForEarlierWrites(lampPaths);
  }

  /** Calls back on each change asked of this client, before it is sent. @returns removes the listener */
  onWrite(listener: WriteListener): () => void {
    this.#writeListeners.add(listener);
    return () => void this.#writeListeners.delete(listener);
  }

  /**
   * Reads all resources of a type.
   *
   * @throws {BridgeError} as every method: nothing else leaves the client
   */
  async list<T extends ResourceType>(
    rtype: T,
    options: RequestOptions = {},
  ): Promise<SuccessfulBridgeResult<ResourceOf<T>[]>> {
    return this.#reader.list(rtype, options);
  }

  /**
   * Reads everything the bridge holds.
   *
   * @throws {BridgeError}
   */
  async listAll(options: RequestOptions = {}): Promise<SuccessfulBridgeResult<Resource[]>> {
    return this.#reader.listAll(options);
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
  ): Promise<SuccessfulBridgeResult<ResourceOf<T>>> {
    const result = await this.#reader.get(rtype, rid, options);
    if (rtype === 'light') this.#state.fadedBrightness.observe(result.data);
    return result;
  }

  /**
   * Creates a resource. It is sent once and never repeated.
   *
   * @returns the identifier of the new resource
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when the table does not allow the body
   */
  async create<T extends ResourceType>(
    rtype: T,
    body: CreateBody<T>,
    options: WriteOptions = {},
  ): Promise<SuccessfulBridgeResult<ResourceIdentifier>> {
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
    body: UpdateBody<T>,
    options: WriteOptions = {},
  ): Promise<SuccessfulBridgeResult<ResourceIdentifier>> {
    return this.#update(rtype, rid, body, options);
  }

  /**
   * Sets a lamp, or all lamps of a grouped light: `{ brightness: 50, color: '#ff8800' }`.
   *
   * @returns the identifier; `warnings` also say what this lamp cannot do as asked
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, that names the member and what it takes
   */
  async setLight(
    light: Light | GroupedLight,
    command: LightCommand,
    options: RequestOptions = {},
  ): Promise<SuccessfulBridgeResult<ResourceIdentifier>> {
    const { rtype, rid, body, warnings } = buildLightUpdate(this.mirror, light, command);
    const result = await this.#update(rtype, rid, body, options);
    return { ...result, warnings: [...warnings, ...result.warnings] };
  }

  /**
   * Changes a resource by a body that depends on its state before, such as a toggle or a list that is
   * replaced as a whole. It keeps its place among the changes of the resource: those before it are answered
   * first, then the state is read, and nothing else changes the resource until it is answered.
   *
   * @param buildBody builds the body from the state that was read
   * @returns the identifier of the resource
   * @throws {BridgeError} as `get` and `update`; what `buildBody` throws, with nothing sent
   */
  async modify<T extends ResourceType>(
    rtype: T,
    rid: string,
    buildBody: (state: ResourceOf<T>) => UpdateBody<T> | Promise<UpdateBody<T>>,
    options: ModifyOptions<T> = {},
  ): Promise<SuccessfulBridgeResult<ResourceIdentifier>> {
    const { fromPendingWrites } = options;
    const modification: UntypedModifyOptions = {
      fromFreshState: async (signal) =>
        buildBody((await this.get(rtype, rid, { signal, waitIfOffline: true })).data),
      ...(fromPendingWrites === undefined ? {} : { fromPendingWrites }),
    };
    return this.#modify(rtype, rid, modification, options);
  }

  /**
   * Deletes a resource.
   *
   * @returns the identifier of the deleted resource
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when `rid` is no id
   */
  async remove(
    rtype: ResourceType,
    rid: string,
    options: WriteOptions = {},
  ): Promise<SuccessfulBridgeResult<ResourceIdentifier>> {
    checkOperationTarget('delete', rtype, rid);
    checkWritableType('delete', rtype, options);
    return this.#write(buildSingleResourceRequest('delete', rtype, rid, this.mirror), options);
  }

  /**
   * Executes an operation whose type is only known at run time. It is checked like all others.
   *
   * @returns resources for `list`, the resource for `get`, otherwise the identifier
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when the type has no such operation,
   *   `rid` is no id or the table does not allow the body
   */
  async send(
    { operation, rtype, rid = '', body, modification }: UntypedRequest,
    options: ReadOptions & WriteOptions = {},
  ): Promise<SuccessfulBridgeResult<unknown>> {
    checkOperationSupported(operation, rtype);
    switch (operation) {
      case 'list':
        return this.list(rtype, options);
      case 'get':
        return this.get(rtype, rid, options);
      case 'create':
        return this.#create(rtype, body, options);
      case 'update':
        return modification === undefined
          ? this.#update(rtype, rid, body, options)
          : this.#modify(rtype, rid, modification, options);
      default:
        return this.remove(rtype, rid, options);
    }
  }

  #create(
    rtype: ResourceType,
    body: unknown,
    options: WriteOptions,
  ): Promise<SuccessfulBridgeResult<ResourceIdentifier>> {
    checkOperationSupported('create', rtype);
    const checked = this.#checkBody('create', rtype, body, options);
    return this.#write(buildCreateRequest(rtype, checked.text), options);
  }

  #update(
    rtype: ResourceType,
    rid: string,
    body: unknown,
    options: WriteOptions,
  ): Promise<SuccessfulBridgeResult<ResourceIdentifier>> {
    checkOperationTarget('update', rtype, rid);
    const asked = this.#checkBody('update', rtype, body, options);
    const write = { rtype, rid, members: asked.members };
    const additions = new WriteAdditions(this.#writeListeners, write, options);
    const checked = additions.addTo(asked, (members) =>
      this.#checkBody('update', rtype, members, options),
    );
    const request = withLampPaths(
      buildUpdateRequest(rtype, rid, checked, this.mirror),
      this.mirror,
    );
    const writing = this.#state.fadedBrightness.needsState(request)
      ? this.#write(...this.#state.withFreshState(request, options))
      : this.#write(request, options);
    additions.reportAnswer(writing);
    return writing;
  }

  #modify(
    rtype: ResourceType,
    rid: string,
    modification: UntypedModifyOptions,
    options: WriteOptions,
  ): Promise<SuccessfulBridgeResult<ResourceIdentifier>> {
    checkOperationTarget('update', rtype, rid);
    const write = { rtype, rid, members: undefined, memberNames: modification.memberNames };
    const additions = new WriteAdditions(this.#writeListeners, write, options);
    const stateDependentBody = createStateDependentBody(modification, additions, (body) =>
      this.#checkBody('update', rtype, body, options),
    );
    const target = buildSingleResourceRequest('update', rtype, rid, this.mirror);
    const request = withLampPaths(target, this.mirror);
    const { signal, place } = options;
    const writing = this.#write(request, { signal, place, stateDependentBody });
    additions.reportAnswer(writing);
    return writing;
  }

  async #write(
    request: BridgeRequest,
    options: CommandOptions,
  ): Promise<SuccessfulBridgeResult<ResourceIdentifier>> {
    const { response, merged, retriedAfterLoss } = await this.#connection.execute(request, options);
    const result = { ...parseWriteResponse(request, response, retriedAfterLoss), merged };
    this.#state.recordWriteAnswer(result.data.rid);
    return result;
  }

  #checkBody(
    operation: 'create' | 'update',
    rtype: ResourceType,
    body: unknown,
    { allowUnknownFields = false }: WriteOptions,
  ): RequestBody {
    const { maxRequestBodySize } = this.#connection.limits;
    return serializeRequestBody(operation, rtype, body, allowUnknownFields, maxRequestBodySize);
  }

  /**
   * Closes the client: queued commands are rejected with ERR_BRIDGE_CLOSED, requests in flight get
   * `closeTimeout` to end, nothing is sent afterwards, and neither sockets nor timers stay.
   */
  async close(): Promise<void> {
    this.#closing.abort();
    // The connection first, so that reads which the state gives up end as closed.
    const connectionClosed = this.#connection.close();
    this.#state.close();
    await connectionClosed;
  }
}
