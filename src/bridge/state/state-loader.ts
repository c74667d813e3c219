import {
  getNestedMember,
  isKnownResourceType,
  isWellFormedResourceTypeName,
  resourceTypes,
  supportsOperation,
} from '../../resources';
import type { Resource, ResourceType } from '../../resources';
import { isBridgeError, isMissingPathError } from '../errors/bridge-error';
import type { BridgeError, BridgeErrorCode } from '../errors/bridge-error';
import type { ResourceChange } from './resource-change';
import type { RawResponse, ResourceFetcher } from './resource-fetcher';
import type { InFlightRead, ResourceStore } from './resource-store';
import { WorkSlices } from '../time/work-slices';
import { createMalformedResponseError } from '../wire/parse-response';
import { buildListRequest } from '../wire/bridge-request';

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

/**
 * Loads all resources with one request, or type by type if the bridge does not support that path: the service
 * document lists only collections.
 */
export class StateLoader {
  #usesCollections = false;
  readonly #unsupportedTypes = new Set<ResourceType>();

  constructor(
    private readonly reader: ResourceFetcher,
    private readonly store: ResourceStore,
    private readonly onWarning: (warning: string) => void,
  ) {}

  async load(signal: AbortSignal, onChanges: (changes: ResourceChange[]) => void): Promise<void> {
    if (!this.#usesCollections) {
      try {
        return await this.#trackedRead(
          () => this.reader.fetchAll(signal),
          async (trackedRead, resources, response) => {
            this.#checkAll(resources, response);
            onChanges(await this.#applyAll(trackedRead, resources));
          },
        );
      } catch (error) {
        if (!isMissingPathError(error)) throw error;
      }
    }
    await this.#loadByTypes(signal, onChanges);
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
  async #loadByTypes(
    signal: AbortSignal,
    onChanges: (changes: ResourceChange[]) => void,
  ): Promise<void> {
    let firstError: BridgeError | undefined;
    let loadedCount = 0;
    const loadTypes = async (rtypes: readonly ResourceType[]): Promise<void> => {
      for (const rtype of rtypes) {
        if (this.#unsupportedTypes.has(rtype)) continue;
        try {
          await this.loadType(rtype, signal, onChanges);
          loadedCount += 1;
        } catch (error) {
          if (!isTypeError(error)) throw error;
          firstError ??= error;
          if (isMissingPathError(error)) this.#unsupportedTypes.add(rtype);
          else this.onWarning(`${error.message} The other types were read.`);
        }
      }
    };
    await loadTypes(listableTypes);
    await loadTypes(collectUnlistedTypes(this.store));
    if (loadedCount > 0) return;
    this.#unsupportedTypes.clear();
    if (firstError !== undefined) throw firstError;
  }

  async loadType(
    rtype: ResourceType,
    signal: AbortSignal,
    onChanges: (changes: ResourceChange[]) => void,
  ): Promise<void> {
    await this.#trackedRead(
      () => this.reader.fetchCollection(rtype, signal),
      (trackedRead, resources) =>
        onChanges(this.store.applyCollection(trackedRead, rtype, resources)),
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
