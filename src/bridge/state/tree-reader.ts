import { definitionOf, resourceTypes } from '../../resources';
import type { Resource, ResourceType } from '../../resources';
import { isBridgeError } from '../errors/errors';
import type { ResourceChange } from './changes';
import type { RawAnswer, ResourceReader } from './resource-reader';
import type { Reading, ResourceStore } from './resource-store';

/** Statuses by which a bridge says that it does not have a path. */
const missing: ReadonlySet<number | undefined> = new Set([404, 405]);

const isMissing = (error: unknown): boolean =>
  isBridgeError(error) && missing.has(error.cause.status);

const listedTypes = resourceTypes.filter((rtype) => definitionOf(rtype).operations.list);

/**
 * Reads everything the bridge holds into a store: the whole tree with one request, or, from a bridge
 * that has no such path (the service document shows collections only), type by type.
 */
export class TreeReader {
  #byTypes = false;
  readonly #missingTypes = new Set<ResourceType>();

  constructor(
    private readonly reader: ResourceReader,
    private readonly store: ResourceStore,
  ) {}

  /**
   * @param tell gets what differs from the state known before, as soon as it is known
   * @throws {BridgeError} when the bridge could not be read
   */
  async read(signal: AbortSignal, tell: (changes: ResourceChange[]) => void): Promise<void> {
    if (!this.#byTypes) {
      try {
        await this.#readWhole(signal, tell);
        return;
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    await this.#readByTypes(signal, tell);
    this.#byTypes = true;
  }

  async #readWhole(signal: AbortSignal, tell: (changes: ResourceChange[]) => void): Promise<void> {
    await this.#reading(
      () => this.reader.readTree(signal),
      (reading, resources) => tell(this.store.applyTree(reading, resources)),
    );
  }

  async #readByTypes(
    signal: AbortSignal,
    tell: (changes: ResourceChange[]) => void,
  ): Promise<void> {
    for (const rtype of listedTypes) {
      if (this.#missingTypes.has(rtype)) continue;
      try {
        await this.#reading(
          () => this.reader.readCollection(rtype, signal),
          (reading, resources) => tell(this.store.applyCollection(reading, rtype, resources)),
        );
      } catch (error) {
        if (!isMissing(error)) throw error;
        this.#missingTypes.add(rtype);
        if (this.#missingTypes.size === listedTypes.length) {
          this.#missingTypes.clear();
          throw error;
        }
      }
    }
  }

  async #reading(
    read: () => Promise<RawAnswer>,
    apply: (reading: Reading, resources: Resource[]) => void,
  ): Promise<void> {
    const reading = this.store.beginReading();
    try {
      const answer = await read();
      apply(reading, answer.resources());
    } finally {
      this.store.endReading(reading);
    }
  }
}
