import type { Resource } from '../../resources';
import { resourceName, resourceRoom } from './resource-names';
import type { ResourceStore } from './resource-store';

/** Last known state of everything the bridge holds. What it hands out is frozen: clone it to change it. */
export interface Mirror {
  /** @returns the resource, or undefined when it is not known */
  get(rid: string): Resource | undefined;
  /** @returns the known resources of a type */
  byType(rtype: string): readonly Resource[];
  all(): Iterable<Resource>;
  /**
   * @returns the name that people gave the resource, else that of what it belongs to: a service is
   *   named after its device, a grouped light after its room; undefined when none is known
   */
  name(rid: string): string | undefined;
  /** @returns the room, else the zone, that the resource stands in or acts for; undefined when none is known */
  room(rid: string): Resource | undefined;
  /**
   * Reads the whole tree. Calls at the same time share one request.
   *
   * @throws {BridgeError} when the bridge could not be read
   */
  refresh(): Promise<void>;
  /**
   * Reads the whole tree by a request that begins after this call, shared by all who call meanwhile: one that is
   * under way may not show what has just been written.
   *
   * @throws {BridgeError} when the bridge could not be read
   */
  refreshAnew(): Promise<void>;
  /** When the whole tree was last read. */
  readonly refreshedAt: Date | undefined;
}

/** A mirror that reads from a store. */
export class StoreMirror implements Mirror {
  readonly #store: ResourceStore;
  readonly #readAll: () => Promise<void>;
  readonly #readAt: () => Date | undefined;
  #underWay: Promise<void> | undefined;
  #following: Promise<void> | undefined;

  /**
   * @param readAll reads the whole tree into the store
   * @param readAt says when that was last done, by whomever
   */
  constructor(
    store: ResourceStore,
    readAll: () => Promise<void>,
    readAt: () => Date | undefined = () => undefined,
  ) {
    this.#store = store;
    this.#readAll = readAll;
    this.#readAt = readAt;
  }

  get refreshedAt(): Date | undefined {
    return this.#readAt();
  }

  get(rid: string): Resource | undefined {
    return this.#store.get(rid);
  }

  byType(rtype: string): readonly Resource[] {
    return this.#store.byType(rtype);
  }

  all(): Iterable<Resource> {
    return this.#store.all();
  }

  name(rid: string): string | undefined {
    return resourceName((id) => this.#store.get(id), this.#store.groups, rid);
  }

  room(rid: string): Resource | undefined {
    return resourceRoom((id) => this.#store.get(id), this.#store.groups, rid);
  }

  refresh(): Promise<void> {
    this.#underWay ??= this.#readAll().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  refreshAnew(): Promise<void> {
    this.#following ??= this.#refreshAfterwards();
    return this.#following;
  }

  async #refreshAfterwards(): Promise<void> {
    await this.#underWay?.catch(() => undefined);
    this.#following = undefined;
    return this.refresh();
  }
}
