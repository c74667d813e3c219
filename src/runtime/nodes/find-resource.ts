import { maxCacheAges } from '../../bridge/read-state';
import type { StateReader } from '../../bridge/read-state';
import { idPattern } from '../../resources/identifiers';
import type { ResolvedResource, ResourceIndex, TargetResolver } from '../../vocabulary/lookup';
import { getParsedOrThrow, toNodeError } from '../errors';

interface ResourceSearchOptions {
  /** Id, name or `Room/Name`. */
  readonly address: string;
  readonly resolveTarget: TargetResolver;
  /** An id may be that of a device, a room or a zone: only a read bridge tells their service. */
  readonly mayBeOwner?: boolean;
  readonly onFound: (found: ResolvedResource) => void;
  readonly onError: (error: Error) => void;
}

/** Runs one search at a time. Reads the bridge once more if an address is not found. */
export class ResourceSearch {
  #isLooking = false;
  #isStopped = false;

  constructor(
    private readonly stateReader: StateReader,
    private readonly options: ResourceSearchOptions,
  ) {}

  /** Calls `onFound` or `onError`, unless stopped by then. Does nothing during a search. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { onFound, onError } = this.options;
    try {
      const found = await this.#find();
      if (!this.#isStopped) onFound(found);
    } catch (error) {
      if (!this.#isStopped) onError(toNodeError(error));
    } finally {
      this.#isLooking = false;
    }
  }

  async #find(): Promise<ResolvedResource> {
    const { address, resolveTarget, mayBeOwner = false } = this.options;
    const { stateReader } = this;
    const lookUp = (index: ResourceIndex): ReturnType<TargetResolver> =>
      resolveTarget(index, address);
    const isName = !idPattern.test(address);
    const known = await stateReader.find(lookUp, maxCacheAges.forWatching, isName);
    const isUnread =
      known.ok &&
      known.value.resource === undefined &&
      stateReader.stateCache.refreshedAt === undefined;
    const found = mayBeOwner && isUnread ? lookUp(await stateReader.read()) : known;
    return getParsedOrThrow(found, 'ERR_BRIDGE_UNKNOWN_TARGET');
  }

  stop(): void {
    this.#isStopped = true;
  }
}
