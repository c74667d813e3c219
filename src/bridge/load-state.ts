import { getNestedMember, omitNullMembers } from '../resources/members';
import { isKnownResourceType, resourceTypes, supportsOperation } from '../resources/table';
import type { ResourceType } from '../resources/table';
import { isWellFormedResourceTypeName } from '../resources/identifiers';
import type { Resource } from '../resources/resource';
import { isBridgeError, isMissingPathError } from './errors';
import type { BridgeError, BridgeErrorCode } from './errors';
import { deepFreezeResource, findChangedPaths, isResource } from './resource-state';
import type { ResourceChange } from './resource-state';
import { ResourceStore } from './state';
import type { InFlightRead, StateReads } from './state';
import { WorkSlices } from './slices';
import {
  createMalformedResponseError,
  checkStatus,
  parseListResponse,
  slicedParseThreshold,
  parseListInSlices,
} from './response';
import { buildListRequest } from './request';
import type { BridgeRequest } from './request';
import { sleep } from './clock';
import type { Clock } from './clock';
import type { ClientLimits } from './limits';
import type { ConnectionHealthMonitor } from './health';
import type { ChangeDeliveryMode } from './connection-state';
import type { EventStreamOpener, HttpResponse } from './http';

/** Errors of one type, which do not affect other types. */
const typeErrorCodes: ReadonlySet<BridgeErrorCode> = new Set<BridgeErrorCode>([
  'ERR_BRIDGE_MALFORMED_ANSWER',
  'ERR_BRIDGE_REFUSED',
  'ERR_BRIDGE_BAD_REQUEST',
  'ERR_BRIDGE_NOT_ACCEPTABLE',
  'ERR_BRIDGE_INTERNAL',
  'ERR_BRIDGE_UNEXPECTED_STATUS',
]);

/** Every home has these, but some bridges omit them from the list of all resources. */
const homeTypes: readonly string[] = ['bridge', 'device'];

const isTypeError = (error: unknown): error is BridgeError =>
  isBridgeError(error) && (isMissingPathError(error) || typeErrorCodes.has(error.code));

const listableTypes = resourceTypes.filter((rtype) => supportsOperation(rtype, 'list'));

const maxUnlistedTypes = 64;

/** The connection to a bridge, as those see it who keep its state. Tests have one without a network. */
export interface BridgeLink {
  readonly clock: Clock;
  readonly limits: ClientLimits;
  readonly health: ConnectionHealthMonitor;
  readonly fetcher: ResourceFetcher;
  readonly openEventStream: EventStreamOpener;
  readonly warn: (warning: string) => void;
  readonly setMode: (mode: ChangeDeliveryMode) => void;
}

/**
 * Loads the last known state: all resources with one request, or type by type if the bridge does not support that
 * path. The service document lists only collections.
 */
export class StateLoader implements StateReads {
  readonly store = new ResourceStore(this);
  readonly fullRead: SharedFullRead;
  refreshedAt: Date | undefined;
  /** Called with what a load changed. `since` is the start of the previous read of the same, in ms of the clock. */
  onChanges: (changes: readonly ResourceChange[], since: number) => void = () => undefined;
  #lastLoadStart: number;
  #usesCollections = false;
  readonly #unsupportedTypes = new Set<ResourceType>();
  readonly #reads = new SharedRead(() => this.load(this.#closing.signal));
  readonly #readsByType = new Map<ResourceType, SharedRead>();
  readonly #closing = new AbortController();

  constructor(private readonly link: Pick<BridgeLink, 'fetcher' | 'clock' | 'warn'>) {
    this.fullRead = new SharedFullRead(link.fetcher, link.clock);
    this.#lastLoadStart = link.clock.now();
  }

  refresh(): Promise<void> {
    return this.#reads.join();
  }

  refetch(): Promise<void> {
    return this.#reads.startAfterCurrent();
  }

  refreshType(rtype: ResourceType): Promise<void> {
    const reads = this.#readsByType.get(rtype) ?? new SharedRead(() => this.#refreshType(rtype));
    this.#readsByType.set(rtype, reads);
    return reads.startAfterCurrent();
  }

  /**
   * Reads all resources by a request of its own.
   *
   * @throws {BridgeError} if the bridge cannot be read
   */
  async load(signal: AbortSignal): Promise<void> {
    const startedAt = this.link.clock.now();
    const previousStart = this.#lastLoadStart;
    await this.#loadAll(signal, previousStart);
    this.#lastLoadStart = startedAt;
    this.refreshedAt = new Date();
  }

  close(): void {
    this.#closing.abort();
  }

  #refreshType(rtype: ResourceType): Promise<void> {
    return this.#loadType(rtype, this.#closing.signal, this.link.clock.now());
  }

  async #loadAll(signal: AbortSignal, since: number): Promise<void> {
    if (!this.#usesCollections) {
      try {
        return await this.#trackedRead(
          () => this.fullRead.fetchAll(signal),
          async (trackedRead, resources, response) => {
            this.#checkAll(resources, response);
            this.onChanges(await this.#applyAll(trackedRead, resources), since);
          },
        );
      } catch (error) {
        if (!isMissingPathError(error)) throw error;
      }
    }
    await this.#loadByTypes(signal, since);
    this.#usesCollections = true;
  }

  /** @throws {BridgeError} ERR_BRIDGE_MALFORMED_ANSWER for a list that would delete the home */
  #checkAll(resources: readonly Resource[], response: RawResponse): void {
    const hadHome = homeTypes.some((rtype) => this.store.wasListedWithAll(rtype));
    const hasHome = resources.some(({ type }) => homeTypes.includes(type));
    if (resources.length === 0 || (hadHome && !hasHome))
      throw createMalformedResponseError(
        buildListRequest(),
        response,
        'the answer holds no bridge and no device',
      );
  }

  async #applyAll(trackedRead: InFlightRead, resources: Resource[]): Promise<ResourceChange[]> {
    const slices = new WorkSlices();
    const changes: ResourceChange[] = [];
    for (const typeChanges of this.store.applyAllByType(trackedRead, resources)) {
      for (const change of typeChanges) changes.push(change);
      await slices.next();
    }
    return changes;
  }

  /** Reads the types of the table, then types that these resources refer to. Failures do not stop other types. */
  async #loadByTypes(signal: AbortSignal, since: number): Promise<void> {
    let firstError: BridgeError | undefined;
    let loadedCount = 0;
    const loadTypes = async (rtypes: readonly ResourceType[]): Promise<void> => {
      for (const rtype of rtypes) {
        if (this.#unsupportedTypes.has(rtype)) continue;
        try {
          await this.#loadType(rtype, signal, since);
          loadedCount += 1;
        } catch (error) {
          if (!isTypeError(error)) throw error;
          firstError ??= error;
          if (isMissingPathError(error)) this.#unsupportedTypes.add(rtype);
          else this.link.warn(`${error.message} The other types were read.`);
        }
      }
    };
    await loadTypes(listableTypes);
    await loadTypes(collectUnlistedTypes(this.store));
    if (loadedCount > 0) return;
    this.#unsupportedTypes.clear();
    if (firstError !== undefined) throw firstError;
  }

  async #loadType(rtype: ResourceType, signal: AbortSignal, since: number): Promise<void> {
    await this.#trackedRead(
      () => this.fullRead.fetchCollection(rtype, signal),
      (trackedRead, resources) =>
        this.onChanges(this.store.applyCollection(trackedRead, rtype, resources), since),
    );
  }

  async #trackedRead(
    load: () => Promise<RawResponse>,
    apply: (
      trackedRead: InFlightRead,
      resources: Resource[],
      response: RawResponse,
    ) => Promise<void> | void,
  ): Promise<void> {
    const trackedRead = this.store.beginRead();
    let response: RawResponse | undefined;
    try {
      response = await load();
      const resources = await response.parseResources((rid) => this.store.get(rid));
      await apply(trackedRead, resources, response);
    } finally {
      this.store.endRead(trackedRead);
      response?.onApplied?.();
    }
  }
}

/** Concurrent callers share one read. */
class SharedRead {
  #inFlight: Promise<void> | undefined;
  #queued: Promise<void> | undefined;

  constructor(private readonly read: () => Promise<void>) {}

  join(): Promise<void> {
    this.#inFlight ??= this.read().finally(() => {
      this.#inFlight = undefined;
    });
    return this.#inFlight;
  }

  /** Calls before the start share the read. */
  startAfterCurrent(): Promise<void> {
    this.#queued ??= this.#startAfterCurrent();
    return this.#queued;
  }

  async #startAfterCurrent(): Promise<void> {
    await this.#inFlight?.catch(() => undefined);
    this.#queued = undefined;
    return this.join();
  }
}

function collectUnlistedTypes(store: ResourceStore): ResourceType[] {
  const rtypes = new Set<string>();
  for (const resource of store.all()) {
    for (const listName of ['resources', 'services', 'children']) {
      const references = resource[listName];
      if (!Array.isArray(references)) continue;
      for (const reference of references) {
        const rtype = getNestedMember(reference, 'rtype');
        if (isWellFormedResourceTypeName(rtype) && !isKnownResourceType(rtype)) rtypes.add(rtype);
      }
    }
  }
  return [...rtypes].slice(0, maxUnlistedTypes);
}

/** In ms. With many resources, the read of all resources takes longer. */
const maxWait = 1_000;

interface SharedResponse extends RawResponse {
  /** Resolves when the store has the resources, so that messages can name them. */
  readonly applied: Promise<void>;
}

/**
 * The first read of a type uses a read of all resources in flight, so that flows start with one read for all watched
 * types.
 */
export class SharedFullRead implements ResourceFetcher {
  readonly #readTypes = new Set<ResourceType>();
  #fullRead: Promise<SharedResponse> | undefined;

  constructor(
    private readonly reader: ResourceFetcher,
    private readonly clock: Clock,
  ) {}

  get isInFlight(): boolean {
    return this.#fullRead !== undefined;
  }

  /** The read in flight may not include the write. */
  recordWrite(): void {
    this.#fullRead = undefined;
  }

  fetchAll(signal: AbortSignal): Promise<RawResponse> {
    const fullRead = this.#fetchAll(signal);
    this.#fullRead = fullRead;
    const end = (): void => {
      if (this.#fullRead === fullRead) this.#fullRead = undefined;
    };
    fullRead.then(({ applied }) => applied).then(end, end);
    return fullRead;
  }

  async fetchCollection(rtype: ResourceType, signal: AbortSignal): Promise<RawResponse> {
    const fullRead = this.#readTypes.has(rtype) ? undefined : this.#fullRead;
    this.#readTypes.add(rtype);
    const shared = fullRead === undefined ? undefined : await this.#waitForType(fullRead, rtype);
    return shared ?? this.reader.fetchCollection(rtype, signal);
  }

  async #waitForType(
    fullRead: Promise<SharedResponse>,
    rtype: ResourceType,
  ): Promise<RawResponse | undefined> {
    const waiting = new AbortController();
    const timeout = sleep(this.clock, maxWait, waiting.signal).then(() => undefined);
    const shared = await Promise.race([takeType(fullRead, rtype), timeout]);
    waiting.abort();
    return shared;
  }

  async #fetchAll(signal: AbortSignal): Promise<SharedResponse> {
    const response = await this.reader.fetchAll(signal);
    let resources: Promise<Resource[]> | undefined;
    let onApplied = (): void => undefined;
    const applied = new Promise<void>((resolve) => {
      onApplied = resolve;
    });
    return {
      ...response,
      applied,
      onApplied,
      parseResources(get) {
        resources ??= response.parseResources(get);
        return resources;
      },
    };
  }
}

/** Undefined if the read failed or contained no resource of the type: some bridges omit types. */
async function takeType(
  fullRead: Promise<SharedResponse>,
  rtype: ResourceType,
): Promise<RawResponse | undefined> {
  try {
    const response = await fullRead;
    const all = await response.parseResources(() => undefined);
    await response.applied;
    const resources = all.filter(({ type }) => type === rtype);
    return resources.length === 0
      ? undefined
      : { status: response.status, parseResources: async () => resources };
  } catch {
    return undefined;
  }
}

/** Not parsed yet: a body equal to the last one need not be parsed. */
export interface RawResponse {
  status: number;
  /** Missing if the body also contains other resources. */
  body?: Buffer;
  /**
   * Parses a large body in slices.
   *
   * @param get returns the last known state, which replaces an equal one
   * @throws {BridgeError} ERR_BRIDGE_MALFORMED_ANSWER, also if no entry is a resource
   */
  parseResources(get: (rid: string) => Resource | undefined): Promise<Resource[]>;
  onApplied?(): void;
}

/** Throws BridgeErrors only. */
export interface ResourceFetcher {
  fetchCollection(rtype: ResourceType, signal: AbortSignal): Promise<RawResponse>;
  fetchAll(signal: AbortSignal): Promise<RawResponse>;
}

type ExecuteRequest = (
  request: BridgeRequest,
  options: { signal?: AbortSignal },
) => Promise<{ response: HttpResponse; merged: number }>;

export function createResourceFetcher(executeRequest: ExecuteRequest): ResourceFetcher {
  const fetch = async (request: BridgeRequest, signal: AbortSignal): Promise<RawResponse> => {
    const { response } = await executeRequest(request, { signal });
    checkStatus(request, response);
    return {
      status: response.status,
      body: response.body,
      async parseResources(get) {
        const isLarge = response.body.length >= slicedParseThreshold;
        const content = isLarge
          ? await parseListInSlices(response.body, (entry) => prepareEntry(entry, get))
          : undefined;
        const { data, warnings } = parseListResponse(request, response, isResource, content);
        if (data.length === 0 && warnings.length > 0)
          throw createMalformedResponseError(
            request,
            response,
            'no entry of the answer is a resource',
          );
        return data;
      },
    };
  };
  return {
    fetchCollection: (rtype, signal) => fetch(buildListRequest(rtype), signal),
    fetchAll: (signal) => fetch(buildListRequest(), signal),
  };
}

/** Frozen entries need no further pass to be stored. */
function prepareEntry(read: unknown, get: (rid: string) => Resource | undefined): unknown {
  const entry = omitNullMembers(read);
  if (!isResource(entry)) return entry;
  const known = get(entry.id);
  if (known?.type === entry.type && findChangedPaths(known, entry).length === 0) return known;
  deepFreezeResource(entry);
  return entry;
}
