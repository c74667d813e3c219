import { idPattern } from '../../resources/values/id-pattern';
import type { ResolvedResource, ResourceIndex, TargetResolver } from '../../vocabulary';
import { toCommandError, toNodeError } from '../settings/node-errors';
import { maxCacheAges } from '../../bridge/state/state-reader';
import type { StateReader } from '../../bridge/state/state-reader';

/**
 * Finds the resource that a node watches. For an address that is not found, the bridge is read once more.
 *
 * @param address id, name or `Room/Name`
 * @param resolveTarget finds it among the resources of the bridge
 * @param mayBeOwner true where an id may be that of a device, a room or a zone: which service that is, only a bridge that
 *   was read tells
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for an address that matches no resource or several; what the client
 *   throws when the bridge cannot be read
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
  if (found.ok) return found.value;
  throw toCommandError(found.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

/** How a node looks for the resource that it watches. */
interface ResourceSearchOptions {
  /** Id, name or `Room/Name`. */
  readonly address: string;
  readonly resolveTarget: TargetResolver;
  /** As `findWatchedResource` takes it. */
  readonly mayBeOwner?: boolean;
  readonly onFound: (found: ResolvedResource) => void;
  readonly onError: (error: Error) => void;
}

/** Looks for the resource that a node watches, as often as it is told to, one look at a time. */
export class ResourceSearch {
  readonly #stateReader: StateReader;
  readonly #options: ResourceSearchOptions;
  #isLooking = false;
  #isStopped = false;

  constructor(stateReader: StateReader, options: ResourceSearchOptions) {
    this.#stateReader = stateReader;
    this.#options = options;
  }

  /** Looks once. Calls `onFound` or `onError`, unless the search is stopped or looks already. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#isStopped) return;
    this.#isLooking = true;
    const { address, resolveTarget, mayBeOwner, onFound, onError } = this.#options;
    try {
      const found = await findWatchedResource(
        this.#stateReader,
        address,
        resolveTarget,
        mayBeOwner,
      );
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
