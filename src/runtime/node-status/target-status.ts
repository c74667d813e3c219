import type { Mirror, ResourceChangeEvent, ResourceObservation } from '../../bridge';
import { idPattern } from '../../resources/id-pattern';
import { isSceneGroupType } from '../../resources/group-types';
import type { Resource } from '../../resources';
import type { TargetResolver } from '../../vocabulary';
import { listGroupScenes } from '../../vocabulary/scene/group-scenes';
import type { BridgeHandle } from '../session/open-bridge';
import { findRadio } from '../device/device-info';
import { createErrorStatus } from './node-status';
import type { LastingStatus, NodeStatusTracker, ShownStatus } from './node-status';
import { chooseResourceStatus, chooseSummaryStatus, goneStatus } from './resource-status';
import { toCommandError } from '../node-errors';

/** Which resources a node shows. */
export interface ShownTarget {
  /** Ids, names or `Room/Name`. */
  readonly addresses: readonly string[];
  readonly resolve: TargetResolver;
}

interface FoundTargets {
  readonly rids: readonly string[];
}

/** The state of the targets of a node, as its status shows it: from the shared state of the bridge, nothing is requested for it. */
export class TargetStatus implements LastingStatus {
  readonly #bridge: BridgeHandle;
  readonly #target: ShownTarget;
  readonly #tracker: Pick<NodeStatusTracker, 'refresh'>;
  /** Missing until the targets are looked up. */
  #found: FoundTargets | ShownStatus | undefined;
  #stopObserving: (() => void) | undefined;
  /** When a target last changed, in ms as `performance.now()`. */
  #changedAt = -Infinity;
  #isLoading = false;
  #stopped = false;

  constructor(
    bridge: BridgeHandle,
    target: ShownTarget,
    tracker: Pick<NodeStatusTracker, 'refresh'>,
  ) {
    this.#bridge = bridge;
    this.#target = target;
    this.#tracker = tracker;
    if (bridge.client.mirror.refreshedAt === undefined) void this.#load();
  }

  choose(resultAt: number): ShownStatus | undefined {
    const { client } = this.#bridge;
    if (client.mirror.refreshedAt === undefined) {
      void this.#load();
      return undefined;
    }
    this.#found ??= this.#find(client.mirror);
    // Without events, what a command has just set is known only from its result.
    if (resultAt > this.#changedAt && client.connectionState.mode !== 'stream') return undefined;
    return 'rids' in this.#found ? chooseStatus(client.mirror, this.#found.rids) : this.#found;
  }

  stop(): void {
    this.#stopped = true;
    this.#forget();
  }

  /** Waits for the first read of the bridge, which all share. */
  async #load(): Promise<void> {
    if (this.#isLoading || this.#stopped) return;
    this.#isLoading = true;
    try {
      await this.#bridge.stateCache.read();
      this.#tracker.refresh();
    } catch {
      // The state of the connection says what is wrong; when it is well again, the status is chosen anew.
    } finally {
      this.#isLoading = false;
    }
  }

  /** @returns an error status where one is not found */
  #find(mirror: Mirror): FoundTargets | ShownStatus {
    const rids: string[] = [];
    const observed = new Set<string>();
    for (const address of this.#target.addresses) {
      const found = this.#target.resolve(mirror, address);
      if (!found.ok)
        return createErrorStatus(toCommandError(found.problem, 'ERR_BRIDGE_UNKNOWN_TARGET'));
      const { rid, resource } = found.value;
      rids.push(rid);
      observed.add(rid);
      if (resource === undefined) continue;
      const radio = findRadio(mirror, resource);
      if (radio !== undefined) observed.add(radio.id);
      if (isSceneGroupType(resource.type)) {
        for (const scene of listGroupScenes(mirror, rid)) observed.add(scene.id);
      }
      const owner = idPattern.test(address) ? undefined : mirror.ownerRid(resource);
      if (owner !== undefined) observed.add(owner);
    }
    if (!this.#stopped) this.#observe([...observed]);
    return { rids };
  }

  #observe(rids: readonly string[]): void {
    const observation: ResourceObservation = {
      rids,
      onChange: (change) => this.#onChange(change),
    };
    this.#stopObserving = this.#bridge.client.observe(observation);
  }

  #onChange({ kind, changed }: ResourceChangeEvent): void {
    this.#changedAt = performance.now();
    if (kind !== 'changed' || changed.some((path) => path.startsWith('metadata'))) this.#forget();
    this.#tracker.refresh();
  }

  /** Looks the targets up anew when they are shown next. */
  #forget(): void {
    this.#stopObserving?.();
    this.#stopObserving = undefined;
    this.#found = undefined;
  }
}

function chooseStatus(mirror: Mirror, rids: readonly string[]): ShownStatus {
  const resources: readonly (Resource | undefined)[] = rids.map((rid) => mirror.get(rid));
  const [only] = resources;
  if (resources.length > 1) return chooseSummaryStatus(mirror, resources);
  return only === undefined ? goneStatus : chooseResourceStatus(mirror, only);
}
