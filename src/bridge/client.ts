import { createResourceTypeGuard, isResource } from './resource-state';
import { parseItemResponse, parseListResponse, parseWriteResponse, missesLamp } from './response';
import type { ParsedResponse } from './response';
import {
  convertStateDependentBody,
  buildCreateRequest,
  buildDeletionRequest,
  buildListRequest,
  buildSingleResourceRequest,
  buildUpdateRequest,
  checkOperationSupported,
  checkPollInterval,
  checkOperationTarget,
  serializeRequestBody,
  buildItemPath,
} from './request';
import type { StateDependentBody, BridgeRequest, LampPaths, RequestBody } from './request';
import { LiveState } from './live-state';
import type { StateReader } from './read-state';
import { BridgeConnection } from './connection';
import type { ConnectionDiagnostics, BridgeAccessOptions } from './connection';
import type { CreateBody, ResourceOf, ResourceType, UpdateBody } from '../resources/table';
import type { Resource, OperationName } from '../resources/resource';
import type { Members } from '../resources/members';
import type { WriteOrigin } from '../logbook/changed-by';
import type { ResourceIdentifier } from '../resources/schemas';
import type { ValidatedBody } from '../resources/check-body';
import type { ConnectionStateListener, ConnectionState } from './connection-state';
import type { StateCache } from './state';
import { iterateChanges } from './watch';
import type {
  ChangeIterationOptions,
  ChangeIterable,
  Watch,
  WatchOptions,
  ResourceObservationOptions,
  WriteListener,
  FindWriteAddition,
  RequestedWrite,
  WriteAddition,
} from './watch';
import { Turn } from './turn';
import type { HeldLamps } from './turn';
import { findResourceOnBridge } from './find-resource';
import type { GroupedLight, Light } from '../resources/resources-by-type';
import type { CommandOptions } from './queue';
import type { QueuedCommandResponse } from './waiting';
import { toEnglish } from '../resources/problems';
import { isSceneGroupType } from '../resources/group-types';
import { findGroupLights, findLightsAffectedByWrite } from '../resources/group-lights';
import { parseLightCommand } from '../vocabulary/light/command';
import type { LightResourceType } from '../vocabulary/light/command';
import { refuse } from '../vocabulary/parse-result';
import type { CommandWarning } from '../vocabulary/parse-result';
import { createCommandError } from './errors';

export interface BridgeClientOptions extends BridgeAccessOptions {
  /** Use of the event stream; `auto` if missing. */
  events?: 'auto' | 'never';
  /** Returns the former name of a deleted resource, for error messages. */
  findFormerName?: (rid: string) => string | undefined;
}

export interface RequestOptions {
  /** Aborts the request with ERR_BRIDGE_ABORTED. */
  signal?: AbortSignal;
}

export interface ReadOptions extends RequestOptions {
  /** Waits for an unreachable bridge, up to `maxQueueTime`, as writes do. Otherwise the read fails immediately. */
  waitIfOffline?: boolean;
}

export interface WriteOptions extends RequestOptions {
  /** Accepts members and types that the resource table does not list. */
  allowUnknownFields?: boolean;
  /** For example the id of a node. Listeners of `onWrite` recognise their own writes by it. */
  sender?: string;
  /** What asked for the write. The changes that it explains have it, too. */
  origin?: WriteOrigin | undefined;
  /** Turn of the message among all; the last if missing. */
  turn?: Turn | undefined;
  /** True for a write of a program. All other requests have priority. */
  isBackground?: boolean;
}

export interface ModifyOptions<T extends ResourceType> extends WriteOptions {
  /**
   * Builds the body from the pending changes. No read is needed, and the change can be merged.
   *
   * @param pending the members of the pending changes, the last value of each
   * @returns undefined if the pending changes do not determine the body
   */
  fromPendingWrites?: (pending: Members) => UpdateBody<T> | undefined;
}

export interface UntypedRequest {
  operation: OperationName;
  rtype: ResourceType;
  rid?: string | undefined;
  /** For `create` and `update`. A `ValidatedBody` is not validated again. */
  body?: unknown;
  /** For `update`, in place of `body`. */
  modification?: StateDependentBody<unknown> | undefined;
}

export interface SuccessfulBridgeResult<Data> extends ParsedResponse<Data> {
  merged: number;
}

/** `data` names the resource that was created, changed or deleted. */
type WriteResult = SuccessfulBridgeResult<ResourceIdentifier>;

/** Client of one bridge: reads, writes, watches, and the last known state. */
export class BridgeClient {
  readonly #connection: BridgeConnection;
  readonly #state: LiveState;
  readonly #closing = new AbortController();
  readonly #writeListeners = new Set<WriteListener>();

  /**
   * Opens no connection yet.
   *
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if address, key, header name or fingerprint are invalid
   */
  constructor(options: BridgeClientOptions) {
    const connection = new BridgeConnection({
      ...options,
      onSend: (request) => this.#state.recordRequest(request),
      prepareRequest: (...request) => this.#state.fadedBrightness.prepare(...request),
      onResponse: ({ status }) => this.#state.recordResponse(status),
    });
    this.#connection = connection;
    this.#state = new LiveState(connection, options.events !== 'never', (lamps, order) => {
      const turn = Turn.at(order);
      // The command itself was answered; the state shows whether this write succeeded.
      for (const { rid, brightness } of lamps)
        this.update('light', rid, { dimming: { brightness } }, { turn }).catch(() => undefined);
    });
    if (options.findFormerName !== undefined)
      this.#state.store.findFormerName = options.findFormerName;
  }

  get stateCache(): StateCache {
    return this.#state.store;
  }

  /** @internal */
  get stateReader(): StateReader {
    return this.#state.reader;
  }

  /**
   * Watches the resources of a type: polls their state at an interval and reports changes, immediately if the bridge
   * has an event stream. All watches of a type share its polls.
   *
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the type cannot be listed or the interval is invalid;
   * ERR_BRIDGE_CLOSED after `close`
   */
  watch<Type extends ResourceType>(options: WatchOptions<Type>): Watch;
  watch(options: WatchOptions): Watch {
    checkOperationSupported('list', options.rtype);
    checkPollInterval(options.rtype, options.interval);
    return this.#state.watch(options);
  }

  /** Calls back for changes that events or polls of watches report. Returns a function that ends it. */
  observe(observation: ResourceObservationOptions): () => void {
    return this.#state.observe(observation);
  }

  /**
   * Iterates over the changes of a type as `watch` reports them, and continues after an outage. The iteration ends
   * with `break`, the signal or `close`.
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
   * Finds a resource by id, name or `Room/Name`, as the nodes do. Without an event stream, a state older than
   * `defaultPollInterval` is read again.
   *
   * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET with a suggestion if no resource or several match
   */
  async find<Type extends ResourceType>(rtype: Type, nameOrId: string): Promise<ResourceOf<Type>> {
    checkOperationSupported('list', rtype);
    const isLive = this.#state.mode === 'stream';
    const maxAge = isLive ? Infinity : this.#connection.limits.defaultPollInterval;
    return findResourceOnBridge(this.#state.reader, rtype, nameOrId, maxAge);
  }

  get connectionState(): ConnectionState {
    return this.#connection.stateReporter.state;
  }

  /** What the connection did last; no key is in it. */
  get diagnostics(): ConnectionDiagnostics {
    return this.#connection.diagnostics;
  }

  /** Adds a listener for changes of `kind`, `mode` and `movedTo`. Returns a function that removes it. */
  onConnectionChange(listener: ConnectionStateListener): () => void {
    return this.#connection.stateReporter.subscribe(listener);
  }

  /** Holds all lamps for a turn: later writes of them wait. */
  holdLamps(turn: Turn): HeldLamps {
    return this.#connection.queue.holdLamps(turn, (ids) => findLampPaths(this.stateCache, ids));
  }

  /** Waits until earlier writes of the lamps are answered. Does not wait while the bridge is unreachable. */
  waitForEarlierWrites(lampPaths: readonly string[]): Promise<void> {
    return this.#connection.queue.waitForEarlierWrites(lampPaths);
  }

  /** Adds a listener for changes before they are sent. Returns a function that removes it. */
  onWrite(listener: WriteListener): () => void {
    this.#writeListeners.add(listener);
    return () => void this.#writeListeners.delete(listener);
  }

  /** Reads all resources of a type. As all methods of the client, it throws BridgeErrors only. */
  async list<T extends ResourceType>(
    rtype: T,
    options: RequestOptions = {},
  ): Promise<SuccessfulBridgeResult<ResourceOf<T>[]>> {
    checkOperationSupported('list', rtype);
    const request = buildListRequest(rtype);
    const { response, merged } = await this.#submit(request, options);
    return { ...parseListResponse(request, response, createResourceTypeGuard(rtype)), merged };
  }

  async listAll(options: RequestOptions = {}): Promise<SuccessfulBridgeResult<Resource[]>> {
    const request = buildListRequest();
    const { response, merged } = await this.#submit(request, options);
    return { ...parseListResponse(request, response, isResource), merged };
  }

  /**
   * Reads one resource.
   *
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if `rid` is invalid; nothing is sent
   */
  async get<T extends ResourceType>(
    rtype: T,
    rid: string,
    options: ReadOptions = {},
  ): Promise<SuccessfulBridgeResult<ResourceOf<T>>> {
    checkOperationTarget('get', rtype, rid);
    const { waitIfOffline = false } = options;
    const target = buildSingleResourceRequest('get', rtype, rid, this.stateCache);
    const request = { ...target, waitIfOffline };
    const { response, merged } = await this.#submit(request, options);
    const result = parseItemResponse(request, response, createResourceTypeGuard(rtype));
    if (rtype === 'light') this.#state.fadedBrightness.observe(result.data);
    return { ...result, merged };
  }

  /**
   * Creates a resource. The request is never repeated.
   *
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the table does not allow the body; nothing is sent
   */
  async create<T extends ResourceType>(
    rtype: T,
    body: CreateBody<T>,
    options: WriteOptions = {},
  ): Promise<WriteResult> {
    return this.#create(rtype, body, options);
  }

  /**
   * Changes a resource. A later change of the same resource is merged into a waiting one.
   *
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if `rid` is invalid or the table does not allow the body;
   * nothing is sent
   */
  async update<T extends ResourceType>(
    rtype: T,
    rid: string,
    body: UpdateBody<T>,
    options: WriteOptions = {},
  ): Promise<WriteResult> {
    return this.#update(rtype, rid, body, options);
  }

  /**
   * Sets a lamp, or all lamps of a grouped light: `{ brightness: 50, color: '#ff8800' }`.
   *
   * @returns the identifier; `warnings` also name properties that the lamp does not support
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND that names the invalid member and the expected value; nothing is
   * sent
   */
  async setLight(
    light: Light | GroupedLight,
    command: LightCommand,
    options: RequestOptions = {},
  ): Promise<WriteResult> {
    const { rtype, rid, body, warnings } = buildLightUpdate(this.stateCache, light, command);
    const result = await this.#update(rtype, rid, body, options);
    return { ...result, warnings: [...warnings.map(toEnglish), ...result.warnings] };
  }

  /**
   * Changes a resource by a body that depends on its state. Earlier changes of the resource are answered first, then
   * the state is read. Later changes wait.
   *
   * @param buildBody builds the body from the state
   * @throws {BridgeError} as `get` and `update`; also throws the errors of `buildBody`, and nothing is sent then
   */
  async modify<T extends ResourceType>(
    rtype: T,
    rid: string,
    buildBody: (state: ResourceOf<T>) => UpdateBody<T> | Promise<UpdateBody<T>>,
    options: ModifyOptions<T> = {},
  ): Promise<WriteResult> {
    const { fromPendingWrites } = options;
    const modification: StateDependentBody<unknown> = {
      fromFreshState: async (signal) =>
        buildBody((await this.get(rtype, rid, { signal, waitIfOffline: true })).data),
      ...(fromPendingWrites === undefined ? {} : { fromPendingWrites }),
    };
    return this.#modify(rtype, rid, modification, options);
  }

  /**
   * Deletes a resource.
   *
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if `rid` is invalid; nothing is sent
   */
  async remove(rtype: ResourceType, rid: string, options: WriteOptions = {}): Promise<WriteResult> {
    return this.#write(buildDeletionRequest(rtype, rid, options, this.stateCache), options);
  }

  /**
   * Executes an operation on a type that is known only at run time.
   *
   * @returns resources for `list`, the resource for `get`, otherwise the identifier
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the type has no such operation, `rid` is invalid or the table
   * does not allow the body; nothing is sent
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

  #create(rtype: ResourceType, body: unknown, options: WriteOptions): Promise<WriteResult> {
    checkOperationSupported('create', rtype);
    const checked = this.#checkBody('create', rtype, body, options);
    return this.#write(buildCreateRequest(rtype, checked.text), options);
  }

  #update(
    rtype: ResourceType,
    rid: string,
    body: unknown,
    options: WriteOptions,
  ): Promise<WriteResult> {
    checkOperationTarget('update', rtype, rid);
    const asked = this.#checkBody('update', rtype, body, options);
    const write = { rtype, rid, members: asked.members };
    const additions = new AddedMembers(this.#writeListeners, write, options);
    const checked = additions.addTo(asked, (members) =>
      this.#checkBody('update', rtype, members, options),
    );
    const updateRequest = buildUpdateRequest(rtype, rid, checked, this.stateCache);
    const request = addLampPaths(updateRequest, this.stateCache);
    const writing = this.#state.fadedBrightness.needsState(request)
      ? this.#writeWithFreshState(request, options)
      : this.#write(request, options);
    additions.reportAnswer(writing);
    return writing;
  }

  #modify(
    rtype: ResourceType,
    rid: string,
    modification: StateDependentBody<unknown>,
    options: WriteOptions,
  ): Promise<WriteResult> {
    checkOperationTarget('update', rtype, rid);
    const write = { rtype, rid, members: undefined, memberNames: modification.memberNames };
    const additions = new AddedMembers(this.#writeListeners, write, options);
    const check = (body: unknown): RequestBody => this.#checkBody('update', rtype, body, options);
    const stateDependentBody = convertStateDependentBody(modification, (body) =>
      additions.addTo(check(body), check),
    );
    const target = buildSingleResourceRequest('update', rtype, rid, this.stateCache);
    const request = addLampPaths(target, this.stateCache);
    const { signal, turn, isBackground, origin } = options;
    const writing = this.#write(request, {
      signal,
      turn,
      isBackground,
      stateDependentBody,
      origin,
    });
    additions.reportAnswer(writing);
    return writing;
  }

  #writeWithFreshState(request: BridgeRequest, options: WriteOptions): Promise<WriteResult> {
    const [withoutBody, withState] = this.#state.withFreshState(request, options);
    return this.#write(withoutBody, { ...withState, origin: options.origin });
  }

  async #write(
    written: BridgeRequest,
    options: CommandOptions & Pick<WriteOptions, 'origin'>,
  ): Promise<WriteResult> {
    const { origin } = options;
    const request = origin === undefined ? written : { ...written, origin };
    const { response, merged, retriedAfterLoss } = await this.#submit(request, options);
    const result = { ...parseWriteResponse(request, response, retriedAfterLoss), merged };
    this.#state.recordWriteAnswer(result.data.rid, origin);
    return result;
  }

  #submit(request: BridgeRequest, options: CommandOptions): Promise<QueuedCommandResponse> {
    return this.#connection.queue.submit(request, options);
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

  /** Closes the client. Queued commands fail with ERR_BRIDGE_CLOSED; requests in flight get `closeTimeout`. */
  async close(): Promise<void> {
    this.#closing.abort();
    // The connection closes first, so that reads cancelled by the state fail as closed.
    const connectionClosed = this.#connection.close();
    this.#state.close();
    await connectionClosed;
  }
}

const typesThatSetLamps: ReadonlySet<string> = new Set(['grouped_light', 'scene', 'smart_scene']);

/** Adds the lamps to a write that sets a group or recalls a scene. Returns other requests unchanged. */
function addLampPaths(request: BridgeRequest, stateCache: StateCache): BridgeRequest {
  const { rtype = '', rid = '', members } = request;
  if (!typesThatSetLamps.has(rtype)) return request;
  // A change of the scene itself sets no lamp.
  if (rtype !== 'grouped_light' && members !== undefined && !('recall' in members)) return request;
  return { ...request, lampPaths: findLampPaths(stateCache, [rid]) };
}

/** Finds the lamps behind the ids of lamps, groups and scenes. An id whose lamps are not known yet counts for all. */
function findLampPaths(stateCache: StateCache, ids: readonly string[]): LampPaths {
  const paths = new Set<string>();
  for (const id of ids) {
    const resource = stateCache.get(id);
    if (resource === undefined) return 'all';
    // Only a read of everything tells the lamps of a group.
    if (resource.type !== 'light' && stateCache.refreshedAt === undefined) return 'all';
    const lights = isSceneGroupType(resource.type)
      ? findGroupLights(stateCache, resource)
      : findLightsAffectedByWrite(stateCache, resource);
    for (const light of lights) paths.add(buildItemPath('light', light.id));
  }
  return paths;
}

/** Adds members to a write that wait for its lamps to be turned on, and tells their owners the answer. */
export class AddedMembers {
  readonly #finders: readonly FindWriteAddition[];
  #added: readonly WriteAddition[] = [];
  #isAnswered = false;

  constructor(
    listeners: ReadonlySet<WriteListener>,
    write: Pick<RequestedWrite, 'rtype' | 'rid' | 'members' | 'memberNames'>,
    { sender, isBackground = false, turn }: WriteOptions,
  ) {
    this.#finders = [...listeners].flatMap(
      (listener) => listener({ ...write, sender, isBackground, turn }) ?? [],
    );
  }

  /**
   * Members of the change itself have priority.
   *
   * @param checkBody validates and serialises the merged members
   */
  addTo(asked: RequestBody, checkBody: (members: Members) => RequestBody): RequestBody {
    // The state may arrive after the change was cancelled.
    if (this.#isAnswered) return asked;
    this.#added = this.#finders.flatMap((find) => find(asked.members) ?? []);
    if (this.#added.length === 0) return asked;
    const parts = [...this.#added.map(({ members }) => members), asked.members];
    return checkBody(Object.fromEntries(parts.flatMap((part) => Object.entries(part))));
  }

  reportAnswer(writing: Promise<SuccessfulBridgeResult<unknown>>): void {
    if (this.#finders.length === 0) return;
    const report = (isAccepted: boolean): void => {
      this.#isAnswered = true;
      for (const addition of this.#added) addition.onAnswer(isAccepted);
    };
    writing.then(
      ({ warnings }) => report(!missesLamp(warnings)),
      () => report(false),
    );
  }
}

/**
 * A colour: CSS name, hex or `rgb()` as text; red, green and blue from 0 to 255; or a point of the CIE 1931 diagram.
 */
export type LightColorInput =
  | string
  | readonly [red: number, green: number, blue: number]
  | { r: number; g: number; b: number }
  | { x: number; y: number };

/** The properties to set; missing properties stay. Brightness, colour and white turn the lamp on. */
export interface LightCommand {
  on?: boolean;
  /** In percent, 0 to 100; 0 turns the lamp off. */
  brightness?: number;
  color?: LightColorInput;
  /** White in kelvin, 1000 to 20000, limited to the range of the lamp. */
  kelvin?: number;
  /** White in mirek, 50 to 1000, limited to the range of the lamp. */
  mirek?: number;
  /** Duration of the change: ms, or text such as `'400ms'` or `'2s'`. */
  transition?: number | string;
}

interface LightUpdate {
  rtype: LightResourceType;
  rid: string;
  body: ValidatedBody;
  warnings: readonly CommandWarning[];
}

/**
 * Builds the update for a light command with the words of docs/light-words.md.
 *
 * @param stateCache has the abilities of the lamp; `light` is used if the lamp is not known
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if `light` is not a lamp or grouped light, or the command is
 * invalid
 */
function buildLightUpdate(
  stateCache: StateCache,
  light: Light | GroupedLight,
  command: LightCommand,
): LightUpdate {
  const { id: rid, type: rtype } = light;
  if (rtype !== 'light' && rtype !== 'grouped_light') {
    const { problem } = refuse('light.type', 'light or grouped_light', rtype);
    throw createCommandError(problem, 'ERR_BRIDGE_INVALID_COMMAND', { operation: 'update' });
  }
  const parsed = parseLightCommand(command, stateCache.get(rid) ?? light, rtype, {
    at: 'command',
    ...(rtype === 'light'
      ? {}
      : { findGroupLamps: () => findLightsAffectedByWrite(stateCache, stateCache.get(rid)) }),
  });
  if (parsed.ok) return { rtype, rid, ...parsed.value };
  throw createCommandError(parsed.problem, undefined, { operation: 'update', rtype, rid });
}
