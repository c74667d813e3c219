import { getResourceDefinition, resourceTypes } from '../../resources';
import type { Resource, ResourceType } from '../../resources';
import { isBridgeError } from '../errors/bridge-error';
import type { ResourceChange } from './resource-change';
import type { RawResponse, ResourceReader } from './resource-reader';
import type { PendingRead, ResourceStore } from './resource-store';

/** Statuses of a path that the bridge does not support. */
const notFoundStatuses: ReadonlySet<number | undefined> = new Set([404, 405]);

const isNotFound = (error: unknown): boolean =>
  isBridgeError(error) && notFoundStatuses.has(error.cause.status);

const listableTypes = resourceTypes.filter((rtype) => getResourceDefinition(rtype).operations.list);

/**
 * Loads all resources into a store: with one request, or, from a bridge that does not support that path
 * (the service document lists collections only), type by type.
 */
export class StateLoader {
  #usesCollections = false;
  readonly #unsupportedTypes = new Set<ResourceType>();

  constructor(
    private readonly reader: ResourceReader,
    private readonly store: ResourceStore,
  ) {}

  /**
   * @param onChanges called with the changes of each response as soon as it is applied
   * @throws {BridgeError} when the bridge could not be read
   */
  async load(signal: AbortSignal, onChanges: (changes: ResourceChange[]) => void): Promise<void> {
    if (!this.#usesCollections) {
      try {
        await this.#loadAll(signal, onChanges);
        return;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    await this.#loadByTypes(signal, onChanges);
    this.#usesCollections = true;
  }

  async #loadAll(
    signal: AbortSignal,
    onChanges: (changes: ResourceChange[]) => void,
  ): Promise<void> {
    await this.#trackedRead(
      () => this.reader.fetchAll(signal),
      (trackedRead, resources) => onChanges(this.store.applyAll(trackedRead, resources)),
    );
  }

  async #loadByTypes(
    signal: AbortSignal,
    onChanges: (changes: ResourceChange[]) => void,
  ): Promise<void> {
    for (const rtype of listableTypes) {
      if (this.#unsupportedTypes.has(rtype)) continue;
      try {
        await this.#trackedRead(
          () => this.reader.fetchCollection(rtype, signal),
          (trackedRead, resources) =>
            onChanges(this.store.applyCollection(trackedRead, rtype, resources)),
        );
      } catch (error) {
        if (!isNotFound(error)) throw error;
        this.#unsupportedTypes.add(rtype);
        if (this.#unsupportedTypes.size === listableTypes.length) {
          this.#unsupportedTypes.clear();
          throw error;
        }
      }
    }
  }

  async #trackedRead(
    load: () => Promise<RawResponse>,
    apply: (trackedRead: PendingRead, resources: Resource[]) => void,
  ): Promise<void> {
    const trackedRead = this.store.beginRead();
    try {
      const response = await load();
      apply(trackedRead, response.parseResources());
    } finally {
      this.store.endRead(trackedRead);
    }
  }
}
