import type { Node, NodeAPI } from 'node-red';
import type { StateCache, ResourceChangeEvent, ResourceObservationOptions } from '../../bridge';
import { idPattern } from '../../resources/values/id-pattern';
import { isSceneGroupType } from '../../resources/values/group-types';
import type { Resource } from '../../resources';
import type { TargetResolver } from '../../vocabulary';
import { listGroupScenes } from '../../vocabulary/scene/group-scenes';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { findRadio } from '../bridge/device-info';
import { createErrorStatus } from '../status/status-content';
import type { IdleNodeStatus, NodeStatusTracker } from '../status/node-status';
import type { NodeStatusContent } from '../status/status-content';
import {
  chooseResourceStatus,
  chooseStatusOfSeveralResources,
  countLitLamps,
  deletedResourceStatus,
} from '../status/resource-status';
import type { LitLampCount } from '../status/resource-status';
import { createUnresolvedTargetError } from '../message/find-named-bridge';
import { createMissingTargetError } from '../message/missing-target';

/** A node, and what its status shows. */
export interface TargetNodeStatusContext {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly bridge: OpenedBridge;
  readonly tracker: NodeStatusTracker;
}

/** Which resources a node shows. */
export interface TargetsShownInStatus {
  /** Ids, names or `Room/Name`. */
  readonly addresses: readonly string[];
  readonly resolve: TargetResolver;
}

/** The state of the targets of a node, as its status shows it: from the shared state of the bridge, nothing is requested for it. */
export class TargetNodeStatusObserver implements IdleNodeStatus, ResourceObservationOptions {
  /** Ids of the targets, then of what else their status depends on; empty until they are looked up. */
  rids: readonly string[] = [];
  readonly #bridge: OpenedBridge;
  readonly #addresses: readonly string[];
  readonly #resolve: TargetResolver;
  readonly #tracker: Pick<NodeStatusTracker, 'refresh' | 'say'>;
  /** Number of the targets; missing until they are looked up. */
  #targetCount: number | undefined;
  /** What is shown where a target was not found. */
  #problem: NodeStatusContent | undefined;
  #stopObserving: (() => void) | undefined;
  /** When a target last changed, in ms as `performance.now()`. */
  #changedAt = -Infinity;
  #isLoading = false;
  #stopped = false;

  constructor(
    bridge: OpenedBridge,
    { addresses, resolve }: TargetsShownInStatus,
    tracker: Pick<NodeStatusTracker, 'refresh' | 'say'>,
  ) {
    this.#bridge = bridge;
    this.#addresses = addresses;
    this.#resolve = resolve;
    this.#tracker = tracker;
    if (bridge.client.stateCache.refreshedAt === undefined) void this.#load();
  }

  choose(resultAt: number): NodeStatusContent | undefined {
    if (!this.#isKnown(resultAt)) return undefined;
    return this.#problem ?? chooseStatus(this.#bridge.client.stateCache, this.#targetRids);
  }

  /**
   * How many of the targets are on.
   *
   * @param resultAt as `choose` takes it
   * @returns what is shown in its place where a target was not found; undefined when nothing newer is known
   */
  count(resultAt: number): LitLampCount | { readonly problem: NodeStatusContent } | undefined {
    if (!this.#isKnown(resultAt)) return undefined;
    if (this.#problem !== undefined) return { problem: this.#problem };
    const { stateCache } = this.#bridge.client;
    const resources = this.#targetRids.map((rid) => stateCache.get(rid));
    return countLitLamps(stateCache, resources);
  }

  get #targetRids(): readonly string[] {
    return this.rids.slice(0, this.#targetCount);
  }

  /** Looks the targets up; false while nothing newer is known than the last result. */
  #isKnown(resultAt: number): boolean {
    const { client } = this.#bridge;
    if (client.stateCache.refreshedAt === undefined) {
      void this.#load();
      return false;
    }
    if (this.#targetCount === undefined) this.#find(client.stateCache);
    // Without events, what a command has just set is known only from its result.
    return resultAt <= this.#changedAt || client.connectionState.mode === 'stream';
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
      await this.#bridge.stateReader.read();
      this.#tracker.refresh();
    } catch {
      // The state of the connection says what is wrong; when it is connected again, the status is chosen anew.
    } finally {
      this.#isLoading = false;
    }
  }

  #find(stateCache: StateCache): void {
    const targets = new Set<string>();
    const others: string[] = [];
    const missing: string[] = [];
    this.#targetCount = 0;
    for (const address of this.#addresses) {
      const found = this.#resolve(stateCache, address);
      if (!found.ok) {
        const error = createUnresolvedTargetError(found.problem, address);
        this.#problem = createErrorStatus(error);
        this.#tracker.say(error);
        return;
      }
      const { rid, resource } = found.value;
      targets.add(rid);
      if (resource === undefined) {
        missing.push(rid);
        continue;
      }
      others.push(...listInfluences(stateCache, resource));
      const owner = idPattern.test(address) ? undefined : stateCache.ownerRid(resource);
      if (owner !== undefined) others.push(owner);
    }
    if (missing.length > 0)
      this.#tracker.say(createMissingTargetError(stateCache, { targets: missing }));
    this.#targetCount = targets.size;
    this.rids = [...new Set([...targets, ...others])];
    if (!this.#stopped) this.#stopObserving = this.#bridge.client.observe(this);
  }

  onChange({ kind, changed }: ResourceChangeEvent): void {
    this.#changedAt = performance.now();
    if (kind !== 'changed' || changed.some((path) => path.startsWith('metadata'))) this.#forget();
    this.#tracker.refresh();
  }

  /** Looks the targets up anew when they are shown next. */
  #forget(): void {
    this.#stopObserving?.();
    this.#stopObserving = undefined;
    this.#targetCount = undefined;
    this.#problem = undefined;
  }
}

/** Ids of what else the status of a resource depends on: the radio of its device, and the scenes of a room or zone. */
function listInfluences(stateCache: StateCache, resource: Resource): string[] {
  const radio = findRadio(stateCache, resource);
  const scenes = isSceneGroupType(resource.type) ? listGroupScenes(stateCache, resource.id) : [];
  return [...(radio === undefined ? [] : [radio.id]), ...scenes.map(({ id }) => id)];
}

function chooseStatus(stateCache: StateCache, rids: readonly string[]): NodeStatusContent {
  const resources: readonly (Resource | undefined)[] = rids.map((rid) => stateCache.get(rid));
  const [only] = resources;
  if (resources.length > 1) return chooseStatusOfSeveralResources(stateCache, resources);
  return only === undefined ? deletedResourceStatus : chooseResourceStatus(stateCache, only);
}
