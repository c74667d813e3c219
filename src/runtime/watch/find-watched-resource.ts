import { idPattern } from '../../resources/values/id-pattern';
import type { ResolvedResource, ResourceIndex, TargetResolver } from '../../vocabulary';
import { getParsedOrThrow, toNodeError } from '../settings/node-errors';
import { maxCacheAges } from '../../bridge/state/state-reader';
import type { StateReader } from '../../bridge/state/state-reader';

/**
 * Finds the resource that a node watches. If an address is not found, the function reads the bridge once more.
 *
 * @param address id, name or `Room/Name`
 * @param mayBeOwner true where an id may be that of a device, a room or a zone: which service that is, only a bridge
 *   that was read tells
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for an address that matches no resource or several; errors of the
 *   client if the bridge cannot be read
 */
export async function findWatchedResource(
  stateReader: StateReader,
  address: string,
  resolveTarget: TargetResolver,
  mayBeOwner = false,
): Promise<ResolvedResource> {
  const lookUp = (index: ResourceIndex): ReturnType<TargetResolver> =>
    resolveTarget(index, address);
  const known = await stateReader.find(lookUp, maxCacheAges.forWatching, !idPattern.test(address));
  const isUnread =
    known.ok &&
    known.value.resource === undefined &&
    stateReader.stateCache.refreshedAt === undefined;
  const found = mayBeOwner && isUnread ? lookUp(await stateReader.read()) : known;
  return getParsedOrThrow(found, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

interface ResourceSearchOptions {
  /** Id, name or `Room/Name`. */
  readonly address: string;
  readonly resolveTarget: TargetResolver;
  /** As `findWatchedResource` takes it. */
  readonly mayBeOwner?: boolean;
  readonly onFound: (found: ResolvedResource) => void;
  readonly onError: (error: Error) => void;
}

/** Searches for the resource that a node watches, with one search at a time. */
export class ResourceSearch {
  #isLooking = false;
  #isStopped = false;

  constructor(
    private readonly stateReader: StateReader,
    private readonly options: ResourceSearchOptions,
  ) {}

  /** Searches once and calls `onFound` or `onError`, unless it is stopped by then. Does nothing during a search. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { address, resolveTarget, mayBeOwner, onFound, onError } = this.options;
    try {
      const found = await findWatchedResource(this.stateReader, address, resolveTarget, mayBeOwner);
      if (!this.#isStopped) onFound(found);
    } catch (error) {
      if (!this.#isStopped) onError(toNodeError(error));
    } finally {
      this.#isLooking = false;
    }
  }

  stop(): void {
    this.#isStopped = true;
  }
}
