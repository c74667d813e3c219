import type { Resource, ResourceType } from '../../resources';
import { sleep } from '../time/clock';
import type { Clock } from '../time/clock';
import type { RawResponse, ResourceFetcher } from './resource-fetcher';

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
