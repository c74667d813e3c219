import type { Resource, ResourceType } from '../../resources';
import { sleep } from '../time/clock';
import type { Clock } from '../time/clock';
import type { RawResponse, ResourceFetcher } from './resource-fetcher';

/** How long the read of a type waits for that of all, in ms: with many resources it takes longer. */
const maxWait = 1_000;

/** The answer to a read of everything. */
interface SharedResponse extends RawResponse {
  /** Resolves once its resources are in the store, so that messages about some know the names of all. */
  readonly applied: Promise<void>;
}

/**
 * Lets the first read of a type take its resources from a read of all resources that is in flight, as it is at the start
 * of flows, so that a bridge is read once however many types are watched.
 */
export class SharedFullRead implements ResourceFetcher {
  readonly #reader: ResourceFetcher;
  readonly #clock: Clock;
  readonly #readTypes = new Set<ResourceType>();
  #fullRead: Promise<SharedResponse> | undefined;

  constructor(reader: ResourceFetcher, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /** True while the first read of a type costs no request. */
  get isInFlight(): boolean {
    return this.#fullRead !== undefined;
  }

  /** Ends the sharing of the read in flight: it may not include what has just been written. */
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
    return shared ?? this.#reader.fetchCollection(rtype, signal);
  }

  async #waitForType(
    fullRead: Promise<SharedResponse>,
    rtype: ResourceType,
  ): Promise<RawResponse | undefined> {
    const waiting = new AbortController();
    const timeout = sleep(this.#clock, maxWait, waiting.signal).then(() => undefined);
    const shared = await Promise.race([takeType(fullRead, rtype), timeout]);
    waiting.abort();
    return shared;
  }

  async #fetchAll(signal: AbortSignal): Promise<SharedResponse> {
    const response = await this.#reader.fetchAll(signal);
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

/** Returns undefined when the read failed, or held none of the type: some bridges omit types there. */
async function takeType(
  fullRead: Promise<SharedResponse>,
  rtype: ResourceType,
): Promise<RawResponse | undefined> {
  try {
    const response = await fullRead;
    // Who reads everything has begun to parse it by now.
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
